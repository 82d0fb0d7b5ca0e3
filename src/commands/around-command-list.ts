import { Option } from 'commander';
import type { Act, ProgramPorts } from './cli/context.ts';
import type { Add } from './command-list.ts';

/** The commands for the daily work with an instance: reaching it, reading its log, naming it, starting it over. */
export function addAroundCommands(
  add: Add,
  act: Act,
  ports: ProgramPorts,
  addWrite: (name: string) => void,
): void {
  add(
    'open',
    "Open an instance's Jupyter in your browser",
    ['rigdeck open 9120441', 'rigdeck open 9120441 --print'],
    {
      flags: (command) =>
        command
          .option('--print', 'Print the URL (with its token) instead')
          .option('--local <port>', 'Local port of a port forward to use'),
    },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./open.ts')).openCommand(c, id as string, o, ports)));

  add(
    'tunnel',
    'Forward a local port to an instance',
    ['rigdeck tunnel 9120441 8080', 'rigdeck tunnel 9120441 8080 --local 9000'],
    {
      flags: (command) =>
        command
          .option('--print', 'Print the ssh command instead of running it')
          .option('--local <port>', 'Local port (default: the same, or a free one)'),
    },
  )
    .argument('<id>')
    .argument('<port>')
    .action(
      act(async (c, [id, port], o) =>
        (await import('./tunnel.ts')).tunnelCommand(c, [id as string, port as string], o, ports),
      ),
    );

  add('ssh-config', 'Print ssh_config blocks for editors (default: all running instances)', [
    'rigdeck ssh-config',
    'rigdeck ssh-config 9120441 > ~/.ssh/rigdeck.conf',
  ])
    .argument('[id...]')
    .action(act(async (c, [ids]) => (await import('./ssh-config.ts')).sshConfigCommand(c, ids as string[])));

  add(
    'logs',
    "Print an instance's log",
    ['rigdeck logs 9120441 -f', 'rigdeck logs 9120441 --tail 50 --filter error'],
    {
      flags: (command) =>
        command
          .option('-f, --follow', 'Keep printing new lines')
          .option('--tail <n>', 'Show the last n lines', '1000')
          .option('--filter <text>', 'Show only lines that contain this text')
          .option('--daemon', "Show the daemon's log instead of the container's"),
    },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./logs.ts')).logsCommand(c, id as string, o)));

  for (const name of ['execute', 'label', 'reboot', 'recycle']) addWrite(name);

  add('cost', 'Show burn (quoted and measured), runway and the cost of each instance', [
    'rigdeck cost',
    'rigdeck cost --json',
  ]).action(act(async (c) => (await import('./cost.ts')).costCommand(c)));

  add(
    'wait',
    'Wait until an instance is running, stopped or gone',
    ['rigdeck wait 9120441', 'rigdeck wait 9120441 --for gone --timeout 10m'],
    {
      flags: (command) =>
        command
          .addOption(
            new Option('--for <state>', 'State').choices(['running', 'stopped', 'gone']).default('running'),
          )
          .option('--timeout <time>', 'Give up after (e.g. 90, 90s, 10m, 1h)', '20m'),
    },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./wait.ts')).waitCommand(c, id as string, o)));
}
