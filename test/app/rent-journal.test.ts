import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRentJournal } from '../../src/app/rent-journal.ts';
import { openRents } from '../../src/engine/rent/open-rents.ts';
import { tempFolder } from '../platform/files/temp-folder.ts';

const base_url = 'https://api.example.com';
const rented = (id: number) => ({ id, offer_id: 7, at: 1000 + id, base_url, key_id: '9f3c-1a2b3c4d' });
const gone = (id: number) => ({ id, base_url, at: 2000, key_id: '9f3c-1a2b3c4d' });
const ids = (list: { id: number }[]) => list.map((r) => r.id);

/** The journal as a list of what was rented. */
async function openWatches(path: string | undefined) {
  const journal = await openRentJournal(path);
  return {
    list: (url?: string) =>
      openRents(journal.events()).filter((r) => url === undefined || r.base_url === url),
    add: (rent: ReturnType<typeof rented> & { label?: string; gpu?: string }) =>
      journal.append({ t: 'rented', ...rent }),
    remove: (event: ReturnType<typeof gone>) => journal.append({ t: 'gone', ...event }),
    get problem() {
      return journal.problem;
    },
    get damage() {
      return journal.damage;
    },
  };
}

describe('what was rented', () => {
  it('is on the disk when add resolves, and is found after a restart until it is gone', async () => {
    const path = join(tempFolder(), 'state', 'rents.jsonl');
    const watches = await openWatches(path);
    expect(existsSync(path)).toBe(false);
    expect(await watches.add({ ...rented(1), label: 'train-a', gpu: 'RTX 4090' })).toEqual({ ok: true });
    await watches.add(rented(2));
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines[0]).toBe('{"rigdeck":"rents","version":2}');
    expect(lines).toHaveLength(3);
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const restarted = await openWatches(path);
    expect(restarted.list()).toEqual([
      { t: 'rented', ...rented(1), label: 'train-a', gpu: 'RTX 4090' },
      { t: 'rented', ...rented(2) },
    ]);
    await restarted.remove(gone(1));
    expect(ids(restarted.list())).toEqual([2]);
    expect(ids((await openWatches(path)).list())).toEqual([2]);
  });

  it('keeps what stands before a last line that breaks off or is gone, at whatever byte, and tells of it from then on', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    const watches = await openWatches(path);
    await watches.add(rented(1));
    const whole = readFileSync(path).length;
    await watches.add(rented(2));
    const full = readFileSync(path);
    const count = readFileSync(`${path}.count`);
    for (let size = whole; size < full.length - 1; size += 7) {
      writeFileSync(path, full);
      writeFileSync(`${path}.count`, count);
      truncateSync(path, size);
      const after = await openWatches(path);
      const damage = { lines: 1, path };
      expect(ids(after.list())).toEqual([1]);
      expect(after.damage, String(size)).toEqual(damage);
      await after.add(rented(3));
      const later = await openWatches(path);
      expect(ids(later.list())).toEqual([1, 3]);
      // A line behind it makes nothing whole.
      expect(later.damage, String(size)).toEqual(damage);
    }
  });

  it('tells of no line that an older rigdeck has torn and closed off itself', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    await (await openWatches(path)).add(rented(1));
    const line = JSON.stringify({ t: 'rented', ...rented(2) });
    appendFileSync(path, `{"t":"rent\n{"rigdeck":"rents","version":2}\n${line}\n`);
    const after = await openWatches(path);
    expect([ids(after.list()), after.damage]).toEqual([[1, 2], undefined]);
  });

  it.each([
    ['bytes in the middle of a line', (text: string) => text.replace('"id":2', '"id":\0\0')],
    ['a line that lacks a field', (text: string) => text.replace('"offer_id":7,', '')],
    ['a line that is something else', (text: string) => text.replace(/\{"t".*\n/, '[]\n')],
    ['a tail of NULs', (text: string) => `${text}${'\0'.repeat(64)}`],
    ['a last line that is NULs', (text: string) => text.replace(/.*\n$/, (line) => '\0'.repeat(line.length))],
    ['a last line that breaks off', (text: string) => text.slice(0, -30)],
  ])('tells of %s', async (_, damaged) => {
    const path = join(tempFolder(), 'rents.jsonl');
    const watches = await openWatches(path);
    for (const id of [1, 2, 3]) await watches.add(rented(id));
    expect((await openWatches(path)).damage).toBeUndefined();
    writeFileSync(path, damaged(readFileSync(path, 'utf8')));
    expect((await openWatches(path)).damage).toEqual({ lines: 1, path });
  });

  it('a last line that only lost its line break counts', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    await (await openWatches(path)).add(rented(1));
    truncateSync(path, statSync(path).size - 1);
    const after = await openWatches(path);
    expect(ids(after.list())).toEqual([1]);
    await after.add(rented(2));
    expect(ids((await openWatches(path)).list())).toEqual([1, 2]);
  });

  it('what one deck adds at once is written in its order, under one version line', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    const watches = await openWatches(path);
    await Promise.all([5, 3, 1, 4, 2].map((n) => watches.add(rented(n))));
    const lines = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.rigdeck ?? line.id)).toEqual(['rents', 5, 3, 1, 4, 2]);
  });

  it('two decks may write at once', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    const [a, b] = [await openWatches(path), await openWatches(path)];
    await Promise.all([1, 2, 3, 4, 5].flatMap((n) => [a.add(rented(n)), b.add(rented(100 + n))]));
    expect(ids((await openWatches(path)).list()).sort((x, y) => x - y)).toEqual([
      1, 2, 3, 4, 5, 101, 102, 103, 104, 105,
    ]);
  });

  it('the same id at another service is another machine', async () => {
    const watches = await openWatches(undefined);
    await watches.add(rented(1));
    await watches.add({ ...rented(1), base_url: 'https://other.example.com' });
    await watches.remove(gone(1));
    expect(watches.list().map((r) => r.base_url)).toEqual(['https://other.example.com']);
    expect(watches.list(base_url)).toEqual([]);
  });

  it('events of a later kind are skipped and stay in the file', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    await (await openWatches(path)).add(rented(1));
    appendFileSync(path, '{"t":"later","id":9,"at":1,"base_url":"x"}\n');
    const watches = await openWatches(path);
    await watches.remove(gone(1));
    expect(watches.list()).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain('"later"');
    expect(watches.damage).toBeUndefined();
  });

  it('a file of a newer version is not touched, and what is added lasts for the run', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    const content = '{"rigdeck":"rents","version":3}\n';
    writeFileSync(path, content);
    const watches = await openWatches(path);
    expect(watches.problem).toContain('newer');
    expect(await watches.add(rented(1))).toMatchObject({ ok: false });
    expect(ids(watches.list())).toEqual([1]);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('without a place to write they last for the run, and add says so', async () => {
    const homeless = await openWatches(undefined);
    expect(await homeless.add(rented(1))).toMatchObject({
      ok: false,
      message: expect.stringContaining('this run'),
    });
    expect(ids(homeless.list())).toEqual([1]);
    const unwritable = await openWatches('/dev/null/rents.jsonl');
    expect(await unwritable.add(rented(1))).toMatchObject({ ok: false, reason: 'failed' });
    expect(ids(unwritable.list())).toEqual([1]);
  });

  it('a file of the first version gets a line of this one before what is added, so that an older rigdeck leaves it alone', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    const first = `{"rigdeck":"rents","version":1}\n${JSON.stringify({ t: 'rented', ...rented(1) })}\n`;
    writeFileSync(path, first);
    const watches = await openWatches(path);
    expect(ids(watches.list())).toEqual([1]);
    expect(readFileSync(path, 'utf8')).toBe(first);
    await watches.add(rented(2));
    await watches.add(rented(3));
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith(`${first}{"rigdeck":"rents","version":2}\n`)).toBe(true);
    expect(text.match(/"version":2/g)).toHaveLength(1);
    expect(ids((await openWatches(path)).list())).toEqual([1, 2, 3]);
  });

  it('a full disk is said to be one, and what was added lasts for the run', async () => {
    if (!existsSync('/dev/full')) return;
    const path = join(tempFolder(), 'rents.jsonl');
    const watches = await openWatches(path);
    symlinkSync('/dev/full', path);
    expect(await watches.add(rented(1))).toMatchObject({ ok: false, reason: 'full' });
    expect(ids(watches.list())).toEqual([1]);
  });

  it('takes along the beginning of a rent that could not be written before', async () => {
    const folder = tempFolder();
    const path = join(folder, 'state', 'rents.jsonl');
    const whose = { base_url, key_id: 'k', rent: 'r1' };
    const journal = await openRentJournal(path);
    writeFileSync(join(folder, 'state'), '');
    const intent = { ...whose, t: 'intent', at: 1, offer_id: 7, body_hash: 'h' } as const;
    expect(await journal.append(intent)).toMatchObject({ ok: false });
    rmSync(join(folder, 'state'));
    const unclear = { ...whose, t: 'unclear', at: 2 } as const;
    expect(await journal.append(unclear)).toEqual({ ok: true });
    const later = await openRentJournal(path);
    expect([later.damage, later.events()]).toEqual([undefined, [intent, unclear]]);
  });

  it('says beforehand whether an event would be kept, and leaves nothing of the trial behind', async () => {
    const folder = tempFolder();
    expect(await (await openRentJournal(join(folder, 'rents.jsonl'))).check()).toEqual({ ok: true });
    expect(readdirSync(folder)).toEqual([]);
    expect(await (await openRentJournal(undefined)).check()).toMatchObject({ ok: false });
    mkdirSync(join(folder, 'taken.jsonl'));
    expect(await (await openRentJournal(join(folder, 'taken.jsonl'))).check()).toMatchObject({ ok: false });
  });
});

describe('the one that rents on an account', () => {
  it('reads what others have written before, and keeps what it could not write', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    const [a, b] = [await openRentJournal(path), await openRentJournal(path)];
    let told = 0;
    b.subscribe(() => {
      told += 1;
    });
    await a.append({ t: 'rented', ...rented(1) });
    expect(b.events()).toEqual([]);
    expect((await b.claim(['account'], 0)).kind).toBe('mine');
    expect(b.events().map((event) => event.t === 'rented' && event.id)).toEqual([1]);
    expect(told).toBe(1);
  });

  it('is one journal at a time, each account by itself, until it is given back', async () => {
    const path = join(tempFolder(), 'rents.jsonl');
    const [a, b] = [await openRentJournal(path), await openRentJournal(path)];
    expect((await a.claim(['one'], 0)).kind).toBe('mine');
    // Asked again it is the same one's still, even twice at once.
    expect((await Promise.all([a.claim(['one'], 0), a.claim(['one'], 0)])).map(({ kind }) => kind)).toEqual([
      'mine',
      'mine',
    ]);
    expect((await b.claim(['one'], 0)).kind).toBe('held');
    expect((await b.claim(['two'], 0)).kind).toBe('mine');
    a.release();
    expect((await b.claim(['one'], 0)).kind).toBe('mine');
    expect((await a.claim(['one'], 0)).kind).toBe('held');
    b.release(['one']);
    expect((await a.claim(['one'], 0)).kind).toBe('mine');
  });
});
