/** The built program in a pty, in a home of its own, and the words that tests of it share. */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, onTestFinished } from 'vitest';
import { type ActionId, actions } from '../../src/engine/keymap.ts';
import { program, shortLived } from '../support/program.ts';
import { type Pty, startPty, stopPtys } from '../support/pty.ts';

/** The machine that runs the tests may be slow and shared; nothing here waits longer than it must. */
export const patienceMs = 30_000;
/** For `test`: starting a deck and a walk through it. */
export const slow = { timeout: 60_000 };

afterEach(stopPtys);

/** The bytes that a terminal sends for a key of the keymap. */
export function keyBytes(key: string): string {
  const ctrl = /^ctrl\+([a-z])$/.exec(key)?.[1];
  if (ctrl !== undefined) return String.fromCharCode(ctrl.charCodeAt(0) - 96);
  return { enter: '\r', tab: '\t', esc: '\x1b' }[key] ?? key;
}

/** A new empty home, so that nothing of a real account is read; it goes when the test is over. */
export function tempHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'rigdeck-pty-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** A home with an `ssh` that shows what it was called with and ends at a key. */
export function homeWithSsh(): { home: string; PATH: string } {
  const home = tempHome();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'ssh'), '#!/bin/sh\nenv >"$HOME/ssh-env"\necho "connected by: $*"\nread key\n');
  chmodSync(join(bin, 'ssh'), 0o755);
  return { home, PATH: `${bin}:${process.env.PATH}` };
}

export type Deck = Pty & {
  home: string;
  /** Waits as long as a slow machine needs, for a whole frame that shows `wanted`. */
  see: Pty['waitFor'];
  /** Presses the first key of an action. */
  press(...ids: ActionId[]): void;
};

export type DeckOptions = {
  args?: readonly string[];
  cols?: number;
  rows?: number;
  env?: Readonly<Record<string, string>>;
  home?: string;
  /** The built program, where it is another copy of it. */
  program?: string;
  /** The text of a module that Node loads before the program. */
  before?: string;
  /** A shell script that runs the program by `deck "$@"` and shows what it leaves behind. */
  shell?: string;
};

/** Starts the built program; the promise of its first frame is the caller's to await. */
export function startDeck(options: DeckOptions = {}): Deck {
  const { args = [], cols = 80, rows = 24, before, shell } = options;
  const home = options.home ?? tempHome();
  const preload = before === undefined ? [] : ['--import', asModule(before)];
  const argv = [process.execPath, ...shortLived, ...preload, options.program ?? program(), ...args];
  const pty = startPty({
    argv: shell === undefined ? argv : ['/bin/sh', '-c', inShell(shell), ...argv],
    cols,
    rows,
    env: { HOME: home, TZ: 'UTC', ...options.env },
  });
  const press: Deck['press'] = (...ids) => {
    for (const id of ids) pty.write(keyBytes(actions[id].keys[0]));
  };
  // A frame arrives in pieces, between the marks of a synchronized update: only a whole one is looked at.
  const whole = () => pty.raw().lastIndexOf('\x1b[?2026h') <= pty.raw().lastIndexOf('\x1b[?2026l');
  const see: Deck['see'] = (wanted, ms = patienceMs) => {
    const holds = (lines: string[]) => {
      if (typeof wanted === 'function') return wanted(lines, pty);
      const text = lines.join('\n');
      return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
    };
    const named = (error: Error) => {
      error.message = error.message.replace('the condition', String(wanted));
      throw error;
    };
    return pty.waitFor((lines) => whole() && holds(lines), ms).catch(named);
  };
  return { ...pty, home, press, see };
}

/** `deck "$@"` in the script runs the program in the foreground, its process id in $HOME/pid. */
const inShell = (script: string) =>
  `deck() { sh -c 'echo $$ >"$HOME/pid"; exec "$0" "$@"' "$0" "$@"; }\n${script}`;

const asModule = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

/** The process id of a deck that a shell runs. */
export const pidOf = ({ home }: Deck): number => Number(readFileSync(join(home, 'pid'), 'utf8'));

/** A dialog takes no keys for its first 300 ms (ux.md row 21): the only time that has to pass here. */
export async function openDialog(deck: Deck, title: string): Promise<void> {
  await deck.see(title);
  await new Promise((resolve) => setTimeout(resolve, 320));
}

/** The list of offers stands, the money is known, and the keys work. */

export async function onOffers(deck: Deck): Promise<void> {
  await deck.see(
    (lines, pty) => /1x .* /.test(lines.join('\n')) && /\$.* ago/.test(lines[1] ?? '') && deckModes(pty),
  );
}

const deckModes = (pty: Pty) =>
  pty.modes().alternateScreen && pty.modes().bracketedPaste && pty.modes().focusReports;

/** What a terminal is like before and after. */
export const restored = {
  alternateScreen: false,
  cursorVisible: true,
  bracketedPaste: false,
  mouse: false,
  focusReports: false,
  applicationCursorKeys: false,
  applicationKeypad: false,
};
