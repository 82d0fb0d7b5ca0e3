import { steadyClock, systemClock } from '../base/clock.ts';
import { exitCodes } from '../commands/cli/exit-codes.ts';
import type { GlobalFlags } from '../commands/cli/global-flags.ts';
import { processIo } from '../commands/cli/io.ts';
import { keychainArgument } from '../platform/credentials/keytar-child.ts';
import { foreignFile, isBrokenInstall } from '../platform/start/broken-install.ts';
import type { FirstFrame } from '../platform/start/first-frame.ts';
import { openScripts } from '../platform/start/program-scripts.ts';
import { endProcess, terminalsNow } from '../platform/terminal/end-process.ts';
import { drained } from '../platform/terminal/output.ts';
import { pipeReaders } from '../platform/terminal/pipe-readers.ts';
import { startProgram } from '../platform/terminal/start-program.ts';

/** Set by the build. */
declare const RIGDECK_VERSION: string | undefined;
const version = typeof RIGDECK_VERSION === 'string' ? RIGDECK_VERSION : '0.0.0-source';

/** Set by the build: the scripts of the program. */
declare const PROGRAM_SCRIPTS: readonly string[] | undefined;
const scriptNames = typeof PROGRAM_SCRIPTS === 'object' ? PROGRAM_SCRIPTS : [];

/** Set by the build: what names the text of the program that this belongs to. */
declare const PROGRAM_HASH: string | undefined;
const ownHash = typeof PROGRAM_HASH === 'string' ? PROGRAM_HASH : '';

type Parts = typeof import('./program-parts.ts');

/** How long a deck has stood, or a script was in use, before its code is kept, which takes the time of some frames. */
const calmMs = 3000;

const { env, stdin, stdout, stderr, platform } = process;
const words = process.argv.slice(2);
const streams = processIo({ stdin, stdout, stderr, hasReader: pipeReaders(1) });
const terminals = terminalsNow();
let first: FirstFrame | undefined;
/** Nothing is said on the screen of a deck that does not come. */
const io = Object.assign(Object.create(streams) as typeof streams, {
  out(text: string) {
    first?.leave();
    streams.out(text);
  },
  say(text: string) {
    first?.leave();
    streams.say(text);
  },
});
/** One for the whole process: whatever is done to the machine's clock, no span of ours is negative. */
const clock = steadyClock(systemClock);

/** What the entry has found out. */
export type Start = {
  /** The script that the process was started with. */
  entry: string;
  /** Names the text of the program's scripts. */
  hash: string;
  /** Where what is kept for the next start lies. */
  folder: string | undefined;
  first: FirstFrame | undefined;
};

/** Runs what the arguments ask for, and ends the process. */
export function start(given: Start): void {
  first = given.first;
  void main(given).catch(sayBroken).then(end);
}

/** The program is not there whole to say it itself. */
function sayBroken(error: unknown): number {
  if (!isBrokenInstall(error)) throw error;
  io.say(`${error.message} ${error.next}`);
  return exitCodes.refused;
}

async function main({ entry, hash, folder }: Start): Promise<number> {
  if (words[0] === keychainArgument) {
    const { runKeytarChild } = await import('../platform/credentials/keytar-child.ts');
    await runKeytarChild({ stdin, stdout });
    return 0;
  }
  // Scripts and shells ask for it often; it needs none of what follows.
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    io.out(`${version}\n`);
    return 0;
  }
  if (hash !== ownHash) throw foreignFile('main.js');
  // What is kept can be laid beside the program, too.
  const beside = env.NODE_DISABLE_COMPILE_CACHE ? [] : [__dirname];
  const folders = [...beside, ...(folder === undefined ? [] : [folder])];
  const { load, settle, keep } = openScripts({
    ...{ dir: __dirname, names: scriptNames, hash, folders, folder, calmMs, sleep: clock.sleep },
  });
  const parts = load('program/program') as Parts;
  const { runProgram, processPorts } = parts;
  const compose = (flags: GlobalFlags) => composeHere(parts, entry, flags);
  const code = await runProgram(
    words,
    processPorts({ io, version, compose, clock, process, first, onDeck: settle }),
  );
  keep();
  return code;
}

async function composeHere({ compose }: Parts, entry: string, flags: GlobalFlags) {
  const around = {
    env,
    clock,
    random: Math.random,
    stdin: io.readAll,
    spawn: startProgram,
    platform,
    version,
  };
  // The keyring child is that script again.
  return compose({ ...around, entry }, flags);
}

/**
 * Ends the process once what was written has gone out; timers of libraries would keep it alive for seconds. Data that
 * could not be written makes a success of the command a failure.
 */
async function end(code: number): Promise<void> {
  const flushed = (stream: NodeJS.WriteStream) =>
    new Promise<void>((sent) => {
      // An empty write to a full device is an error of its own.
      if (stream.destroyed || !stream.writable || stream.writableLength === 0) sent();
      else stream.write('', () => sent());
    });
  // A terminal may read nothing, and a deck must end all the same; a pipe is waited for.
  await Promise.all([stdout.isTTY ? drained(stdout, clock.sleep) : flushed(stdout), flushed(stderr)]);
  // Errors of a write are told a turn later.
  await new Promise((told) => setImmediate(told));
  const lost = io.lost();
  if (lost !== undefined) {
    io.say(`The output could not be written whole: ${lost}.`);
    await flushed(stderr);
  }
  endProcess(process, code === 0 && lost !== undefined ? 1 : code, terminals);
}
