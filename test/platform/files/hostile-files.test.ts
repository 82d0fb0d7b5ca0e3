import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pid } from 'node:process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRentJournal } from '../../../src/app/rent-journal.ts';
import { manualClock } from '../../../src/base/clock.ts';
import { mustBeNew } from '../../../src/commands/cli/new-file-out.ts';
import { sampleRules } from '../../../src/engine/money/samples.ts';
import { searchRules } from '../../../src/engine/offers/saved-search.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { fileStore } from '../../../src/platform/credentials/file-store.ts';
import { openProfiles } from '../../../src/platform/credentials/profiles.ts';
import { openCommandHistory } from '../../../src/platform/files/command-history.ts';
import { openDrafts } from '../../../src/platform/files/draft.ts';
import { knownHostsFile } from '../../../src/platform/files/known-hosts.ts';
import { openKnownIds } from '../../../src/platform/files/known-ids.ts';
import { writeNewFile, writeOver } from '../../../src/platform/files/new-file.ts';
import { isStranger, whyNotOurs } from '../../../src/platform/files/own-file.ts';
import { openSamples } from '../../../src/platform/files/samples.ts';
import { openSavedSearches } from '../../../src/platform/files/saved-searches.ts';
import { publicKeyFiles } from '../../../src/platform/files/ssh-public-files.ts';
import { stampedFiles } from '../../../src/platform/files/stamped-file.ts';
import { openUnkeptCodes } from '../../../src/platform/files/unkept-codes.ts';
import { openViews } from '../../../src/platform/files/views.ts';
import { takeLock } from '../../../src/platform/files/writer-lock.ts';
import { writeCrashReport } from '../../../src/platform/log/crash-report.ts';
import { openLog } from '../../../src/platform/log/log.ts';
import { createRedactor } from '../../../src/platform/log/redact.ts';
import { keptName, readKept, writeKept } from '../../../src/platform/start/kept-files.ts';
import { readStateFile, writeStateFile } from '../../../src/sandbox/state-file.ts';
import { tempFolder } from './temp-folder.ts';

const clock = manualClock(Date.UTC(2026, 0, 1));
const redactor = createRedactor();
const account = { base_url: 'https://api.example.com', key_id: 'k' };

/** Everything that reads or writes a file at a path that somebody could have known before. */
const users: Record<string, { secret?: boolean; use(path: string): Promise<unknown> }> = {
  'config.toml': { use: (path) => readConfig(path) },
  'searches.toml': {
    use: async (path) => (await openSavedSearches(path, searchRules)).change(() => []),
  },
  'profiles.json': {
    use: async (path) => {
      const profiles = await openProfiles({ path, documents: stampedFiles });
      return profiles.save({ name: 'a', baseUrl: 'https://x.test', home: 'memory', keyId: 'k' });
    },
  },
  'credentials.json': {
    secret: true,
    use: (path) => fileStore({ path, documents: stampedFiles }).set('a', 'a-key-of-mine'),
  },
  'rents.jsonl': {
    use: async (path) => {
      const journal = await openRentJournal(path);
      await journal.check();
      return journal.append({ t: 'gone', id: 1, at: 1, ...account });
    },
  },
  'rents.jsonl.lock': { use: (path) => takeLock(path.replace(/\.7$/, ''), 1) },
  'samples.jsonl': { use: (path) => openSamples({ path, clock, rules: sampleRules }).add(1, { credit: 1 }) },
  'drafts.json': { use: async (path) => (await openDrafts(path)).keep('rent', { label: 'x' }) },
  'views.json': { use: (path) => openViews(path) },
  'commands.json': { use: async (path) => (await openCommandHistory(path)).keep(['inst']) },
  'unkept-codes.json': { use: async (path) => (await openUnkeptCodes(path)).note('a', 1) },
  instances: { use: (path) => openKnownIds(path).note([1, 2]) },
  'rigdeck.log': { use: async (path) => openLog({ path, clock, redactor }).info('started') },
  'code.bin': {
    use: async (path) => {
      const name = keptName('code', path);
      plantAlso(path, join(dirname(path), name));
      plantAlso(path, join(dirname(path), `${name}.${pid}`));
      readKept([join(dirname(path), name)], path);
      writeKept({ folder: dirname(path), name, key: path, others: 2 }, Buffer.from('code'));
    },
  },
  'known_hosts/12': { use: async (path) => knownHostsFile(dirname(dirname(path)), 12) },
  'id.pub': {
    use: async (path) => {
      const home = dirname(path);
      mkdirSync(join(home, '.ssh'));
      plantAlso(path, join(home, '.ssh', 'id.pub'));
      return publicKeyFiles(home);
    },
  },
  'crash-2026-01-01T00-00-00-000Z.txt': {
    use: async (path) =>
      writeCrashReport(
        dirname(path),
        {
          ...{
            at: clock.now(),
            version: '1',
            platform: 'x',
            node: '20',
            error: new Error('x'),
            logLines: [],
          },
        },
        redactor,
      ),
  },
  'codes.txt': { use: (path) => writeNewFile(path, 'codes', { home: '/', cwd: '/' }) },
  'offers.json': { use: (path) => writeOver(path, 'rows', { home: '/', cwd: '/' }) },
  'sandbox.json': {
    use: async (path) => {
      plantAlso(path, `${path}.next`);
      try {
        readStateFile(path);
      } finally {
        writeStateFile(join(dirname(path), 'other.json'), { requests: [] } as never);
      }
    },
  },
};

const victimText = 'ssh-ed25519 of somebody\n';
let planted: (path: string) => void = () => {};
/** The same obstacle at another name that is known beforehand. */
const plantAlso = (_: string, path: string) => planted(path);

/** What somebody puts in the place of a file beforehand. `victim` is a file of ours that is nothing of rigdeck's. */
const obstacles: Record<string, (path: string, victim: string) => void> = {
  'a pipe that nobody writes to': (path) => void spawnSync('mkfifo', [path]),
  'a link to such a pipe': (path) => {
    if (!existsSync(`${path}.pipe`)) spawnSync('mkfifo', [`${path}.pipe`]);
    symlinkSync(`${path}.pipe`, path);
  },
  'a folder': (path) => mkdirSync(path),
  'a link that leads nowhere': (path, victim) => symlinkSync(`${victim}.none`, path),
  'a link to an endless device': (path, victim) => symlinkSync(endlessDevice(`${victim}.zero`), path),
  'a link in a circle': (path) => symlinkSync(path, path),
  'a link of somebody else to a file of ours': (path, victim) => {
    symlinkSync(victim, path);
    asStranger(path);
  },
};

const realUid = process.getuid?.();
/** Root could take the place of the system's own: there it is a second one, at `path`. */
function endlessDevice(path: string): string {
  if (realUid !== 0) return '/dev/zero';
  // Where none can be made, as in some containers, a pipe stands for it.
  if (!existsSync(path) && spawnSync('mknod', [path, 'c', '1', '5']).status !== 0)
    spawnSync('mkfifo', [path]);
  return path;
}

/** From now on `path` is somebody else's, as far as this process can tell. */
function asStranger(path: string): void {
  if (realUid === undefined) return;
  vi.spyOn(process, 'getuid').mockReturnValue(realUid + 1);
  if (realUid === 0) lchownSync(path, 4242, 4242);
}
afterEach(() => vi.restoreAllMocks());

describe('what somebody has put in the place of a file beforehand', () => {
  for (const [what, plant] of Object.entries(obstacles)) {
    it(`${what}: nothing hangs, nothing is written elsewhere`, async () => {
      for (const [name, { use }] of Object.entries(users)) {
        const folder = tempFolder();
        const victim = join(folder, 'victim');
        writeFileSync(victim, victimText);
        const path = join(folder, 'state', name === 'rents.jsonl.lock' ? `${name}.7` : name);
        mkdirSync(dirname(path), { recursive: true });
        planted = (at) => plant(at, victim);
        planted(path);
        // It may fail, in one sentence or by itself; it may not wait.
        const ended = await use(path).then(
          (value) => value,
          (error: unknown) => error,
        );
        vi.restoreAllMocks();
        expect(readFileSync(victim, 'utf8'), name).toBe(victimText);
        expect(existsSync(`${victim}.none`), name).toBe(false);
        for (const other of [`${victim}.zero`, `${path}.pipe`])
          if (existsSync(other)) expect(statSync(other).isFile(), name).toBe(false);
        expect(JSON.stringify(ended) ?? '', name).not.toContain(victimText.trim());
      }
    });
  }
});

describe('whose a file is', () => {
  const facts = (uid: number, mode: number, isFile = true) => ({ uid, mode, isFile: () => isFile });
  it('ours and root’s are read, what others own or anybody can change is not, and each is told in a sentence', () => {
    const why = (uid: number, mode: number, isFile = true, own: number | undefined = 1000) =>
      whyNotOurs('/x', facts(uid, mode, isFile), own);
    expect(why(1000, 0o644)).toBeUndefined();
    expect(why(0, 0o444)).toBeUndefined();
    // The default mask of many systems makes files that a group of one's own may change.
    expect(why(1000, 0o664)).toBeUndefined();
    expect(why(1001, 0o644)).toBe('/x belongs to somebody else, so it is not used. Move it away.');
    expect(why(1000, 0o666)).toMatch(/can be changed by anybody, so it is not used\. .*chmod o-w \/x$/);
    expect(why(1000, 0o644, false)).toMatch(/no plain file/);
    // Root in a container reads the home that is mounted there.
    expect(why(1000, 0o644, true, 0)).toBeUndefined();
    expect(isStranger(1000, 0)).toBe(false);
    expect(isStranger(5, undefined)).toBe(false);
  });

  it('settings that anybody can change start no program: they are left out and said to be', async () => {
    const path = join(tempFolder(), 'config.toml');
    writeFileSync(path, 'on_event = "evil"\n[[commands]]\nkey = "f5"\nrun = "evil"\non = ["offers"]\n');
    expect((await readConfig(path)).config).toMatchObject({ on_event: 'evil', commands: [{ run: 'evil' }] });
    chmodSync(path, 0o646);
    const { config, warnings } = await readConfig(path);
    expect(config).toEqual({ keys: {} });
    expect(warnings).toEqual([
      {
        message: `${path} can be changed by anybody, so it is not used. Close it with: chmod o-w ${path} The defaults are used.`,
      },
    ]);
  });

  it('kept code is taken from a plain file of ours alone, through no link', () => {
    const folder = tempFolder();
    const [path, link] = [join(folder, 'code-1.bin'), join(folder, 'code-2.bin')];
    writeKept({ folder, name: 'code-1.bin', key: 'k', others: 2 }, Buffer.from('code'));
    symlinkSync(path, link);
    expect(String(readKept([link], 'k'))).toBe('undefined');
    expect(String(readKept([path], 'k'))).toBe('code');
    vi.spyOn(process, 'getuid').mockReturnValue((realUid ?? 0) + 1);
    for (const mode of [0o620, 0o602]) {
      chmodSync(path, mode);
      expect(readKept([path], 'k')).toBeUndefined();
    }
  });

  it('what is written in a folder that everybody may write to is closed to them, and a second name of a file keeps its text', async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o777);
    for (const name of [
      'credentials.json',
      'profiles.json',
      'views.json',
      'instances',
      'unkept-codes.json',
    ]) {
      const path = join(folder, name);
      writeFileSync(path, '{"version":1}', { mode: 0o600 });
      linkSync(path, `${path}.other`);
      await users[name]?.use(path);
      expect(statSync(path).mode & 0o777, name).toBe(0o600);
      expect(readFileSync(`${path}.other`, 'utf8'), name).toBe('{"version":1}');
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a log that is no plain file', () => {
  it('keeps its mode and its name, however much is written: it may be /dev/null', () => {
    const path = join(tempFolder(), 'log');
    spawnSync('mkfifo', ['-m', '644', path]);
    const reader = openSync(path, 'r+');
    const log = openLog({ path, clock, redactor, maxBytes: 300 });
    for (let n = 0; n < 9; n += 1) log.info('a line of some length, so that the log is full soon');
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(readdirSync(dirname(path))).toEqual(['log']);
    const seen = Buffer.alloc(4096);
    expect(seen.toString('utf8', 0, readSync(reader, seen)).match(/a line of/g)).toHaveLength(9);
    closeSync(reader);
  });
});

it('a file for what comes once is refused before it is made, also where a link leads nowhere', async () => {
  const path = join(tempFolder(), 'codes.txt');
  symlinkSync(`${path}.none`, path);
  await expect(mustBeNew(path)).rejects.toMatchObject({
    message: expect.stringContaining('is there already'),
  });
  await expect(mustBeNew(`${path}.new`)).resolves.toBeUndefined();
});
