/** The built program under a shell with job control in a pty, seen through a terminal emulator. */

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ActionId, actions } from '../../src/engine/keymap.ts';
import { keyBytes } from '../support/key-bytes.ts';
import { type Pty, startPty } from '../support/pty.ts';
import { speed } from './home.ts';
import type { Seat } from './person.ts';

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const patienceMs = 60_000;

export type TerminalSeat = Seat & {
  pty: Pty;
  pid(): number;
  /** The terminal's modes by `stty`, asked while the shell has it. */
  modes(): Promise<string>;
  start(): Promise<void>;
  /** Ctrl+Z, a look at the shell, and back. */
  stopAndGoOn(): Promise<void>;
  /** Quits and waits for the prompt. */
  quit(): Promise<void>;
};

/** `home` is furnished (home.ts): its `deck` runs the program. */
export async function openSeat(home: string): Promise<TerminalSeat> {
  const pty = startPty({
    argv: ['bash', '--norc', '--noprofile', '--noediting', '-i'],
    cwd: home,
    env: {
      HOME: home,
      PATH: `${join(home, 'bin')}:${process.env.PATH}`,
      PS1: 'prompt> ',
      TZ: 'UTC',
      RIGDECK_THEME: 'ansi',
    },
  });
  let asked = 0;
  /** Lets the shell do something and waits until it has. */
  const inShell = async (line: string) => {
    asked += 1;
    pty.write(`${line}; echo asked $((${asked}))\r`);
    await pty.waitFor(new RegExp(`^asked ${asked}$`, 'm'), patienceMs);
  };
  const drawn = () =>
    pty.waitFor(
      () => pty.modes().alternateScreen && pty.modes().focusReports && /^ ?\S/m.test(pty.text()),
      patienceMs,
    );
  const pid = () => Number(readFileSync(join(home, 'pid'), 'utf8'));
  const seat: TerminalSeat = {
    pty,
    pid,
    text: pty.text,
    ended: () => !pty.modes().alternateScreen,
    async pass(ms) {
      await wait(ms < 1000 ? ms / 2 : ms / speed);
    },
    async type(bytes, after = 80) {
      pty.write(bytes);
      await seat.pass(Math.max(after, bytes === '\x1b' ? 160 : 0));
    },
    async press(...ids) {
      for (const id of ids) await seat.type(keyBytes(actions[id as ActionId].keys[0]));
    },
    async resize(cols, rows) {
      pty.resize(cols, rows);
      await seat.pass(100);
    },
    async modes() {
      await inShell('stty -a | grep -v columns >modes');
      const text = readFileSync(join(home, 'modes'), 'utf8');
      rmSync(join(home, 'modes'));
      return text;
    },
    async start() {
      pty.write('deck\r');
      await drawn();
    },
    async stopAndGoOn() {
      pty.write('\x1a');
      await pty.waitFor(() => !pty.modes().alternateScreen && /Stopped/.test(pty.text()), patienceMs);
      await inShell('clear; jobs >jobs');
      pty.write('fg\r');
      await drawn();
    },
    async quit() {
      pty.write('\x03');
      await wait(500);
      if (!seat.ended()) pty.write('\x03');
      await pty.waitFor(() => seat.ended() && /prompt> *$/.test(pty.text().trimEnd()), patienceMs);
    },
  };
  await pty.waitFor('prompt>', patienceMs);
  return seat;
}

/** What a deck that was loaded with `told` says of its inside: bytes held once garbage is collected. */
export async function heldInside(home: string, pid: number): Promise<number> {
  const file = join(home, 'inside.json');
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR1');
  for (let tries = 0; tries < 500; tries += 1) {
    await wait(20);
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { heap: number }).heap;
    } catch {
      // Not written yet.
    }
  }
  throw new Error('the deck does not answer a signal within 10 s');
}

/** Processes that were started in this home, the shell of the seat and those of `known` left out. */
export function processesOf(home: string, known: readonly number[]): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && !known.includes(Number(name)))
    .flatMap((name) => {
      try {
        const mine = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`HOME=${home}`);
        return mine
          ? [`${name}: ${readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ')}`]
          : [];
      } catch {
        return [];
      }
    });
}
