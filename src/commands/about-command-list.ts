import { type Command, Option } from 'commander';
import type { Act } from './command-list.ts';
import { isTopic, topics, topicText } from './help-topics.ts';
import type { ProgramPorts } from './program.ts';

type Add = (
  name: string,
  what: string,
  example: string,
  options?: { json?: boolean; under?: Command; flags?: (command: Command) => unknown },
) => Command;

/** The commands about rigdeck itself: settings, help, the manual page and the shell's completion. None asks the service. */
export function addAboutCommands(program: Command, add: Add, act: Act, ports: ProgramPorts): void {
  const { io } = ports;
  const under = program
    .command('config')
    .description('the settings of rigdeck')
    .copyInheritedSettings(program);
  add('path', 'where config.toml is', 'rigdeck config path', { under }).action(
    act(async (c) => (await import('./config.ts')).configPathCommand(c)),
  );
  add('show', 'every setting as it holds now, and what it comes from', 'rigdeck config show --json', {
    under,
  }).action(act(async (c) => (await import('./config.ts')).configShowCommand(c, ports)));
  add('check', 'what is wrong in config.toml; exit code 2 when something is', 'rigdeck config check', {
    under,
  }).action(act(async (c) => (await import('./config.ts')).configCheckCommand(c, ports)));
  add(
    'default',
    'print a config.toml to begin with',
    'rigdeck config default > ~/.config/rigdeck/config.toml',
    { under, json: false },
  ).action(act(async (c) => (await import('./config.ts')).configDefaultCommand(c)));

  add('doctor', 'what works here and what does not, with the way out', 'rigdeck doctor').action(
    act(async (c) => (await import('./doctor.ts')).doctorCommand(c, ports.doctor, ports)),
  );
  const profiles = add('profiles', 'the accounts that you signed in to', 'rigdeck profiles --json').action(
    act(async (c) => (await import('./profiles.ts')).profilesCommand(c)),
  );
  add('use', 'use this one from now on when none is named', 'rigdeck profiles use work', { under: profiles })
    .argument('<name>')
    .action(act(async (c, [name]) => (await import('./profiles.ts')).useProfileCommand(c, name as string)));
  add(
    'set',
    'its colour, and whether anything may be changed under it',
    'rigdeck profiles set work --colour red',
    {
      under: profiles,
      flags: (command) =>
        command
          .option(
            '--colour <name>',
            'of its name in the corner: red, green, yellow, blue, magenta, cyan, or none',
          )
          .addOption(
            new Option('--writes <word>', 'whether anything may be changed under it').choices([
              'allow',
              'refuse',
            ]),
          ),
    },
  )
    .argument('<name>')
    .action(
      act(async (c, [name], o) => (await import('./profiles.ts')).setProfileCommand(c, name as string, o)),
    );

  add('completion', 'print what the shell needs to complete rigdeck', 'source <(rigdeck completion bash)', {
    json: false,
  })
    .argument('<shell>', 'bash, zsh or fish')
    .action(
      act(async (_, [shell]) =>
        (await import('./completion.ts')).completionCommand(io, program, shell as string),
      ),
    );
  add('man', 'print the manual page', 'rigdeck man | man -l -', { json: false }).action(
    act(async () => (await import('./manual.ts')).manualCommand(io, program)),
  );

  program.helpCommand(false);
  const listed = Object.entries(topics).map(([name, { what }]) => `  ${name.padEnd(12)} ${what}`);
  program
    .command('help')
    .description('about a command or a topic: exit-codes, environment, keys')
    .copyInheritedSettings(program)
    .argument('[words...]', 'a command, or a topic')
    .addHelpText('after', `\nTopics:\n${listed.join('\n')}`)
    .action(async (words: string[]) => {
      const [topic] = words;
      if (topic === 'keys') {
        const { config } = await ports.compose({});
        return io.out(topicText(topic, io.columns, (await ports.ownBindings(config)).keymap));
      }
      if (topic !== undefined && isTopic(topic)) return io.out(topicText(topic, io.columns));
      // What it cannot find it names, as it does for any mistyped command.
      const found = words.reduce<Command | undefined>(
        (at, word) => at?.commands.find((child) => child.name() === word),
        program,
      );
      if (found === undefined)
        program.error(`error: There is no command or topic ${JSON.stringify(words.join(' '))}`);
      found.outputHelp();
    });
}
