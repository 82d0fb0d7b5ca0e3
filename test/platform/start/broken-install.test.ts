/** An installation of which a file is missing, ends in the middle or is of another version: told, and no bug. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isBrokenInstall } from '../../../src/platform/start/broken-install.ts';
import { openScripts } from '../../../src/platform/start/program-scripts.ts';
import { program, shortLived } from '../../support/program.ts';

let home: string;
let dist: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rigdeck-broken-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  dist = join(home, 'dist');
  // Without the code that was kept of it: of a text of the same length V8 would take it.
  for (const name of readdirSync(dirname(program())).filter((one) => /\.js(on)?$/.test(one)))
    cpSync(join(dirname(program()), name), join(dist, name));
});

const change = (name: string, by: (text: string) => string) =>
  writeFileSync(join(dist, name), by(readFileSync(join(dist, name), 'latin1')), 'latin1');
const missing = (name: string) => rmSync(join(dist, name));
const cut = (name: string) => change(name, (text) => text.slice(0, text.length / 2));
const emptied = (name: string) => change(name, () => '');
const ofAnother = (name: string) => change(name, (text) => text.replace(/^\/\*\w{16}/, '/*0123456789abcdef'));

function run(...args: string[]) {
  const argv = [...shortLived, join(dist, basename(program())), ...args];
  const env = { PATH: process.env.PATH, HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' };
  return spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
}

const again = 'Install it again.\n';
const notWhole = /^The installation of rigdeck is broken: [\w.]+ is not whole\. Install it again\.\n$/;

describe('an installation that is broken', () => {
  it.each<[string, string, string, (name: string) => void, RegExp | string]>([
    [
      'the first',
      'missing',
      'main.js',
      missing,
      `The installation of rigdeck is broken: main.js is missing. ${again}`,
    ],
    ['the first', 'cut short', 'main.js', cut, notWhole],
    [
      'the program',
      'missing',
      'program.js',
      missing,
      `The installation of rigdeck is broken: program.js is missing. ${again}`,
    ],
    ['the program', 'cut short', 'program.js', cut, notWhole],
    ['the program', 'empty', 'program.js', emptied, notWhole],
    [
      'a later',
      'missing',
      'commands.js',
      missing,
      `error: The installation of rigdeck is broken: commands.js is missing.\nhint: ${again}`,
    ],
    ['a later', 'cut short', 'commands.js', cut, /commands\.js is not whole\.\nhint: Install it again\.\n$/],
    [
      'a later',
      'of another version',
      'commands.js',
      ofAnother,
      /commands\.js is of another version\.\nhint: Run it again, .* install it again\.\n$/,
    ],
  ])(
    'is told by a command in a sentence where %s script is %s, and no report is kept',
    (_, __, name, spoil, told) => {
      spoil(name);
      const { status, stdout, stderr } = run('status', '--sandbox');
      expect(stdout).toBe('');
      expect(stderr).toMatch(told);
      expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
      expect(status).toBe(1);
      expect(readdirSync(home)).toEqual(['dist']);
    },
  );

  it('is told to a script in JSON', () => {
    ofAnother('commands.js');
    const { status, stdout } = run('status', '--sandbox', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 1,
      error: { code: 'broken_install', next: expect.stringMatching(/install it again/) },
    });
    expect(status).toBe(1);
  });

  it('is none where a script fails for another reason', () => {
    change('program.js', (text) =>
      text.replace(/^(\/\*\w+\*\/).*$/s, '$1({ all: () => { throw new Error("other"); } })'),
    );
    const hash = /^\/\*(\w+)/.exec(readFileSync(join(dist, 'program.js'), 'latin1'))?.[1] ?? '';
    const given = { names: ['program'], folders: [], folder: undefined, calmMs: 1, sleep: async () => {} };
    const { load } = openScripts({ dir: dist, hash, ...given });
    let error: unknown;
    try {
      load('program/program');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ message: 'other' });
    expect(isBrokenInstall(error)).toBe(false);
  });
});
