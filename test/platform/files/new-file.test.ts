import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeNewFile, writeOver } from '../../../src/platform/files/new-file.ts';
import { resolvePaths } from '../../../src/platform/files/paths.ts';
import { publicKeyFiles } from '../../../src/platform/files/ssh-public-files.ts';
import { placesOf, typedPath } from '../../../src/platform/files/typed-path.ts';
import { tempFolder } from './temp-folder.ts';

const text = 'K7QF-93XM-P2LD\nM2XC-TT4H-9WQJ\n';
const at = (folder: string) => ({ home: folder, cwd: folder });

describe('a file for new backup codes', () => {
  test('C053 is new, whole, and readable by its owner alone', async () => {
    const folder = tempFolder();
    const before = process.umask(0o000);
    const outcome = await writeNewFile('codes.txt', text, at(folder)).finally(() => process.umask(before));
    const path = join(folder, 'codes.txt');
    expect(outcome).toEqual({ ok: true, path, warnings: [] });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('lies in the home folder when it is named with ~', async () => {
    const home = tempFolder();
    const outcome = await writeNewFile('~/codes.txt', text, { home, cwd: tempFolder() });
    expect(outcome).toMatchObject({ ok: true, path: join(home, 'codes.txt') });
  });

  test('never takes the place of a file that is there', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'codes.txt'), 'older codes');
    expect(await writeNewFile('codes.txt', text, at(folder))).toMatchObject({ ok: false, reason: 'exists' });
    expect(readFileSync(join(folder, 'codes.txt'), 'utf8')).toBe('older codes');
    mkdirSync(join(folder, 'sub'));
    expect(await writeNewFile('sub', text, at(folder))).toMatchObject({ ok: false, reason: 'exists' });
  });

  test('is not written through a link, whether it leads anywhere or not', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'elsewhere'), 'mine');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    for (const name of ['link', 'dangling']) {
      expect(await writeNewFile(name, text, at(folder))).toMatchObject({ ok: false, reason: 'exists' });
    }
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('mine');
    expect(() => lstatSync(join(folder, 'nowhere'))).toThrow();
  });

  test('wants a folder that exists, and a name', async () => {
    const folder = tempFolder();
    expect(await writeNewFile('no/codes.txt', text, at(folder))).toMatchObject({ reason: 'no-folder' });
    for (const path of ['', '  ', `${folder}/`]) {
      expect(await writeNewFile(path, text, at(folder))).toMatchObject({ ok: false, reason: 'no-name' });
    }
  });

  test('says so when a git tree or a synced folder could carry it away', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'project', '.git'), { recursive: true });
    mkdirSync(join(folder, 'project', 'deep'));
    mkdirSync(join(folder, 'Dropbox'));
    mkdirSync(join(folder, 'shared', '.stfolder'), { recursive: true });
    // A worktree has a file where a clone has a folder.
    mkdirSync(join(folder, 'tree'));
    writeFileSync(join(folder, 'tree', '.git'), 'gitdir: elsewhere');
    const kinds = async (path: string) => {
      const outcome = await writeNewFile(path, text, at(folder));
      return outcome.ok ? outcome.warnings.map(({ kind }) => kind) : outcome.reason;
    };
    expect(await kinds('project/deep/codes.txt')).toEqual(['git']);
    expect(await kinds('tree/codes.txt')).toEqual(['git']);
    expect(await kinds('Dropbox/codes.txt')).toEqual(['synced']);
    expect(await kinds('shared/codes.txt')).toEqual(['synced']);
    symlinkSync(join(folder, 'project'), join(folder, 'innocent'));
    expect(await kinds('innocent/codes.txt')).toEqual(['git']);
  });

  test('never tells a code in what it says', async () => {
    const folder = tempFolder();
    for (const path of ['codes.txt', 'codes.txt', 'no/codes.txt', '']) {
      expect(JSON.stringify(await writeNewFile(path, text, at(folder)))).not.toContain('K7QF');
    }
  });
});

test('a path is taken from the home folder, the current one, or as it stands', () => {
  const places = { home: '/home/me', cwd: '/work' };
  const at = (path: string) => typedPath(path, places);
  expect(at('~/a.txt')).toEqual({ ok: true, path: '/home/me/a.txt' });
  expect(at(' ~ ')).toEqual({ ok: true, path: '/home/me' });
  expect(at('a.txt')).toEqual({ ok: true, path: '/work/a.txt' });
  expect(at('~other/a.txt')).toEqual({ ok: true, path: '/work/~other/a.txt' });
  expect(at('/tmp/a.txt')).toEqual({ ok: true, path: '/tmp/a.txt' });
});

describe('without a home folder, or in a folder that was removed', () => {
  const gone = () => {
    throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
  };
  const homeless = [{}, { HOME: '' }, { HOME: 'here/and/there' }];

  test.each(homeless)(
    'a path that needs one is refused in a sentence, and others lead where they did: %j',
    async (env) => {
      const places = placesOf(env, () => '/work');
      expect(typedPath('a.txt', places)).toEqual({ ok: true, path: '/work/a.txt' });
      for (const path of ['~', '~/a.txt'])
        expect(typedPath(path, places)).toEqual({
          ok: false,
          message: 'There is no home folder (HOME): write the whole path, from /.',
        });
      expect(await writeNewFile('~/codes.txt', text, places)).toMatchObject({
        ok: false,
        reason: 'no-folder',
      });
      expect(await writeOver('~/list.csv', text, places)).toMatchObject({ ok: false, reason: 'no-folder' });
      expect(await publicKeyFiles(places.home)).toEqual([]);
    },
  );

  test('a whole path and one from the home folder need no other, and nothing throws', async () => {
    const home = tempFolder();
    const places = placesOf({ HOME: home }, gone);
    expect(await writeNewFile('~/codes.txt', text, places)).toMatchObject({ ok: true });
    expect(await writeNewFile(join(home, 'other.txt'), text, places)).toMatchObject({ ok: true });
    expect(await writeNewFile('codes.txt', text, places)).toEqual({
      ok: false,
      reason: 'no-folder',
      message: 'The folder that this runs in is gone: write the whole path, from /.',
    });
  });

  test('settings that are named from such a folder are left out, and said to be', () => {
    const cwd = process.cwd;
    process.cwd = gone;
    const paths = resolvePaths({ HOME: '/home/me', RIGDECK_CONFIG_DIR: 'mine' });
    process.cwd = cwd;
    expect(paths.config).toBeUndefined();
    expect(paths.rents).toBe('/home/me/.local/state/rigdeck/rents.jsonl');
    expect(paths.notKept).toContain('settings');
  });
});

describe('a list that is written over a file', () => {
  test('takes its place whole and is readable by its owner alone, whatever the old one was', async () => {
    const folder = tempFolder();
    const path = join(folder, 'list.csv');
    writeFileSync(path, 'older', { mode: 0o644 });
    expect(await writeOver('list.csv', text, at(folder))).toEqual({ ok: true, path, warnings: [] });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('is new where there is none, and leaves folders and links alone', async () => {
    const folder = tempFolder();
    expect(await writeOver('list.csv', text, at(folder))).toMatchObject({ ok: true });
    mkdirSync(join(folder, 'sub.csv'));
    expect(await writeOver('sub.csv', text, at(folder))).toMatchObject({ ok: false, reason: 'exists' });
    symlinkSync(join(folder, 'list.csv'), join(folder, 'link.csv'));
    expect(await writeOver('link.csv', 'other', at(folder))).toMatchObject({ ok: false, reason: 'exists' });
    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toBe(text);
  });
});
