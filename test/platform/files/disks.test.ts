import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notKeptWords } from '../../../src/app/not-kept.ts';
import { openRentJournal } from '../../../src/app/rent-journal.ts';
import { manualClock } from '../../../src/base/clock.ts';
import { sampleRules } from '../../../src/engine/money/samples.ts';
import { searchRules } from '../../../src/engine/offers/saved-search.ts';
import { fileStore } from '../../../src/platform/credentials/file-store.ts';
import { openProfiles } from '../../../src/platform/credentials/profiles.ts';
import { openCommandHistory } from '../../../src/platform/files/command-history.ts';
import { openDrafts } from '../../../src/platform/files/draft.ts';
import { cannotKeepIn } from '../../../src/platform/files/folder-check.ts';
import { knownHostsFile } from '../../../src/platform/files/known-hosts.ts';
import { openKnownIds } from '../../../src/platform/files/known-ids.ts';
import { writeNewFile, writeOver } from '../../../src/platform/files/new-file.ts';
import { resolvePaths } from '../../../src/platform/files/paths.ts';
import { openSamples } from '../../../src/platform/files/samples.ts';
import { openSavedSearches } from '../../../src/platform/files/saved-searches.ts';
import { stampedFiles } from '../../../src/platform/files/stamped-file.ts';
import { openUnkeptCodes } from '../../../src/platform/files/unkept-codes.ts';
import { openViews } from '../../../src/platform/files/views.ts';
import { takeLock } from '../../../src/platform/files/writer-lock.ts';
import { writeCrashReport } from '../../../src/platform/log/crash-report.ts';
import { openLog } from '../../../src/platform/log/log.ts';
import { createRedactor } from '../../../src/platform/log/redact.ts';
import { writeKept } from '../../../src/platform/start/kept-files.ts';
import { writeStateFile } from '../../../src/sandbox/state-file.ts';
import { describeIf } from '../../support/strict.ts';
import { mountSmallDisk, type SmallDisk, smallDiskUnavailable } from './small-disk.ts';

const clock = manualClock(Date.UTC(2026, 0, 1));
const redactor = createRedactor();
const places = { home: '/', cwd: '/' };
const whose = { base_url: 'https://api.example.com', key_id: 'k' };
/** More than what is left over in the last block of a file. */
const long = 'x'.repeat(5000);

type Said = { ok: true } | { ok: false; message: string } | 'nothing';
/** One open file over the whole life of a disk, as a run of the program has it: writes `text`, and answers what it says. */
type Writer = (path: string) => Promise<(text: string) => Promise<Said>>;

/** Whatever is written, by the name of its file. */
const writers: Record<string, Writer> = {
  'searches.toml': async (path) => {
    const searches = await openSavedSearches(path, searchRules);
    return (text) =>
      searches.change((list) => {
        const name = text.replaceAll('x', 'y');
        const read = searchRules.fromRecord({ name, filter: 'num_gpus=1' });
        return read.ok ? [...list, read.saved] : list;
      });
  },
  'profiles.json': async (path) => {
    const profiles = await openProfiles({ path, documents: stampedFiles });
    return (text) =>
      profiles.save({ name: 'a', baseUrl: `https://x.test/${text}`, home: 'memory', keyId: 'k' });
  },
  'credentials.json': async (path) => {
    const store = fileStore({ path, documents: stampedFiles });
    return async (text) => {
      const done = await store.set('a', text);
      return done.ok ? { ok: true } : { ok: false, message: done.failure.message };
    };
  },
  'rents.jsonl': async (path) => {
    const journal = await openRentJournal(path);
    return (text) => journal.append({ t: 'gone', id: text.length, at: 1, base_url: text, key_id: 'k' });
  },
  'a rent that is tried out': async (path) => {
    const journal = await openRentJournal(path);
    return (text) =>
      text === 'first' ? journal.append({ t: 'gone', id: 1, at: 1, ...whose }) : journal.check();
  },
  'rents.lock': async (path) => async () => {
    const lock = await takeLock(path, 1);
    if (lock.kind !== 'mine') return { ok: false, message: lock.kind === 'held' ? 'held' : lock.message };
    lock.release();
    return { ok: true };
  },
  'samples.jsonl': async (path) => {
    const samples = openSamples({ path, clock, rules: sampleRules });
    let at = 0;
    return (text) => {
      at += 1;
      return samples.add(clock.now() + at, { [`market ${text}`]: 1 });
    };
  },
  'drafts.json': async (path) => {
    const drafts = await openDrafts(path);
    return (text) => drafts.keep('rent', { label: text });
  },
  'views.json': async (path) => {
    const views = await openViews(path);
    return (text) => views.keep('offers', { columns: [{ id: text }] } as never);
  },
  'commands.json': async (path) => {
    const history = await openCommandHistory(path);
    return (text) => history.keep([text]);
  },
  'unkept-codes.json': async (path) => {
    const codes = await openUnkeptCodes(path);
    return (text) => codes.note(text, 1);
  },
  instances: async (path) => {
    const ids = openKnownIds(path);
    return (text) => ids.note(Array.from(text, (letter, n) => n * 1000 + letter.charCodeAt(0)));
  },
  'rigdeck.log': async (path) => {
    const log = openLog({ path, clock, redactor });
    return async (text) => {
      log.info(text, { text });
      return 'nothing';
    };
  },
  'code.bin': async (path) => async (text) => {
    writeKept({ folder: dirname(path), name: 'code.bin', key: 'k', others: 2 }, Buffer.from(text));
    return 'nothing';
  },
  'known_hosts/12': async (path) => async () => {
    knownHostsFile(dirname(dirname(path)), 12);
    return 'nothing';
  },
  'crash.txt': async (path) => async (text) =>
    writeCrashReport(
      dirname(path),
      { at: clock.now(), version: '1', platform: 'x', node: '20', error: new Error(text), logLines: [] },
      redactor,
    ),
  'codes.txt': async (path) => async (text) => writeNewFile(`${path}.${text.slice(0, 5)}`, text, places),
  'offers.csv': async (path) => async (text) => writeOver(path, text, places),
  'sandbox.json': async (path) => async (text) => {
    try {
      writeStateFile(path, { requests: [], text } as never);
      return { ok: true };
    } catch (error) {
      return { ok: false, message: (error as Error).message };
    }
  },
};

const faults: Record<string, { begin(disk: SmallDisk): void; end(disk: SmallDisk): void; words: RegExp }> = {
  'a full disk': {
    begin: (disk) => disk.fill(),
    end: (disk) => disk.free(),
    words:
      /^There is no room left for \/\S+, so it is not kept\.$|^The sandbox could not be kept in \/\S+ \(ENOSPC\)\.$/,
  },
  'a disk that takes no writes': {
    begin: (disk) => disk.readOnly(true),
    end: (disk) => disk.readOnly(false),
    words:
      /^\/\S+ cannot be written here, so it is not kept\.$|^The sandbox could not be kept in \/\S+ \(EROFS\)\.$/,
  },
};

const all = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'filler')
    .sort();

describeIf(smallDiskUnavailable())('C112 what is kept on', () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = mountSmallDisk();
  });
  afterAll(() => disk.takeAway());

  for (const [what, fault] of Object.entries(faults))
    it.each(Object.entries(writers))(
      `${what} is said not to be, the old stays, and the next is kept: %s`,
      async (name, open) => {
        const folder = join(disk.folder, what.replaceAll(' ', '-'), name.replaceAll(' ', '-'));
        const path = join(folder, name.replaceAll(' ', '-'));
        mkdirSync(dirname(path), { recursive: true });
        const write = await open(path);
        const first = await write('first');
        expect(first === 'nothing' || first.ok, JSON.stringify(first)).toBe(true);
        const before = all(folder);
        const old = existsSync(path) ? readFileSync(path, 'utf8') : undefined;

        fault.begin(disk);
        const said = await write(long).finally(() => fault.end(disk));
        if (said !== 'nothing') {
          expect(said.ok).toBe(false);
          if (!said.ok) expect(said.message).toMatch(fault.words);
        }
        expect(all(folder)).toEqual(before);
        if (old !== undefined) expect(readFileSync(path, 'utf8').startsWith(old)).toBe(true);

        const third = await write('third');
        expect(third === 'nothing' || third.ok, JSON.stringify(third)).toBe(true);
        if (old === undefined || name === 'a rent that is tried out') return;
        const now = readFileSync(path, 'utf8');
        expect(now.includes('third') || now !== old).toBe(true);
      },
    );

  it('a rent journal that a full disk has torn is whole for the next start, with what came before and after', async () => {
    const path = join(disk.folder, 'torn', 'rents.jsonl');
    const write = await writers['rents.jsonl']?.(path);
    await write?.('https://one.test');
    disk.fill();
    expect(await write?.(`https://${long}.test`)).toMatchObject({ ok: false });
    disk.free();
    await write?.('https://three.test');
    const journal = await openRentJournal(path);
    expect(journal.events().map((event) => event.base_url)).toEqual([
      'https://one.test',
      'https://three.test',
    ]);
    expect([journal.damage, journal.problem]).toEqual([undefined, undefined]);
  });

  it('a log goes on once there is room, and a line that was torn spoils no other', () => {
    const path = join(disk.folder, 'log', 'rigdeck.log');
    const log = openLog({ path, clock, redactor });
    log.info('before');
    disk.fill();
    log.info('lost', { long, more: long.toUpperCase() });
    disk.free();
    log.info('after');
    log.info('and on');
    const whole = readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [(JSON.parse(line) as { event?: string }).event];
        } catch {
          return [];
        }
      });
    expect(whole).toEqual([undefined, 'before', 'after', 'and on']);
  });

  it('is told by the check of a folder, which leaves nothing behind', async () => {
    const folder = join(disk.folder, 'not', 'there', 'yet');
    expect(await cannotKeepIn(folder)).toBeUndefined();
    expect(await notKeptWords({ notKept: [], stateDir: folder })).toBeUndefined();
    disk.fill();
    expect(await cannotKeepIn(folder)).toBe(`${disk.folder} is on a disk that is full`);
    expect(await notKeptWords({ notKept: [], stateDir: folder, configDir: join(folder, 'c') })).toBe(
      `What you rent, type and choose is kept for this run only: ${disk.folder} is on a disk that is full. rigdeck doctor looks again`,
    );
    disk.free();
    disk.readOnly(true);
    expect(await cannotKeepIn(folder)).toBe(`${disk.folder} is on a disk that takes no writes`);
    disk.readOnly(false);
    expect(existsSync(join(disk.folder, 'not'))).toBe(false);
  });
});

it('every file of ours that is written has its way in the table above', () => {
  const {
    notKept: _,
    configDir,
    stateDir,
    cacheDir,
    crashDir,
    config,
    ...written
  } = resolvePaths({ HOME: '/h' });
  expect([configDir, stateDir, cacheDir, crashDir, config]).not.toContain(undefined);
  for (const path of Object.values(written)) expect(Object.keys(writers)).toContain(basename(path));
});
