import { Command, CommanderError } from 'commander';
import { ApiError } from '../client/errors.ts';
import type { Composition, GlobalFlags } from '../composition.ts';
import { describeSource } from '../credentials/sources.ts';
import type { CommandContext } from './context.ts';
import { exitCodeHelp, exitCodes } from './exit-codes.ts';
import { apiFailure, CommandFailure, failure, tellFailure } from './failure.ts';
import { addCommonFlags, type CommonFlags, commonFlags, givesKeyAsArgument } from './global-flags.ts';
import type { Io } from './io.ts';
import { addRentFlags } from './rent-flags.ts';
import { addSandboxFlags, type RunSandbox, sandboxOptions } from './sandbox-flags.ts';
import type { RunSsh } from './ssh.ts';

/** What the program is run with; main.tsx gives the process's own. */
export type ProgramPorts = {
  io: Io;
  version: string;
  /** Whether the deck can be drawn: both ends are terminals that can move a cursor. Else the reason. */
  deck: { ok: true } | { ok: false; reason?: string };
  compose(flags: GlobalFlags): Promise<Composition>;
  startDeck(composition: Composition, flags: CommonFlags): Promise<number>;
  runSandbox: RunSandbox;
  runSsh: RunSsh;
  /** Aborts at Ctrl+C. */
  signal: AbortSignal;
  /** A bug of ours: keeps a report and answers what to tell the person. */
  report(error: unknown, composition: Composition | undefined): string;
};

/** A command; the number that it resolves with, if it does, is the exit code. */
type Run = (
  context: CommandContext,
  args: (string | string[] | undefined)[],
  options: never,
) => Promise<unknown>;

/** Runs one command line and answers the exit code. Never throws, and writes to nothing but `io`. */
export async function runProgram(argv: readonly string[], ports: ProgramPorts): Promise<number> {
  const { io } = ports;
  const json = argv.includes('--json');
  let context: CommandContext | undefined;
  let exit: number = exitCodes.done;

  const act: Act =
    (run, { sandbox = false } = {}) =>
    async (...all: unknown[]): Promise<void> => {
      const command = all.at(-1) as Command;
      const flags = commonFlags(command);
      const composition = await ports.compose(sandbox ? { ...flags, sandbox } : flags);
      context = { io, composition, json: flags.json === true, signal: ports.signal };
      const result = await run(context, all.slice(0, -2) as [], all.at(-2) as never);
      exit = typeof result === 'number' ? result : exitCodes.done;
    };

  try {
    if (givesKeyAsArgument(argv)) throw keyArgument();
    await buildProgram(ports, act).parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    const ended = asFailure(error, context, ports);
    if (ended === undefined) return exitCodes.done;
    tellFailure(io, json, ended);
    return ended.exit;
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

/** Undefined for help and version, which are no failures. */
function asFailure(
  error: unknown,
  context: CommandContext | undefined,
  ports: ProgramPorts,
): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (error instanceof ApiError) {
    const source = context?.account?.source;
    return apiFailure(error, source && { keySource: describeSource(source) });
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return undefined;
    // A value is not repeated: it may be a key under a mistyped flag.
    const message = error.message.replace(/^error: /, '').replace(/(unknown option '[^'=]*)=[^']*'/, "$1'");
    return failure(
      'usage',
      'usage',
      message === '(outputHelp)' ? 'Which one?' : message,
      'See rigdeck --help.',
    );
  }
  return failure('bug', 'bug', ports.report(error, context?.composition));
}

/** `sandbox` keeps a command away from everything that belongs to a real account. */
type Act = (run: Run, options?: { sandbox?: boolean }) => (...all: unknown[]) => Promise<void>;

function buildProgram(ports: ProgramPorts, act: Act): Command {
  const { io } = ports;
  const program = new Command('rigdeck')
    .description('Rent GPU machines by the hour. Without a command it opens the deck.')
    .version(ports.version, '-V, --version')
    .usage('[options] [command]')
    .argument('[command]')
    .configureHelp({ visibleArguments: () => [] })
    .configureOutput({
      writeOut: io.out,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => io.columns,
    })
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText(
      'after',
      `\nExamples:\n  rigdeck --sandbox\n  rigdeck offers 'gpu_name=RTX_4090 dph_total<0.5'\n\n${exitCodeHelp}`,
    );
  addCommonFlags(program);

  /** One command: its flags, its example, and the exit codes below its help. */
  const add = (name: string, what: string, example: string, parent = program, json = true): Command => {
    const command = parent.command(name).description(what);
    command.copyInheritedSettings(parent);
    command.addHelpText('after', `\nExample:\n  ${example}\n\n${exitCodeHelp}`);
    return json ? addCommonFlags(command) : addCommonFlags(command, { json: false });
  };

  program.action(act((context, [word]) => bare(context, word as string | undefined, ports)));
  add(
    'offers',
    'search for machines to rent',
    "rigdeck offers gpu_name=RTX_4090 'num_gpus>=2' 'dph_total<0.5' 'geolocation in [SE,FI]'",
  )
    .argument('[query...]', 'conditions, as gpu_name=RTX_4090; units are GB and days')
    .optionsGroup('Search:')
    .option('--order <fields>', 'sort by, as dph_total or num_gpus-,dph_total (- is descending)')
    .option('--limit <n>', 'at most so many')
    .option('--bid', 'interruptible offers instead of on-demand ones')
    .action(
      act(async (c, [query], o) => (await import('./offers.ts')).offersCommand(c, query as string[], o)),
    );
  add('instances', 'list your instances, or one', 'rigdeck instances --json')
    .argument('[id]')
    .action(
      act(async (c, [id]) => (await import('./instances.ts')).instancesCommand(c, id as string | undefined)),
    );
  addRentFlags(
    add(
      'rent',
      'rent an offer; the command is the consent',
      'rigdeck rent 7218834 --image pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime --disk 40 --runtype ssh_direct --max-price 0.5',
    ),
  )
    .argument('<offer-id>', 'the id of an offer')
    .action(act(async (c, [id], o) => (await import('./rent.ts')).rentCommand(c, id as string, o)));
  for (const [name, what] of [
    ['stop', 'stop an instance: compute billing halts, the disk is charged on'],
    ['start', 'start a stopped instance'],
  ] as const) {
    add(name, what, `rigdeck ${name} 9120441`)
      .argument('<id>')
      .action(act(async (c, [id]) => (await import('./power.ts')).powerCommand(c, name, id as string)));
  }
  add(
    'destroy',
    'destroy an instance and everything on it; ends all its charges',
    'rigdeck destroy 9120441 --yes',
  )
    .argument('<id>')
    .option('-y, --yes', 'do not ask')
    .action(act(async (c, [id], o) => (await import('./destroy.ts')).destroyCommand(c, id as string, o)));
  add('ssh', 'open an SSH session in an instance', 'rigdeck ssh 9120441 --print')
    .argument('<id>')
    .option('--print', 'print the ssh command and run nothing')
    .action(
      act(async (c, [id], o) => (await import('./ssh.ts')).sshCommand(c, id as string, o, ports.runSsh)),
    );
  add('status', 'instances, credit, burn and runway', 'rigdeck status --json').action(
    act(async (c) => (await import('./status.ts')).statusCommand(c)),
  );
  addSandboxFlags(
    add(
      'sandbox',
      'serve the sandbox on this machine until Ctrl+C',
      'rigdeck sandbox --port 8080 --speed 60',
      program,
      false,
    ),
  ).action(act(async (_, __, o) => ports.runSandbox(sandboxOptions(o)), { sandbox: true }));
  return program;
}

/** `rigdeck` alone: the deck, or where it cannot be drawn the status. */
async function bare(
  context: CommandContext,
  word: string | undefined,
  ports: ProgramPorts,
): Promise<unknown> {
  if (word !== undefined)
    throw failure('usage', 'usage', `There is no command ${JSON.stringify(word)}.`, 'See rigdeck --help.');
  const { composition, json, io } = context;
  if (ports.deck.ok && !json) return ports.startDeck(composition, composition.flags);
  if (ports.deck.ok === false && ports.deck.reason !== undefined) io.say(ports.deck.reason);
  return (await import('./status.ts')).statusCommand(context);
}
