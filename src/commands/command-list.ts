import { Command, type CommanderError, Option } from 'commander';
import { closestName } from '../base/closest-name.ts';
import { records } from '../engine/records.ts';
import type { AnyWrite } from '../engine/write.ts';
import { addAboutCommands } from './about-command-list.ts';
import { addAroundCommands } from './around-command-list.ts';
import { addGroup } from './cli/command-tree.ts';
import type { Act, ProgramPorts } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { addCommonFlags } from './cli/global-flags.ts';
import { describe, helpText, usageText, yes } from './cli/help.ts';
import { addSandboxFlags, sandboxOptions } from './cli/sandbox-flags.ts';
import { addCopyFlags, copyExamples } from './copy-flags.ts';
import { deckOrStatus } from './deck-or-status.ts';
import { addGroupCommands } from './group-command-list.ts';
import { addKeyCommands } from './key-command-list.ts';
import { addRentFlags, rentExamples } from './rent-flags.ts';
import { addTfaCommands } from './tfa-command-list.ts';
import type { Subject } from './write-command.ts';

/** One command: what it does in a sentence, examples that run, and its own flags before those of every command. */
export type Add = (
  name: string,
  what: string,
  examples: readonly string[],
  options?: {
    json?: boolean;
    flags?: (command: Command) => unknown;
    world?: 'own';
    under?: Command;
    notes?: readonly string[];
    /** Global flags that its help shows too. */
    shows?: readonly string[];
  },
) => Command;

/** A failure of the parser, with the command whose usage it is about. */
export type UsageError = CommanderError & { of?: Command };

/** What the commands of records know of a noun, by its name. */
const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  instance: async () => (await import('./instances.ts')).instanceSubject as Subject,
};

/** Every command with its flags and its help. Each is loaded when it is run and not before. */
export function buildProgram(ports: ProgramPorts, act: Act, writes: readonly AnyWrite[] = records): Command {
  const { io } = ports;
  const program = new Command('rigdeck')
    .description('Find, rent, watch, connect to and destroy GPU machines from your terminal.')
    .version(ports.version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .argument('[command]')
    .configureHelp({
      formatHelp: (command) => {
        // `exec --help` is about no command.
        refuseUnknown(
          command,
          command.args.find((word) => !word.startsWith('-')),
        );
        return helpText(command, io.columns);
      },
    })
    .configureOutput({
      writeOut: io.out,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => io.columns,
    })
    .enablePositionalOptions()
    .exitOverride();
  addCommonFlags(program);

  const add: Add = (name, what, examples, options = {}) => {
    const { json = true, flags = () => {}, under = program, notes = [], shows = [], ...more } = options;
    const command = under.command(name).description(what).copyInheritedSettings(program);
    command.exitOverride((error) => {
      if (error.code === 'commander.excessArguments') refuseUnknown(command, command.args[0]);
      throw Object.assign(error, { of: command });
    });
    describe(command, examples, { notes, shows });
    flags(command);
    return addCommonFlags(command, { json, ...more });
  };

  const addWrite = (name: string) => {
    const write = writes.find(({ command }) => command?.name === name);
    const command = write?.command;
    if (write === undefined || command === undefined) return;
    const { help, yes: noQuestion } = command;
    const onOne = `rigdeck ${name} 9120441`;
    const { examples = [onOne, `${onOne} ${noQuestion === undefined ? '--json' : '--yes'}`] } = command;
    const flags = noQuestion === undefined ? {} : { flags: yes(noQuestion) };
    const added = add(name, help, examples, flags).argument('<id>');
    if (write.input !== undefined) added.argument(`<${write.input.name}>`);
    added.action(
      act(async (c, args, o) => {
        const [{ writeCommand }, subject] = await Promise.all([
          import('./write-command.ts'),
          subjects[write.noun.one]?.(),
        ]);
        if (subject === undefined) throw new Error(`no commands on ${write.noun.many}`);
        return writeCommand(c, { subject, write }, args as string[], o);
      }),
    );
  };

  program.action(
    act((context, [word]) => {
      if (typeof word === 'string') throw unknownCommand(word, program);
      return deckOrStatus(context, ports);
    }),
  );
  add(
    'offers',
    'Search for machines to rent',
    [
      "rigdeck offers gpu_name=RTX_4090 'dph_total<0.5' 'geolocation in [SE,FI]'",
      "rigdeck offers 'gpu_ram>=24' --order dph_total --limit 5 --json",
    ],
    {
      flags: (command) =>
        command
          .argument('[query...]', '')
          .option('--order <fields>', 'Sort by (e.g. num_gpus-,dph_total; "-" is descending)')
          .option('--limit <n>', 'Max results (default 50)')
          .option('--search <name>', 'Start from a saved search (conditions given here win)')
          .option('--bid', 'Show interruptible offers instead of on-demand ones'),
      notes: [
        'Fields: gpu_name, num_gpus, gpu_ram (GB), dph_total ($/h), reliability (0 to 1), geolocation, disk_space (GB), inet_down (Mbps), duration (days), direct_port_count. All of them: rigdeck help search',
      ],
    },
  ).action(
    act(async (c, [query], o) => (await import('./offers.ts')).offersCommand(c, query as string[], o)),
  );

  add(
    'instances',
    'List your instances, or show one',
    ['rigdeck instances', 'rigdeck instances --json=id,label,actual_status'],
    {
      flags: (command) =>
        command.option('--watch [seconds]', 'Refresh every n seconds (default 10); pipes get JSON lines'),
    },
  )
    .argument('[id]')
    .action(
      act(async (c, [id], o) =>
        (await import('./instances.ts')).instancesCommand(c, id as string | undefined, o),
      ),
    );

  add('rent', 'Rent an offer (given an ID, without asking; use --max-price)', rentExamples, {
    flags: addRentFlags,
    notes: [
      'Exit code 7: the answer was lost. Run the same command again. It never rents twice, and prints the ID once the instance is found (within an hour).',
    ],
  })
    .argument('[offer-id]')
    .action(
      act(async (c, [id], o) => (await import('./rent.ts')).rentCommand(c, id as string | undefined, o)),
    );

  const open = add('unsettled', 'List rents whose outcome is unknown', [
    'rigdeck unsettled',
    'rigdeck unsettled --json',
  ]).action(act(async (c) => (await import('./unsettled.ts')).unsettledCommand(c)));
  add(
    'settle',
    'Settle a rent: look it up, or say what became of it',
    ['rigdeck unsettled settle mi3k2x9a-1', 'rigdeck unsettled settle mi3k2x9a-1 --adopt 9120441'],
    {
      under: open,
      flags: (command) =>
        command
          .option('--adopt <instance>', 'It created this instance')
          .option('--not-created', 'It created nothing (refused if an instance has its mark)')
          .option('-y, --yes', 'Settle even if the list disagrees or cannot be read'),
    },
  )
    .argument('<id>')
    .action(
      act(async (c, [id], o) => (await import('./unsettled.ts')).settleRentCommand(c, id as string, o)),
    );

  for (const name of ['stop', 'start', 'destroy']) addWrite(name);

  add('ssh', 'Open an SSH session on an instance', ['rigdeck ssh 9120441', 'rigdeck ssh 9120441 --print'], {
    flags: (command) => command.option('--print', 'Print the ssh command instead of running it'),
  })
    .argument('<id>')
    .action(
      act(async (c, [id], o) => (await import('./ssh.ts')).sshCommand(c, id as string, o, ports.runSsh)),
    );

  add('copy', 'Copy between an instance and cloud storage', copyExamples, { flags: addCopyFlags })
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./copy.ts')).copyCommand(c, id as string, o)));
  add('volumes', 'List your volumes (for rent --volume)', [
    'rigdeck volumes',
    'rigdeck volumes --json=id,label',
  ]).action(act(async (c) => (await import('./volumes.ts')).volumesCommand(c)));
  add('templates', 'List your templates (for rent --template)', [
    'rigdeck templates',
    'rigdeck templates --json=name,hash_id',
  ]).action(act(async (c) => (await import('./templates.ts')).templatesCommand(c)));
  add('connections', 'List your cloud storage connections (for copy)', [
    'rigdeck connections',
    'rigdeck connections --json',
  ]).action(act(async (c) => (await import('./connections.ts')).connectionsCommand(c)));
  addAroundCommands(add, act, ports, addWrite);
  for (const { command } of writes)
    if (command !== undefined && program.commands.every((one) => one.name() !== command.name))
      addWrite(command.name);

  addGroupCommands(add, act);

  add('status', 'Show instances, credit, burn and runway', [
    'rigdeck status',
    'rigdeck status --json',
  ]).action(act(async (c) => (await import('./status.ts')).statusCommand(c)));

  add(
    'login',
    'Sign in with a base URL and an API key',
    [
      'rigdeck login --base-url https://api.example.com',
      'rigdeck login --profile work --api-key-file key.txt --store file',
    ],
    {
      flags: (command) =>
        command.addOption(
          new Option('--store <where>', 'Where to keep the key').choices(['keychain', 'file', 'memory']),
        ),
      shows: ['--profile', '--base-url', '--api-key-file', '--api-key-stdin'],
    },
  ).action(act(async (c, _, o) => (await import('./login.ts')).loginCommand(c, o)));
  add('logout', 'Sign out: delete the stored key and its session', [
    'rigdeck logout',
    'rigdeck logout --profile work',
  ]).action(act(async (c) => (await import('./logout.ts')).logoutCommand(c)));
  const auth = addGroup(program, 'auth', 'Show the API key in use');
  describe(auth, ['rigdeck auth status', 'rigdeck auth status --json']);
  add(
    'status',
    'Show the key in use, its source and its permissions',
    ['rigdeck auth status', 'rigdeck auth status --json'],
    { under: auth },
  ).action(act(async (c) => (await import('./auth-status.ts')).authStatusCommand(c)));

  addTfaCommands(program, add, act);
  addKeyCommands(add, act);
  addAboutCommands(program, add, act, ports);

  add(
    'sandbox',
    'Serve a sandbox of the provider on 127.0.0.1 until Ctrl+C',
    ['rigdeck sandbox --port 8080 --speed 60', 'rigdeck sandbox --world busy --state world.json'],
    { json: false, flags: addSandboxFlags, world: 'own' },
  ).action(
    act(async (c, _, o) => ports.runSandbox({ ...sandboxOptions(o), ...c.composition.flags.sandboxWorld }), {
      sandbox: true,
    }),
  );
  add(
    'demo',
    'Try the deck on a sandbox (in a pipe, print a whole rental)',
    ['rigdeck demo', 'rigdeck demo --world busy'],
    { json: false },
  ).action(
    act(
      async (c) =>
        ports.deck.ok ? ports.startDeck(c.composition, c.flags) : (await import('./demo.ts')).demoCommand(c),
      { sandbox: true },
    ),
  );
  return program;
}

/** Refuses a word where only a command can be meant. */
function refuseUnknown(parent: Command, word: string | undefined): void {
  if (word === undefined || (parent.parent !== null && parent.registeredArguments.length > 0)) return;
  if (parent.commands.length > 0 && parent.commands.every((child) => child.name() !== word))
    throw unknownCommand(word, parent);
}

function unknownCommand(word: string, parent: Command): Error {
  const near = closestName(
    word,
    parent.commands.map((command) => command.name()),
  );
  const message = `unknown command ${JSON.stringify(word)}`;
  return failure(
    'usage',
    'usage',
    near === undefined ? message : `${message}. Did you mean ${near}?`,
    parent.parent === null ? 'rigdeck --help lists the commands' : usageText(parent),
  );
}
