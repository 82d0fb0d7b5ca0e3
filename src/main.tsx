import { join } from 'node:path';
import { steadyClock, systemClock } from './clock.ts';
import { processIo } from './commands/io.ts';
import type { GlobalFlags } from './composition.ts';
import { keychainArgument } from './credentials/keytar-child.ts';
import { loadProgram } from './load-program.ts';
import { resolvePaths } from './local/paths.ts';
import { pipeReaders } from './terminal/pipe-readers.ts';
import { startProgram } from './terminal/start-program.ts';

/** Set by the build: the version, and what names the text of program.js. */
declare const RIGDECK_VERSION: string | undefined;
declare const PROGRAM_HASH: string | undefined;
const version = typeof RIGDECK_VERSION === 'string' ? RIGDECK_VERSION : '0.0.0-source';
const programHash = typeof PROGRAM_HASH === 'string' ? PROGRAM_HASH : '';

type Parts = typeof import('./program-parts.ts');

/** How long a deck has stood before the code of its start is kept, which takes the time of some frames. */
const calmMs = 3000;

const { env, stdin, stdout, stderr, platform } = process;
const words = process.argv.slice(2);
const io = processIo({ stdin, stdout, stderr, hasReader: pipeReaders(1) });
/** One for the whole process: whatever is done to the machine's clock, no span of ours is negative. */
const clock = steadyClock(systemClock);

void main().then(end);

async function main(): Promise<number> {
  if (words[0] === keychainArgument) {
    const { runKeytarChild } = await import('./credentials/keytar-child.ts');
    await runKeytarChild({ stdin, stdout });
    return 0;
  }
  // Scripts and shells ask for it often; it needs none of what follows.
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    io.out(`${version}\n`);
    return 0;
  }
  const { cacheDir } = env.NODE_DISABLE_COMPILE_CACHE ? {} : resolvePaths(env);
  const {
    exports: parts,
    warm,
    keep,
  } = loadProgram<Parts>({
    path: join(__dirname, 'program.js'),
    hash: programHash,
    // It can be laid beside the program, too.
    folders: [__dirname, ...(cacheDir === undefined ? [] : [cacheDir])],
  });
  const onCalm = async () => {
    if (warm || cacheDir === undefined) return;
    await clock.sleep(calmMs);
    keep(cacheDir);
  };
  const compose = (flags: GlobalFlags) => composeHere(parts, flags);
  return parts.runProgram(
    words,
    parts.processPorts({ io, version, compose, clock, process, onDeck: onCalm }),
  );
}

async function composeHere({ compose }: Parts, flags: GlobalFlags) {
  const around = {
    env,
    clock,
    random: Math.random,
    stdin: io.readAll,
    spawn: startProgram,
    platform,
    version,
  };
  // The keyring child is this script again.
  return compose({ ...around, entry: __filename }, flags);
}

/**
 * Ends the process once what was written has gone out; timers of libraries would keep it alive for seconds. Data that
 * could not be written makes a success of the command a failure.
 */
async function end(code: number): Promise<never> {
  const flushed = (stream: NodeJS.WriteStream) =>
    new Promise<void>((sent) => {
      // An empty write to a full device is an error of its own.
      if (stream.destroyed || !stream.writable || stream.writableLength === 0) sent();
      else stream.write('', () => sent());
    });
  await Promise.all([flushed(stdout), flushed(stderr)]);
  // Errors of a write are told a turn later.
  await new Promise((told) => setImmediate(told));
  const lost = io.lost();
  if (lost !== undefined) {
    io.say(`The output could not be written whole: ${lost}.`);
    await flushed(stderr);
  }
  process.exit(code === 0 && lost !== undefined ? 1 : code);
}
