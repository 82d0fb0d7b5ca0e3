import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openScripts } from '../src/program-scripts.ts';

let dir: string;
let folder: string;
let passed: () => void;

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'rigdeck-scripts-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  folder = join(home, 'cache');
  dir = join(home, 'dist');
  mkdirSync(dir);
  script('program', `'a.ts': () => part('later', 'b.ts') + 1`);
  script('later', `'b.ts': () => 41`);
});

function script(name: string, modules: string, hash = 'abc'): void {
  const text = `/*${hash}*/(function (require, module, exports, part) { module.exports = { ${modules} }; })`;
  writeFileSync(join(dir, `${name}.js`), text);
}

/** Opened as the process does; `passed` lets the time pass after which code is kept. */
function open() {
  const time = new Promise<void>((resolve) => {
    passed = resolve;
  });
  const given = { dir, names: ['program', 'later'], hash: 'abc', folders: [folder], folder, calmMs: 1 };
  return openScripts({ ...given, sleep: () => time });
}
const code = () => (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder).sort() : []);
/** All that waits for the time to pass has gone on. */
const gone = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the scripts of the program', () => {
  it('are loaded when something of them is first used', () => {
    const { part } = open();
    rmSync(join(dir, 'later.js'));
    expect(() => part('program', 'a.ts')).toThrow(/later\.js is missing/);
    script('later', `'b.ts': () => 41`);
    expect(part('program', 'a.ts')).toBe(42);
    rmSync(join(dir, 'later.js'));
    expect(part('program', 'a.ts')).toBe(42);
  });

  it('are not taken from another version that was written over them', () => {
    const { part, settle } = open();
    settle();
    script('later', `'b.ts': () => 0`, 'def');
    for (const _ of ['at first', 'and again'])
      expect(() => part('program', 'a.ts')).toThrow(
        /updated while it ran, or its installation is broken: later\.js is of another version/,
      );
  });

  it('are those of the start once the deck stands, whatever is laid in their place', () => {
    const { part, settle } = open();
    settle();
    rmSync(dir, { recursive: true });
    expect(part('program', 'a.ts')).toBe(42);
  });

  it('leave their code for the next start, each once it was there for a while', async () => {
    const { part, settle } = open();
    settle();
    part('later', 'b.ts');
    expect(code()).toEqual([]);
    passed();
    await gone();
    const [later] = code();
    expect(code()).toHaveLength(1);
    part('program', 'a.ts');
    passed();
    await gone();
    expect(code()).toHaveLength(2);
    // Cut off it is no code; the next run that needs it makes it anew at once.
    truncateSync(join(folder, later as string), 10);
    const next = open();
    next.settle();
    next.part('program', 'a.ts');
    expect(code()).toHaveLength(3);
  });
});
