import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../src/base/clock.ts';
import { type Sample, sampleRules } from '../../../src/engine/money/samples.ts';
import { openSamples, type SampleStore } from '../../../src/platform/files/samples.ts';
import { tempFolder } from './temp-folder.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 27);
const mine = 'credit https://a.test 7';
const other = 'credit https://a.test 8';

const open = (path: string | undefined, now = start) =>
  openSamples({ ...(path !== undefined && { path }), clock: manualClock(now), rules: sampleRules });
/** What the store holds once it has read its file. */
const read = (store: SampleStore, series = mine): Promise<readonly Sample[]> =>
  new Promise((resolve) => {
    store.subscribe(() => resolve(store.series(series)));
    store.series(series);
  });
const file = () => join(tempFolder(), 'state', 'samples.jsonl');

describe('own samples on the disk', () => {
  it('are found after a restart, those of two accounts apart', async () => {
    const path = file();
    const store = open(path);
    expect(existsSync(path)).toBe(false);
    expect(await store.add(start, { [mine]: 10, [other]: 99 })).toEqual({ ok: true });
    await store.add(start + minute, { [mine]: 9.5 });
    expect(store.series(mine)).toHaveLength(2);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines[0]).toBe('{"rigdeck":"samples","version":1}');
    expect(lines).toHaveLength(3);
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const again = open(path, start + 2 * minute);
    expect(await read(again)).toEqual([
      { at: start, value: 10 },
      { at: start + minute, value: 9.5 },
    ]);
    expect(again.series(other)).toEqual([{ at: start, value: 99 }]);
    expect(again.series('credit https://a.test 9')).toEqual([]);
  });

  it('survive a last line torn by a crash, at whatever byte, and what is added then is whole', async () => {
    const path = file();
    const store = open(path);
    await store.add(start, { [mine]: 10 });
    const whole = readFileSync(path).length;
    await store.add(start + minute, { [mine]: 9 });
    const full = readFileSync(path);
    for (let size = whole; size < full.length; size += 5) {
      writeFileSync(path, full);
      truncateSync(path, size);
      const after = open(path, start + 3 * minute);
      await after.add(start + 2 * minute, { [mine]: 8 });
      const found = (await read(open(path, start + 3 * minute))).map(({ value }) => value);
      expect(found).toEqual(size === full.length - 1 ? [10, 9, 8] : [10, 8]);
    }
  });

  it('stay few: what is no longer kept leaves the file when it is opened', async () => {
    const path = file();
    await open(path).add(start, { [mine]: 0 });
    const lines = Array.from({ length: 20_000 }, (_, i) =>
      JSON.stringify({ at: start + (i + 1) * minute, of: { [mine]: i + 1 } }),
    );
    appendFileSync(path, `${lines.join('\n')}\n`);
    const now = start + 20_001 * minute;
    const kept = await read(open(path, now));
    expect(kept.at(-1)).toEqual({ at: start + 20_000 * minute, value: 20_000 });
    expect(kept.length).toBeLessThan(2_100);
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(kept.length + 1);
    expect(await read(open(path, now))).toEqual(kept);
  });

  it('are not thrown away by a clock that is behind', async () => {
    const path = file();
    await open(path).add(start, { [mine]: 0 });
    const line = (i: number) => JSON.stringify({ at: start + i * minute, of: { [mine]: i } });
    appendFileSync(path, `${Array.from({ length: 5_000 }, (_, i) => line(i + 1)).join('\n')}\n`);
    expect(await read(open(path, 1_000))).toEqual([]);
    expect((await read(open(path, start + 5_001 * minute))).at(-1)?.value).toBe(5_000);
  });

  it('of a newer rigdeck are left as they are', async () => {
    const path = file();
    await open(path).add(start, { [mine]: 1 });
    const newer = readFileSync(path, 'utf8').replace('"version":1', '"version":2');
    writeFileSync(path, newer);
    const store = open(path, start + minute);
    expect(await store.add(start + minute, { [mine]: 2 })).toMatchObject({ ok: false });
    expect(store.series(mine).at(-1)).toEqual({ at: start + minute, value: 2 });
    expect(readFileSync(path, 'utf8')).toBe(newer);
  });

  it('without a home, or in one that cannot be written, last for the run', async () => {
    const homeless = open(undefined);
    expect(await homeless.add(start, { [mine]: 1 })).toMatchObject({ ok: false });
    expect(homeless.series(mine)).toEqual([{ at: start, value: 1 }]);
    const folder = join(tempFolder(), 'locked');
    mkdirSync(folder);
    writeFileSync(join(folder, 'state'), 'a file stands where the folder should be');
    const shut = open(join(folder, 'state', 'samples.jsonl'));
    expect(await shut.add(start, { [mine]: 1 })).toMatchObject({ ok: false });
    expect(shut.series(mine)).toHaveLength(1);
  });

  it('that were read before the file was are not lost', async () => {
    const path = file();
    await open(path).add(start, { [mine]: 3 });
    const store = open(path, start + 2 * minute);
    const added = store.add(start + minute, { [mine]: 2 });
    expect(store.series(mine)).toEqual([{ at: start + minute, value: 2 }]);
    await added;
    expect(store.series(mine).map(({ value }) => value)).toEqual([3, 2]);
  });

  it('with a line that is no sample are read without it', async () => {
    const path = file();
    await open(path).add(start, { [mine]: 3 });
    appendFileSync(path, '{"at":"x","of":{}}\nnull\n{"at":1,"of":{"credit https://a.test 7":"many"}}\n');
    expect(await read(open(path, start + minute))).toEqual([{ at: start, value: 3 }]);
  });
});
