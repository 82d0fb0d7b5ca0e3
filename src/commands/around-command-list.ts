import { type Command, Option } from 'commander';
import type { Act } from './command-list.ts';
import type { ProgramPorts } from './program.ts';

type Add = (
  name: string,
  what: string,
  example: string,
  options?: { json?: boolean; flags?: (command: Command) => unknown },
) => Command;

/** The commands for the daily work with an instance: reaching it, reading its log, naming it, starting it over. */
export function addAroundCommands(add: Add, act: Act, ports: ProgramPorts): void {
  const print = (what: string) => (command: Command) =>
    command.option('--print', `print ${what} and run nothing`);

  add('open', 'open the Jupyter of an instance in your browser', 'rigdeck open 9120441', {
    flags: (command) =>
      print('its address, token included,')(command).option(
        '--local <port>',
        'at the near end of a tunnel on this port',
      ),
  })
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./open.ts')).openCommand(c, id as string, o, ports)));

  add('tunnel', 'lead a port of this machine to one of the instance', 'rigdeck tunnel 9120441 8080', {
    flags: (command) =>
      print('the ssh command')(command).option('--local <port>', 'the port of this machine'),
  })
    .argument('<id>')
    .argument('<port>', 'the port in the instance')
    .action(
      act(async (c, [id, port], o) =>
        (await import('./tunnel.ts')).tunnelCommand(c, [id as string, port as string], o, ports),
      ),
    );

  add('ssh-config', 'print ssh_config blocks for editors', 'rigdeck ssh-config > ~/.ssh/rigdeck.conf')
    .argument('[id...]', 'these instances; without one, all that run')
    .action(act(async (c, [ids]) => (await import('./ssh-config.ts')).sshConfigCommand(c, ids as string[])));

  add('logs', 'print the log of an instance', 'rigdeck logs 9120441 -f', {
    flags: (command) =>
      command
        .option('-f, --follow', 'go on printing what is written')
        .option('--tail <n>', 'so many lines from the end', '1000')
        .option('--filter <text>', 'only lines that hold this')
        .option('--daemon', 'the log of what runs the container'),
  })
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./logs.ts')).logsCommand(c, id as string, o)));

  add('execute', 'run ls, du or rm on an instance', "rigdeck execute 9120441 'du -d2 -h /workspace'", {
    flags: (command) => command.option('-y, --yes', 'do not ask before rm'),
  })
    .argument('<id>')
    .argument('<command>')
    .action(
      act(async (c, [id, line], o) =>
        (await import('./execute.ts')).executeCommand(c, [id as string, line as string], o),
      ),
    );

  add('label', 'name an instance; an empty text takes its name off', 'rigdeck label 9120441 train-a')
    .argument('<id>')
    .argument('<text>')
    .action(
      act(async (c, [id, text]) =>
        (await import('./label.ts')).labelCommand(c, id as string, text as string),
      ),
    );

  add('reboot', 'start the container of an instance again', 'rigdeck reboot 9120441')
    .argument('<id>')
    .action(act(async (c, [id]) => (await import('./restart.ts')).rebootCommand(c, id as string)));

  add(
    'recycle',
    'make the container anew from its image; its data is lost',
    'rigdeck recycle 9120441 --yes',
    {
      flags: (command) => command.option('-y, --yes', 'do not ask'),
    },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./restart.ts')).recycleCommand(c, id as string, o)));

  add('cost', 'burn as quoted and as measured, runway, and each instance', 'rigdeck cost --json').action(
    act(async (c) => (await import('./cost.ts')).costCommand(c)),
  );

  add('wait', 'wait until an instance is up', 'rigdeck wait 9120441 --for running --timeout 10m', {
    flags: (command) =>
      command
        .addOption(
          new Option('--for <state>', 'what is waited for')
            .choices(['running', 'stopped', 'gone'])
            .default('running'),
        )
        .option('--timeout <time>', 'for so long, as 90s, 10m or 1h; a bare number is seconds', '20m'),
  })
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./wait.ts')).waitCommand(c, id as string, o)));
}
