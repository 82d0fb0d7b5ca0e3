import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../src/base/clock.ts';
import { sampleRules } from '../../../src/engine/money/samples.ts';
import { type SavedSearch, searchRules } from '../../../src/engine/offers/saved-search.ts';
import { fileStore } from '../../../src/platform/credentials/file-store.ts';
import { openProfiles } from '../../../src/platform/credentials/profiles.ts';
import { openCommandHistory } from '../../../src/platform/files/command-history.ts';
import { openDrafts } from '../../../src/platform/files/draft.ts';
import { ownMark } from '../../../src/platform/files/process-mark.ts';
import { openSamples } from '../../../src/platform/files/samples.ts';
import { openSavedSearches } from '../../../src/platform/files/saved-searches.ts';
import { stampedFiles } from '../../../src/platform/files/stamped-file.ts';
import { openUnkeptCodes } from '../../../src/platform/files/unkept-codes.ts';
import { openViews } from '../../../src/platform/files/views.ts';
import { tempFolder } from './temp-folder.ts';

const documents = stampedFiles;
const names = Array.from({ length: 8 }, (_, index) => `name-${index}`);
const search: SavedSearch['search'] = {
  type: 'on-demand',
  filters: {},
  order: [['dph_total', 'asc']],
  limit: 64,
};
const now = Date.UTC(2026, 0, 1);

/** Opens a file as a process of its own does, adds something under a name, and tells all that is there. */
type Kind = {
  add(path: string, name: string): Promise<() => Promise<unknown>>;
  all(path: string): Promise<unknown>;
};

const kinds: Record<string, Kind> = {
  profiles: {
    async add(path, name) {
      const profiles = await openProfiles({ path, documents });
      return () => profiles.save({ name, baseUrl: 'https://a.example', home: 'file', keyId: name });
    },
    all: async (path) => (await openProfiles({ path, documents })).all().map(({ name }) => name),
  },
  keys: {
    add: async (path, name) => () => fileStore({ path, documents }).set(name, `secret of ${name}`),
    async all(path) {
      const list = await fileStore({ path, documents }).list();
      return list.ok ? list.value : list;
    },
  },
  'columns of lists': {
    async add(path, name) {
      const views = await openViews(path);
      return () => views.keep(name, { order: [name], on: [], off: [] });
    },
    async all(path) {
      const views = await openViews(path);
      return names.filter((name) => views.get(name) !== undefined);
    },
  },
  'saved searches': {
    async add(path, name) {
      const searches = await openSavedSearches(path, searchRules);
      return () => searches.change((list) => [...list, { name, watch: false, search }]);
    },
    all: async (path) => (await openSavedSearches(path, searchRules)).list().map(({ name }) => name),
  },
  'codes that were not kept': {
    async add(path, name) {
      const codes = await openUnkeptCodes(path);
      return () => codes.note(name, 1);
    },
    all: async (path) => Object.keys((await openUnkeptCodes(path)).all()),
  },
  drafts: {
    async add(path, name) {
      const drafts = await openDrafts(path);
      return () => drafts.keep(name, { label: name });
    },
    async all(path) {
      const drafts = await openDrafts(path);
      return names.filter((name) => drafts.get(name) !== undefined);
    },
  },
  'commands that were typed': {
    async add(path, name) {
      const history = await openCommandHistory(path);
      return () => history.keep([...history.list(), name]);
    },
    all: async (path) => (await openCommandHistory(path)).list(),
  },
  samples: {
    async add(path, name) {
      const samples = openSamples({ path, clock: manualClock(now), rules: sampleRules });
      return () => samples.add(now, { [`credit ${name}`]: 1 });
    },
    async all(path) {
      const samples = openSamples({ path, clock: manualClock(now), rules: sampleRules });
      await samples.add(now, { other: 1 });
      return names.filter((name) => samples.series(`credit ${name}`).length > 0);
    },
  },
};

describe('what several processes change at once', () => {
  it.each(Object.entries(kinds))('is all kept: %s', async (_, { add, all }) => {
    const folder = tempFolder();
    const path = join(folder, 'file');
    const changes = await Promise.all(names.map((name) => add(path, name)));
    const outcomes = await Promise.all(changes.map((change) => change()));
    expect(outcomes.map((outcome) => (outcome as { ok: boolean }).ok)).toEqual(names.map(() => true));
    expect([...((await all(path)) as string[])].sort()).toEqual(names);
    // Nothing of the turns is left.
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('waits for nobody who was killed in the middle of a change', async () => {
    const path = join(tempFolder(), 'file');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(`${path}.lock`, JSON.stringify({ ...ownMark(), pid, started: 'before' }));
    const { add, all } = kinds.keys as Kind;
    await (await add(path, 'name-0'))();
    expect(await all(path)).toEqual(['name-0']);
  });
});
