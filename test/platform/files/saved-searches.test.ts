import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SavedSearch, searchRules } from '../../../src/engine/offers/saved-search.ts';
import { openSavedSearches, readSearches } from '../../../src/platform/files/saved-searches.ts';

const saved = (name: string, watch = false): SavedSearch => ({
  name,
  watch,
  search: { type: 'on-demand', filters: { num_gpus: { eq: 2 } }, order: [['dph_total', 'asc']], limit: 64 },
});
const file = async (text?: string) => {
  const path = join(await mkdtemp(join(tmpdir(), 'searches-')), 'rigdeck', 'searches.toml');
  const open = () => openSavedSearches(path, searchRules);
  if (text !== undefined) {
    await (await open()).change(() => []);
    await writeFile(path, text);
  }
  return { path, open, text: () => readFile(path, 'utf8') };
};
const byHand = `# mine, for the team
version = 1

# the good ones
[[search]]
name = "two-gpus"   # for training
filter = 'num_gpus=2'
order = "dph_total"

[[search]]
name = "other"
`;

describe('searches.toml', () => {
  it('is made with the first search, for its owner alone, and read again', async () => {
    const { path, open, text } = await file();
    const first = await open();
    expect(await first.change((now) => [...now, saved('a'), saved('b', true)])).toEqual({ ok: true });
    expect((await open()).list()).toEqual([saved('a'), saved('b', true)]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await text()).toBe(
      `# Saved searches: :NAME in the deck or rigdeck offers --search NAME runs one.
version = 1

[[search]]
name = "a"
type = "on-demand"
filter = "num_gpus=2"
order = "dph_total"
limit = 64

[[search]]
name = "b"
type = "on-demand"
filter = "num_gpus=2"
order = "dph_total"
limit = 64
watch = true

`,
    );
  });

  it('keeps what a hand has written around a change, and what another rigdeck has added', async () => {
    const { open, text } = await file(byHand);
    const [one, two] = [await open(), await open()];
    expect(one.list()).toEqual([saved('two-gpus'), expect.objectContaining({ name: 'other' })]);
    await two.change((now) => [...now, saved('new')]);
    await one.change((now) => now.filter(({ name }) => name !== 'other'));
    expect(await text()).toContain('# mine, for the team');
    expect(await text()).toContain('name = "two-gpus"   # for training');
    expect((await open()).list().map(({ name }) => name)).toEqual(['two-gpus', 'new']);
    expect(one.list().map(({ name }) => name)).toEqual(['two-gpus', 'new']);
  });

  it.each([
    ['[[search]\n', 'searches.toml, line 1: it is not valid TOML'],
    ['version = 2\n', 'searches.toml was written by a newer rigdeck and is left as it is.'],
    ['search = 5\n', 'searches.toml, line 1: a search stands under [[search]].'],
    ['searches = []\n', 'searches.toml, line 1: there is no setting searches.'],
    [
      `${byHand}limit = 0\n`,
      'searches.toml, line 12: limit must be a whole number from 1. The search is left out.',
    ],
    [
      `${byHand}\n[[search]]\nname = "other"\n`,
      'searches.toml, line 14: there are two searches called other.',
    ],
  ])('%j is named and never written over; what is meant counts for the run', async (text, problem) => {
    const there = await file(text);
    const opened = await there.open();
    expect(opened.problems()).toEqual([expect.stringContaining(problem)]);
    const outcome = await opened.change((now) => [...now, saved('mine')]);
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('Mend it first') });
    expect(await there.text()).toBe(text);
    expect(opened.list().at(-1)).toEqual(saved('mine'));
    await writeFile(there.path, byHand);
    await opened.reload();
    expect([opened.list().length, opened.problems()]).toEqual([2, []]);
  });

  it('that cannot be read is not written over either', async () => {
    const there = await file(byHand);
    await chmod(there.path, 0);
    // The superuser reads it all the same.
    const readable = await readFile(there.path).then(
      () => true,
      () => false,
    );
    const outcome = await (await there.open()).change(() => [saved('mine')]);
    await chmod(there.path, 0o600);
    expect([outcome.ok, (await there.text()) === byHand]).toEqual(readable ? [true, false] : [false, true]);
  });

  it('without a home lasts for the run, and says so', async () => {
    const opened = await openSavedSearches(undefined, searchRules);
    const outcome = await opened.change(() => [saved('a')]);
    expect(outcome).toEqual({ ok: false, message: 'There is no folder for settings' });
    await opened.reload();
    expect(opened.list()).toEqual([saved('a')]);
  });

  it('names each fault of a search with its line, and that it is left out', () => {
    const { problems } = readSearches(`${byHand}sort = "x"\n# odd\nlimit = "5"\n`, searchRules);
    expect(problems).toEqual([
      'searches.toml, line 12: there is no setting sort. The search is left out.',
      'searches.toml, line 14: limit must be a whole number from 1.',
    ]);
  });

  it('reads one search beside a bad one', () => {
    const { list, problems } = readSearches(`${byHand}type = "spot"\n`, searchRules);
    expect(list.map(({ name }) => name)).toEqual(['two-gpus']);
    expect(problems).toHaveLength(1);
  });
});
