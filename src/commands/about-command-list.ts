import { type Command, Option } from 'commander';
import { addGroup } from './cli/command-tree.ts';
import type { Act, ProgramPorts } from './cli/context.ts';
import { failure } from './cli/failure.ts';
import { describe } from './cli/help.ts';
import { isTopic, topics, topicText } from './cli/help-topics.ts';
import type { Add } from './command-list.ts';

/** The commands about rigdeck itself: settings, help, the manual page and the shell's completion. None asks the service. */
export function addAboutCommands(program: Command, add: Add, act: Act, ports: ProgramPorts): void {
  const { io } = ports;
  const under = addGroup(program, 'config', 'Show and check the settings');
  describe(under, ['rigdeck config show', 'rigdeck config check']);
  add('path', 'Print where config.toml is', ['rigdeck config path', '$EDITOR "$(rigdeck config path)"'], {
    under,
  }).action(act(async (c) => (await import('./config.ts')).configPathCommand(c)));
  add(
    'show',
    'Show every setting with its value and source',
    ['rigdeck config show', 'rigdeck config show --json'],
    { under },
  ).action(act(async (c) => (await import('./config.ts')).configShowCommand(c, ports)));
  add(
    'check',
    'Check config.toml (exit code 2 if it has errors)',
    ['rigdeck config check', 'rigdeck config check --json'],
    { under },
  ).action(act(async (c) => (await import('./config.ts')).configCheckCommand(c, ports)));
  add(
    'default',
    'Print a config.toml with every setting and its default',
    ['rigdeck config default', 'rigdeck config default > ~/.config/rigdeck/config.toml'],
    { under, json: false },
  ).action(act(async (c) => (await import('./config.ts')).configDefaultCommand(c)));

  add('doctor', 'Check your setup and suggest fixes', ['rigdeck doctor', 'rigdeck doctor --json']).action(
    act(async (c) => (await import('./doctor.ts')).doctorCommand(c, ports.doctor, ports)),
  );
  const profiles = add('profiles', 'List the accounts you signed in to', [
    'rigdeck profiles',
    'rigdeck profiles --json',
  ]).action(act(async (c) => (await import('./profiles.ts')).profilesCommand(c)));
  add('use', 'Make a profile the default', ['rigdeck profiles use work', 'rigdeck profiles use home'], {
    under: profiles,
  })
    .argument('<name>')
    .action(act(async (c, [name]) => (await import('./profiles.ts')).useProfileCommand(c, name as string)));
  add(
    'set',
    "Set a profile's color, or make it read-only",
    ['rigdeck profiles set work --name-color red', 'rigdeck profiles set work --writes refuse'],
    {
      under: profiles,
      flags: (command) =>
        command
          .option('--name-color <color>', 'Color: red, green, yellow, blue, magenta, cyan or none')
          .addOption(new Option('--colour <color>', 'The old name of --name-color').hideHelp())
          .addOption(
            new Option('--writes <word>', 'Whether changes are allowed').choices(['allow', 'refuse']),
          ),
    },
  )
    .argument('<name>')
    .action(
      act(async (c, [name], o) => (await import('./profiles.ts')).setProfileCommand(c, name as string, o)),
    );

  add(
    'completion',
    'Print shell completion for bash, zsh or fish',
    ['source <(rigdeck completion bash)', 'rigdeck completion fish | source'],
    { json: false },
  )
    .argument('<shell>')
    .action(
      act(async (_, [shell]) =>
        (await import('./cli/completion.ts')).completionCommand(io, program, shell as string),
      ),
    );
  add('man', 'Print the manual page', ['rigdeck man', 'rigdeck man | man -l -'], { json: false }).action(
    act(async () => (await import('./cli/manual.ts')).manualCommand(io, program)),
  );

  program.helpCommand(false);
  const help = program
    .command('help')
    .description('Show help for a command or a topic')
    .copyInheritedSettings(program)
    .argument('[words...]');
  const ownKeymap = async () => (await ports.ownBindings((await ports.compose({})).config)).keymap;
  const listed = Object.entries(topics).map(([name, { what }]) => `${name} (${what})`);
  describe(help, ['rigdeck help rent', 'rigdeck help keys'], { notes: [`Topics: ${listed.join(', ')}`] });
  help.action(async (words: string[]) => {
    const [topic] = words;
    if (topic !== undefined && isTopic(topic)) {
      const keymap = topic === 'keys' ? await ownKeymap() : undefined;
      return io.out(topicText(topic, io.columns, { program, ...(keymap && { keymap }) }));
    }
    // What it cannot find it names, as it does for any mistyped command.
    const found = words.reduce<Command | undefined>(
      (at, word) => at?.commands.find((child) => child.name() === word),
      program,
    );
    if (found === undefined)
      throw failure(
        'usage',
        'usage',
        `unknown command or topic ${JSON.stringify(words.join(' '))}`,
        'rigdeck --help lists the commands',
      );
    found.outputHelp();
  });
}
