/**
 * The first frame of the deck, before anything is known of an account, is the same at each start with the same flags,
 * settings and size. So it is kept as it was drawn last, and painted before the program is loaded; Ink then draws it in
 * its place. Where it has become another one meanwhile, that stands a moment later. Where none was kept, what is the same
 * in each first frame is painted without colours.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { endSignals } from '../terminal/ending-signals.ts';
import { createRestore, enterScreen, restoreModes, writeNow } from '../terminal/modes.ts';
import { setBlocking } from '../terminal/output.ts';
import { markPastes } from '../terminal/paste-marks.ts';
import { type FirstLines, firstLines } from './first-lines.ts';
import { keptName, readKept, writeKept } from './kept-files.ts';

export type FirstFrame = {
  /** Whether a frame stands on the alternate screen already. */
  readonly painted: boolean;
  /** Keeps the frame as it was drawn, its lines divided by `\n`. */
  keep(frame: string): void;
  /** From now on somebody else gives the terminal back. */
  passOn(): void;
  /** Gives the terminal back, where there was a frame and nobody has taken it over: something is to be said. */
  leave(): void;
};

type Process = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'on' | 'off' | 'listenerCount' | 'kill' | 'pid'>;

export type FirstFrameGiven = {
  /** Where frames are kept; nowhere without. */
  folder: string | undefined;
  /** Names the text of the program. */
  hash: string;
  words: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** What is painted where no frame was kept; nothing without. */
  lines?: FirstLines;
  /** Files on which the frame depends, the settings first. */
  files: readonly (string | undefined)[];
  /** Whether keys come from and frames go to a terminal. */
  isTerminal: boolean;
  process: Process;
};

/** Frames of other sizes and flags that stay kept. */
const others = 7;
const begin = '\x1b[?25l\x1b[?2026h';
const end = '\x1b[?2026l';

/** Paints the frame that was kept for such a start, or what it can be told to begin with. Undefined where there is no terminal to paint on. */
export function openFirstFrame(given: FirstFrameGiven): FirstFrame | undefined {
  const { folder, isTerminal, process } = given;
  if (!isTerminal) return undefined;
  const { stdout } = process;
  const states = given.files.map(stateOf);
  const key = keyOf(given, states);
  const name = keptName('frame', key);
  const kept = folder && readKept([join(folder, name)], key)?.toString('utf8');
  const giveBack = createRestore({
    fd: stdout.fd,
    stdin: { isTTY: true, setRawMode: (on) => process.stdin.setRawMode(on) },
  });
  const shown = kept ?? startOf(given, states[0] !== '');
  let mine = shown !== undefined;
  if (shown !== undefined) {
    // Whoever undoes it comes before what is to be undone: a signal or Ctrl+Z at this moment would find it half done.
    process.on('exit', giveBack);
    for (const signal of endSignals) process.on(signal, onSignal);
    process.on('SIGTSTP', onStop);
    paint();
  }
  function paint(): void {
    // What is typed meanwhile is not echoed over it, and waits for Ink, which is to know it from what is pasted.
    setRaw(true);
    setBlocking(stdout, false);
    writeNow(stdout.fd, enterScreen + markPastes + begin + shown + end);
  }
  function setRaw(on: boolean): void {
    try {
      process.stdin.setRawMode(on);
    } catch {
      // The terminal has gone away meanwhile: who reads from it next finds out, and ends by it.
    }
  }
  function passOn(): void {
    mine = false;
    process.off('exit', giveBack);
    for (const signal of endSignals) process.off(signal, onSignal);
    process.off('SIGTSTP', onStop);
  }
  function leave(): void {
    if (!mine) return;
    passOn();
    giveBack();
    setBlocking(stdout, true);
  }
  function onSignal(signal: NodeJS.Signals): void {
    // Whoever has heard of it too ends the process, and may wait for an answer of the terminal before.
    if (process.listenerCount(signal) > 1) return;
    leave();
    process.kill(process.pid, signal);
  }
  function onStop(): void {
    setRaw(false);
    writeNow(stdout.fd, restoreModes());
    // Heard by nobody it stops the process, here, where there is a shell that can continue it.
    process.off('SIGTSTP', onStop);
    process.kill(process.pid, 'SIGTSTP');
    process.on('SIGTSTP', onStop);
    paint();
  }
  return {
    painted: shown !== undefined,
    keep(frame) {
      if (folder !== undefined && frame !== kept)
        writeKept({ folder, name, key, others }, Buffer.from(frame, 'utf8'));
    },
    passOn,
    leave,
  };
}

const secret = /KEY|SECRET|TOKEN|CODE|PASS/;
const telling =
  /^(RIGDECK_|COLOR|CLICOLOR|TERM|LC_|LANG|NO_COLOR|FORCE_COLOR|WT_SESSION|TMUX$|INK_|NODE_ENV|TZ$)/;

function startOf({ lines, words, env, process }: FirstFrameGiven, hasSettings: boolean): string | undefined {
  const { columns, rows } = process.stdout;
  return lines && firstLines(lines, { words, env, columns, rows, hasSettings });
}

function keyOf({ hash, words, env, process }: FirstFrameGiven, states: readonly string[]): string {
  const told = Object.entries(env).filter(([name]) => telling.test(name) && !secret.test(name));
  const { columns, rows } = process.stdout;
  return JSON.stringify([hash, words, columns, rows, told.sort(), states]);
}

function stateOf(file: string | undefined): string {
  try {
    const { size, mtimeMs } = statSync(file ?? '');
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}

/**
 * The frame as it is drawn over a painted one: each line is erased before it is written, since the one that stands there
 * may be longer. Not behind it: at the last cell of a line that would take its last sign.
 */
export const drawnOver = (frame: string): string =>
  frame
    .split('\n')
    .map((line) => `\x1b[K${line}`)
    .join('\n');
