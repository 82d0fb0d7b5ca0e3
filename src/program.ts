import { type Command, CommanderError } from 'commander';
import { ApiError } from './client/errors.ts';
import type { Act, CommandContext, ProgramPorts } from './commands/cli/context.ts';
import { exitCodes } from './commands/cli/exit-codes.ts';
import { apiFailure, CommandFailure, failure, tellFailure } from './commands/cli/failure.ts';
import {
  type CommonFlags,
  commonFlags,
  givesCodeAsArgument,
  givesKeyAsArgument,
} from './commands/cli/global-flags.ts';
import { usageText } from './commands/cli/help.ts';
import type { Io } from './commands/cli/io.ts';
import { rowFieldsOf, takeJsonFields } from './commands/cli/json-fields.ts';
import { worldOptions } from './commands/cli/sandbox-flags.ts';
import type { UsageError } from './commands/command-list.ts';
import { deckOrStatus } from './commands/deck-or-status.ts';
import { commandLine } from './commands/registry.ts';
import { describeSource } from './platform/credentials/sources.ts';
import { isBrokenInstall } from './platform/start/broken-install.ts';
import { exitCodeOf } from './platform/terminal/ending-signals.ts';
import { isTerminalGone } from './platform/terminal/restore-on-exit.ts';

/** Behind these alone stands no command, and no help is asked for. */
const deckFlags: Readonly<Record<string, CommonFlags>> = {
  '--sandbox': { sandbox: true },
  '--read-only': { readOnly: true },
  '--debug': { debug: true },
  '--ascii': { ascii: true },
  '--no-alt-screen': { altScreen: false },
};

/** Runs one command line and answers the exit code. Never throws, and writes to nothing but `io`. */
export async function runProgram(typed: readonly string[], ports: ProgramPorts): Promise<number> {
  const { io } = ports;
  const { argv, fields } = takeJsonFields(typed);
  const json = argv.includes('--json');
  let context: CommandContext | undefined;
  let running: Command | undefined;
  let exit: number = exitCodes.done;

  const run = async (
    flags: CommonFlags,
    outIo: Io,
    command: (context: CommandContext) => Promise<unknown>,
  ): Promise<void> => {
    const composition = await ports.compose(flags);
    context = {
      io: outIo,
      composition,
      flags: { ...flags, sandbox: composition.flags.sandbox === true },
      json: flags.json === true,
      signal: ports.signal,
    };
    const result = await command(context);
    exit = typeof result === 'number' ? result : exitCodes.done;
  };
  const act: Act =
    (command, { sandbox = false } = {}) =>
    async (...all: unknown[]): Promise<void> => {
      const of = all.at(-1) as Command;
      running = of;
      const flags = commonFlags(of);
      const rowFields = fields && rowFieldsOf(of, fields);
      const sandboxWorld = worldOptions(flags, sandbox || flags.sandbox === true);
      await run(
        { ...flags, ...(sandbox && { sandbox }), ...(sandboxWorld && { sandboxWorld }) },
        rowFields === undefined ? io : { ...io, rowFields },
        (opened) => command(opened, all.slice(0, -2) as [], all.at(-2) as never),
      );
    };

  try {
    if (givesKeyAsArgument(argv)) throw keyArgument();
    if (givesCodeAsArgument(argv)) throw codeArgument();
    const alone = argv.map((word) => deckFlags[word]);
    // What reads command lines, and all the commands, take as long to load as half of the deck.
    if (alone.every((flags) => flags !== undefined))
      await run(Object.assign({}, ...alone), io, (opened) => deckOrStatus(opened, ports));
    else await commandLine.buildProgram(ports, act, ports.writes).parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    // Hung up, as whoever hears no signal of it finds out at the next call on the terminal: no bug, and nobody to tell.
    if (isTerminalGone(error)) return exitCodeOf('SIGHUP');
    const ended = asFailure(error, { argv, context, running }, ports);
    if (ended === undefined) return exitCodes.done;
    await tellFailure(io, json, ended);
    const wasInterrupted = ended.exit === exitCodes.interrupted && ports.signal.aborted;
    return (wasInterrupted ? ports.interruptedExit?.() : undefined) ?? ended.exit;
  } finally {
    // A session that was refused is forgotten on disk too.
    await context?.composition.settled();
  }
}

function keyArgument(): CommandFailure {
  return failure(
    'usage',
    'key_in_arguments',
    'A key is never taken as an argument: other users of this machine and the history of the shell would see it.',
    'Use RIGDECK_API_KEY, --api-key-file PATH or --api-key-stdin; if that key was real, revoke it.',
  );
}

function codeArgument(): CommandFailure {
  return failure(
    'usage',
    'code_in_arguments',
    'A code or secret is never taken as an argument: other users of this machine and the history of the shell would see it.',
    'Use --code-stdin, --backup-code-stdin or --tfa-secret-stdin, or wait to be asked.',
  );
}

/** What is wrong with a command line, and the usage of its command. A value is not repeated: it may be a key. */
function usageFailure({ code, message, of }: UsageError, argv: readonly string[]): CommandFailure {
  const isUnquoted = code === 'commander.unknownOption' || code === 'commander.excessArguments';
  if (isUnquoted && argv.includes('execute'))
    return failure(
      'usage',
      'usage',
      'the command must be one argument',
      "quote it: rigdeck execute ID 'ls -l'",
    );
  if (message === '(outputHelp)' && of !== undefined)
    return failure('usage', 'usage', 'missing <command>', usageText(of));
  const what = parserWords.reduce((text, [said, better]) => text.replace(said, better), message);
  return failure('usage', 'usage', what, of === undefined ? 'rigdeck --help' : usageText(of));
}

/** What the parser says, and how it is said here. */
const parserWords: readonly (readonly [said: RegExp, better: string])[] = [
  [/^error: /, ''],
  [/missing required argument '([^']+)'/, 'missing <$1>'],
  [/(unknown option '[^'=]*)=[^']*'/, "$1'"],
  [/option '(?:-\w, )?(--[\w-]+)[^']*' argument missing/, '$1 needs a value'],
  [/option '(?:-\w, )?(--[\w-]+)[^']*' argument '[\s\S]*' is invalid\. /, '$1 '],
  [/Allowed choices are (.*)\.$/, 'must be one of: $1'],
  [
    /too many arguments for '[^']*'\. Expected (\d+) arguments? but got (\d+)\./,
    'too many arguments (expected $1, got $2)',
  ],
  [/\s*\(Did you mean (.*?)\?\)/, '. Did you mean $1?'],
  [/'([^']*)'/, '"$1"'],
];

/** A slip in the arguments shows the usage of its command, unless it says what to do. */
function withUsage(ended: CommandFailure, running: Command | undefined): CommandFailure {
  const { exit, code, message, next } = ended;
  if (exit !== exitCodes.usage || next !== '' || running?.parent == null) return ended;
  return new CommandFailure(exit, code, message, usageText(running));
}

/** Undefined for help and version, which are no failures. */
function asFailure(
  error: unknown,
  {
    argv,
    context,
    running,
  }: { argv: readonly string[]; context: CommandContext | undefined; running: Command | undefined },
  ports: ProgramPorts,
): CommandFailure | undefined {
  if (error instanceof CommandFailure) return withUsage(error, running);
  if (error instanceof ApiError) {
    const source = context?.account?.source;
    return apiFailure(error, source && { keySource: describeSource(source) });
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return undefined;
    return usageFailure(error, argv);
  }
  if (isBrokenInstall(error)) return failure('refused', 'broken_install', error.message, error.next);
  return failure('bug', 'bug', ports.report(error));
}
