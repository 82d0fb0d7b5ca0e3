/**
 * Ends a deck that computes without end, which hears no key and no signal. A small shell beside it gets signs of life and
 * kills it when none comes while it keeps computing: not one that is stopped, waits, or sleeps with its machine.
 */

import { closeSync, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import type { Spawn } from './child.ts';

const beatMs = 2000;
/** Seconds without a look after a sign of life; the next one is due in them. */
const restSeconds = 3;

/** Looks in a row, one a second, at a deck that computes without a sign of life: then it is killed. */
const looks = { withTerminal: 11, withoutTerminal: 2 };

/**
 * $1 the deck, $2 and $3 the looks, $4 and $5 what is written while the deck or another program has the terminal (3). The
 * outer shell reads signs of life and ends with the deck, the inner one looks. It goes by the CPU time of the main thread,
 * in hundredths: some in each second, and a fifth of them all, since a deck on a busy machine may only wait for its turn.
 * The terminal is restored before the kill: a shell that waits for the deck sets its own modes right after.
 */
const lines = `trap '' USR1 USR2
look() {
  if read -r stat <"/proc/$1/task/$1/stat"; then
    set -- \${stat##*) }
    used=$((\${12} + \${13}))
  else
    set -- $(ps -o time= -p "$1")
    case $1 in
      [0-9]*:[0-9][0-9].[0-9][0-9]) rest=\${1#*:}; used=$((\${1%%:*} * 6000 + 1\${rest%.*}\${rest#*.} - 10000)) ;;
      *) used=0 ;;
    esac
  fi
}
watch() {
  own=$4 lent=$5
  trap 'beat=1 text=$own' USR1
  trap 'beat=1 text=$lent' USR2
  while :; do
    beat= count=0
    sleep ${restSeconds} 3>&-
    look "$1"
    first=$used
    while [ -z "$beat" ]; do
      before=$used
      sleep 1 3>&-
      look "$1"
      [ -z "$beat" ] && [ $((used - before)) -ge 5 ] || break
      count=$((count + 1)) most=$2
      [ -t 3 ] || most=$3
      [ "$count" -ge "$most" ] && [ $((used - first)) -ge $((most * 20)) ] || continue
      kill -0 $$ || exit
      trap '' TERM
      { printf %s "$text"; stty brkint icrnl ixon isig icanon iexten echo; } <&3 >&3 &
      sleep 1
      kill -9 "$1"
      kill $$
      exit
    done
  done
}
read -r sign || exit
text=$4
[ "$sign" = USR1 ] || text=$5
watch "$@" &
while read -r sign; do kill -"$sign" $! || break; done
kill -TERM -$$`;

export type WatchdogIo = {
  spawn: Spawn;
  platform: NodeJS.Platform;
  /** Who is watched. */
  pid: number;
  /** Leads to the terminal. */
  fd: number;
  sleep(ms: number, stop: AbortSignal): Promise<void>;
  /** What restores the terminal and is said then: of a deck that draws, and while another program has the terminal. */
  endings: { own: string; lent: string };
  /** Whether another program has the terminal now. */
  lent(): boolean;
};

/** Watches until `stop`. */
export async function watchLoop(io: WatchdogIo, stop: AbortSignal): Promise<void> {
  if (io.platform === 'win32') return;
  const pipe = startShell(io);
  try {
    while (pipe.writable) {
      // A shell that is stopped reads nothing.
      if (pipe.writableLength === 0) pipe.write(io.lent() ? 'USR2\n' : 'USR1\n');
      await io.sleep(beatMs, stop);
    }
  } finally {
    pipe.end();
  }
}

function startShell({ spawn, pid, fd, endings }: WatchdogIo): Writable {
  const numbers = [pid, looks.withTerminal, looks.withoutTerminal].map(String);
  const args = ['-c', lines, 'rigdeck-watchdog', ...numbers, endings.own, endings.lent];
  const terminal = isatty(fd) ? openTerminal() : undefined;
  try {
    const child = spawn('/bin/sh', args, {
      cwd: '/',
      env: { PATH: process.env.PATH },
      // A group of its own: no key of the terminal, no hangup and no stop is for it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', terminal ?? fd],
    });
    child.on('error', () => {});
    child.unref();
    const pipe = child.stdin as Writable & { unref?(): void };
    pipe.on('error', () => {});
    pipe.unref?.();
    return pipe;
  } finally {
    if (terminal !== undefined) closeSync(terminal);
  }
}

/** Where output blocks: on a full terminal what is written here comes before what a shell writes after the kill. */
function openTerminal(): number | undefined {
  try {
    return openSync('/dev/tty', 'r+');
  } catch {
    // No terminal controls this process.
    return undefined;
  }
}
