import './runtime-gaps.ts';
import { fileURLToPath } from 'node:url';
import { steadyClock, systemClock } from './clock.ts';
import { processIo } from './commands/io.ts';
import type { GlobalFlags } from './composition.ts';
import { keychainArgument } from './credentials/keytar-child.ts';
import { pipeReaders } from './terminal/pipe-readers.ts';
import { startProgram } from './terminal/start-program.ts';

/** Set by the build. */
declare const RIGDECK_VERSION: string | undefined;
const version = typeof RIGDECK_VERSION === 'string' ? RIGDECK_VERSION : '0.0.0-source';

const { env, stdin, stdout, stderr, platform } = process;
const words = process.argv.slice(2);
const io = processIo({ stdin, stdout, stderr, hasReader: pipeReaders(1) });
/** One for the whole process: whatever is done to the machine's clock, no span of ours is negative. */
const clock = steadyClock(systemClock);

await end(await main());

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
  const [{ runProgram }, ports] = await Promise.all([
    import('./commands/program.ts'),
    import('./process-ports.ts'),
  ]);
  return runProgram(words, ports.processPorts({ io, version, compose: composeHere, clock, process }));
}

async function composeHere(flags: GlobalFlags) {
  const { compose } = await import('./composition.ts');
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
  return compose({ ...around, entry: fileURLToPath(import.meta.url) }, flags);
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
