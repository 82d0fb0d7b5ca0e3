import { Command, Option } from 'commander';
import { addAboutCommands } from './about-command-list.ts';
import { addAroundCommands } from './around-command-list.ts';
import type { CommandContext } from './context.ts';
import { addCopyFlags, copyExample } from './copy-flags.ts';
import { deckOrStatus } from './deck-or-status.ts';
import { exitCodeHelp } from './exit-codes.ts';
import { failure } from './failure.ts';
import { addCommonFlags } from './global-flags.ts';
import { addGroupCommands } from './group-command-list.ts';
import { addKeyCommands } from './key-command-list.ts';
import type { ProgramPorts } from './program.ts';
import { addRentFlags } from './rent-flags.ts';
import { addSandboxFlags, sandboxOptions } from './sandbox-flags.ts';
import { addTfaCommands } from './tfa-command-list.ts';

/** A command; the number that it resolves with, if it does, is the exit code. */
export type Run = (
  context: CommandContext,
  args: (string | string[] | undefined)[],
  options: never,
) => Promise<unknown>;

/** `sandbox` keeps a command away from everything that belongs to a real account. */
export type Act = (run: Run, options?: { sandbox?: boolean }) => (...all: unknown[]) => Promise<void>;

const offersExample =
  "rigdeck offers gpu_name=RTX_4090 'num_gpus>=2' 'dph_total<0.5' 'geolocation in [SE,FI]'";
const rentExample =
  'rigdeck rent 7218834 --image pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime --disk 40 --max-price 0.5';

/** Every command with its flags and its help. Each is loaded when it is run and not before. */
export function buildProgram(ports: ProgramPorts, act: Act): Command {
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
  addCommonFlags(program, { world: 'shown' });

  type Flags = {
    json?: boolean;
    flags?: (command: Command) => unknown;
    world?: 'shown' | 'own';
  };
  /** One command: its own flags before the common ones, its example, and the exit codes below its help. */
  const add = (
    name: string,
    what: string,
    example: string,
    { json = true, flags = () => {}, under = program, ...more }: Flags & { under?: Command } = {},
  ): Command => {
    const command = under.command(name).description(what).copyInheritedSettings(program);
    command.addHelpText('after', `\nExample:\n  ${example}\n\n${exitCodeHelp}`);
    flags(command);
    return addCommonFlags(command, { json, ...more });
  };

  program.action(act((context, [word]) => bare(context, word as string | undefined, ports)));
  add('offers', 'search for machines to rent', offersExample, {
    flags: (command) =>
      command
        .argument('[query...]', 'conditions, as gpu_name=RTX_4090; units are GB and days')
        .optionsGroup('Search:')
        .option('--order <fields>', 'sort by, as dph_total or num_gpus-,dph_total (- is descending)')
        .option('--limit <n>', 'at most so many')
        .option('--search <name>', 'a search that the deck has saved; what is given beside it wins')
        .option('--bid', 'interruptible offers instead of on-demand ones'),
  }).action(
    act(async (c, [query], o) => (await import('./offers.ts')).offersCommand(c, query as string[], o)),
  );

  add('instances', 'list your instances, or one', 'rigdeck instances --json', {
    flags: (command) =>
      command.option('--watch [seconds]', 'draw it again every 10 s; piped, print changes as JSON lines'),
  })
    .argument('[id]')
    .action(
      act(async (c, [id], o) =>
        (await import('./instances.ts')).instancesCommand(c, id as string | undefined, o),
      ),
    );

  add('rent', 'rent an offer; the command is the consent', rentExample, { flags: addRentFlags })
    .argument('[offer-id]', 'the id of an offer')
    .addHelpText(
      'after',
      `
Exit code 7: the answer got lost. The same command then rents nothing more while
that is open, and once the machine is found its id is the answer, with exit code
0: a loop such as "until rigdeck rent ...; do sleep 5; done" buys one. That holds
for an hour; values of variables are not compared.`,
    )
    .action(
      act(async (c, [id], o) => (await import('./rent.ts')).rentCommand(c, id as string | undefined, o)),
    );

  const open = add('unsettled', 'rents whose outcome is not known', 'rigdeck unsettled --json').action(
    act(async (c) => (await import('./unsettled.ts')).unsettledCommand(c)),
  );
  add(
    'settle',
    'find out what became of one: by the list of instances, or by your word',
    'rigdeck unsettled settle mi3k2x9a-1',
    {
      under: open,
      flags: (command) =>
        command
          .option('--adopt <instance>', 'it is this instance')
          .option('--not-created', 'nothing was created; not where a machine carries the mark of the rent')
          .option('-y, --yes', 'settle it so although the list says otherwise, or cannot be read'),
    },
  )
    .argument('<id>', 'as rigdeck unsettled lists it')
    .action(
      act(async (c, [id], o) => (await import('./unsettled.ts')).settleRentCommand(c, id as string, o)),
    );

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
    {
      flags: (command) => command.option('-y, --yes', 'do not ask'),
    },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./destroy.ts')).destroyCommand(c, id as string, o)));

  add('ssh', 'open an SSH session in an instance', 'rigdeck ssh 9120441 --print', {
    flags: (command) => command.option('--print', 'print the ssh command and run nothing'),
  })
    .argument('<id>')
    .action(
      act(async (c, [id], o) => (await import('./ssh.ts')).sshCommand(c, id as string, o, ports.runSsh)),
    );

  add('copy', 'copy between an instance and cloud storage; the command is the consent', copyExample, {
    flags: addCopyFlags,
  })
    .argument('<id>', 'the instance')
    .action(act(async (c, [id], o) => (await import('./copy.ts')).copyCommand(c, id as string, o)));
  add('volumes', 'your volumes, for rigdeck rent --volume', 'rigdeck volumes --json').action(
    act(async (c) => (await import('./volumes.ts')).volumesCommand(c)),
  );
  add('templates', 'templates, for rigdeck rent --template', 'rigdeck templates --json').action(
    act(async (c) => (await import('./templates.ts')).templatesCommand(c)),
  );
  add('connections', 'connections to cloud storage, for rigdeck copy', 'rigdeck connections --json').action(
    act(async (c) => (await import('./connections.ts')).connectionsCommand(c)),
  );
  addAroundCommands(add, act, ports);

  addGroupCommands(add, act);

  add('status', 'instances, credit, burn and runway', 'rigdeck status --json').action(
    act(async (c) => (await import('./status.ts')).statusCommand(c)),
  );

  add('login', 'sign in: a base URL and an API key', 'rigdeck login --base-url https://api.example.com', {
    flags: (command) =>
      command.addOption(
        new Option('--store <where>', 'where the key is kept').choices(['keychain', 'file', 'memory']),
      ),
  }).action(act(async (c, _, o) => (await import('./login.ts')).loginCommand(c, o)));
  add('logout', 'delete the key and all that came with it', 'rigdeck logout').action(
    act(async (c) => (await import('./logout.ts')).logoutCommand(c)),
  );
  const auth = program.command('auth').description('about the key in use').copyInheritedSettings(program);
  add('status', 'which key is in use, where it comes from, what it may do', 'rigdeck auth status', {
    under: auth,
  }).action(act(async (c) => (await import('./auth-status.ts')).authStatusCommand(c)));

  addTfaCommands(program, add, act);
  addKeyCommands(add, act);
  addAboutCommands(program, add, act, ports);

  add('sandbox', 'serve the sandbox on this machine until Ctrl+C', 'rigdeck sandbox --port 8080 --speed 60', {
    json: false,
    flags: addSandboxFlags,
    world: 'own',
  }).action(
    act(async (c, _, o) => ports.runSandbox({ ...sandboxOptions(o), ...c.composition.flags.sandboxWorld }), {
      sandbox: true,
    }),
  );
  add(
    'demo',
    'try it: the deck on the embedded sandbox; without a terminal the main job, printed',
    'rigdeck demo',
    { json: false, world: 'shown' },
  ).action(
    act(
      async (c) =>
        ports.deck.ok ? ports.startDeck(c.composition, c.flags) : (await import('./demo.ts')).demoCommand(c),
      { sandbox: true },
    ),
  );
  return program;
}

async function bare(
  context: CommandContext,
  word: string | undefined,
  ports: ProgramPorts,
): Promise<unknown> {
  if (word !== undefined)
    throw failure('usage', 'usage', `There is no command ${JSON.stringify(word)}.`, 'See rigdeck --help.');
  return deckOrStatus(context, ports);
}
