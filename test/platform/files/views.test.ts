import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { viewsPort } from '../../../src/app/views-port.ts';
import { openViews } from '../../../src/platform/files/views.ts';
import { tempFolder } from './temp-folder.ts';

const view = { order: ['gpu', 'price'], on: [], off: ['vram'] };

describe('views.json', () => {
  it('keeps the columns of each list, stamped and for the owner alone', async () => {
    const path = join(tempFolder(), 'views.json');
    const views = await openViews(path);
    expect(await views.keep('offers', view)).toEqual({ ok: true });
    expect((await openViews(path)).get('offers')).toEqual(view);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: 1 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps what another deck has chosen meanwhile for other lists', async () => {
    const path = join(tempFolder(), 'views.json');
    const [one, other] = [await openViews(path), await openViews(path)];
    await one.keep('offers', view);
    await other.keep('calls', { ...view, off: [] });
    const after = await openViews(path);
    expect([after.get('offers'), after.get('calls')]).toEqual([view, { ...view, off: [] }]);
  });

  it('says that without a folder it lasts for the run', async () => {
    const port = viewsPort(await openViews(undefined));
    expect(await port.save('offers', view)).toBe(
      'These columns last for this run only: nothing is kept here',
    );
    expect(port.load('offers')).toEqual(view);
  });

  it.each([
    ['a newer rigdeck', JSON.stringify({ version: 9, lists: {} })],
    ['a hand that broke it', '{"version": 1, "lists"'],
  ])('is left alone after %s', async (_who, text) => {
    const path = join(tempFolder(), 'views.json');
    writeFileSync(path, text);
    const port = viewsPort(await openViews(path));
    expect(await port.save('offers', view)).toContain('is left as it is');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('takes no entry that is none', async () => {
    const path = join(tempFolder(), 'views.json');
    writeFileSync(
      path,
      JSON.stringify({ version: 1, lists: { offers: { order: 3 }, calls: null, money: view } }),
    );
    const views = await openViews(path);
    expect([views.get('offers'), views.get('calls'), views.get('money')]).toEqual([
      undefined,
      undefined,
      view,
    ]);
  });
});
