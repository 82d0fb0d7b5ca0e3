import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openScripts, type Scripts } from '../../../src/platform/start/program-scripts.ts';

let dir: string;
let folder: string;
let passed: () => void;

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'rigdeck-scripts-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  folder = join(home, 'cache');
  dir = join(home, 'dist');
  mkdirSync(dir);
  // Run whole, and one of chunks that are run when they are asked for.
  script(
    'program',
    `all: (require, module) => { module.exports = { a: { now: () => require('later/b').n + 1 } } }`,
  );
  script('later', later());
});

const later = (n = 41) =>
  `b: (require, module, exports) => { exports.n = ${n} }, c: () => { throw new Error('run') }`;

function script(name: string, chunks: string, hash = 'abc'): void {
  writeFileSync(join(dir, `${name}.js`), `/*${hash}*/({ ${chunks} })`);
}

/** Opened as the process does; `passed` lets the time pass after which code is kept. */
function open() {
  const time = new Promise<void>((resolve) => {
    passed = resolve;
  });
  const given = { dir, names: ['program', 'later'], hash: 'abc', folders: [folder], folder, calmMs: 1 };
  return openScripts({ ...given, sleep: () => time });
}
const now = ({ load }: Scripts) => (load('program/a') as { now(): number }).now();
const code = () => (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder).sort() : []);
/** All that waits for the time to pass has gone on. */
const gone = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the scripts of the program', () => {
  it('are loaded when something of them is first used', () => {
    const scripts = open();
    rmSync(join(dir, 'later.js'));
    expect(() => now(scripts)).toThrow(/later\.js is missing/);
    script('later', later());
    expect(now(scripts)).toBe(42);
    rmSync(join(dir, 'later.js'));
    expect(now(scripts)).toBe(42);
  });

  it('run a chunk once, and none that nobody asks for', () => {
    const { load } = open();
    expect(load('later/b')).toBe(load('later/b'));
    expect(load('program/a')).toBe(load('program/a'));
    expect(() => load('later/c')).toThrow('run');
    expect(load('node:path')).toMatchObject({ sep: expect.any(String) });
  });

  it('are not taken from another version that was written over them', () => {
    const scripts = open();
    scripts.settle();
    script('later', later(0), 'def');
    for (const _ of ['at first', 'and again'])
      expect(() => now(scripts)).toThrow(
        /updated while it ran, or its installation is broken: later\.js is of another version/,
      );
  });

  it('are those of the start once the deck stands, whatever is laid in their place', () => {
    const scripts = open();
    scripts.settle();
    rmSync(dir, { recursive: true });
    expect(now(scripts)).toBe(42);
  });

  it('leave their code for the next start, each once it was there for a while', async () => {
    const scripts = open();
    scripts.settle();
    scripts.load('later/b');
    expect(code()).toEqual([]);
    passed();
    await gone();
    const [file] = code();
    expect(code()).toHaveLength(1);
    now(scripts);
    passed();
    await gone();
    expect(code()).toHaveLength(2);
    // Cut off it is no code; the next run that needs it makes it anew at once.
    truncateSync(join(folder, file as string), 10);
    const next = open();
    next.settle();
    now(next);
    expect(statSync(join(folder, file as string)).size).toBeGreaterThan(10);
  });

  it('leave their code at the end of a command, once, and nothing more when a deck has stood', () => {
    const first = open();
    now(first);
    first.keep();
    expect(code()).toHaveLength(2);
    rmSync(folder, { recursive: true });
    const deck = open();
    deck.settle();
    now(deck);
    deck.keep();
    expect(code()).toEqual([]);
  });
});
