import { Option } from 'commander';
import type { Act, ProgramPorts } from './cli/context.ts';
import { yes } from './cli/help.ts';
import type { Add } from './command-list.ts';

/** The commands for the daily work with an instance: reaching it, reading its log, naming it, starting it over. */
export function addAroundCommands(add: Add, act: Act, ports: ProgramPorts): void {
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

  add(
    'execute',
    'Run ls, du or rm on an instance',
    [
      "rigdeck execute 9120441 'du -d2 -h /workspace'",
      "rigdeck execute 9120441 'rm -r /workspace/tmp' --yes",
    ],
    { flags: yes("Don't ask before rm") },
  )
    .argument('<id>')
    .argument('<command>')
    .action(
      act(async (c, [id, line], o) =>
        (await import('./execute.ts')).executeCommand(c, [id as string, line as string], o),
      ),
    );

  add('label', 'Set an instance\'s label ("" clears it)', [
    'rigdeck label 9120441 train-a',
    'rigdeck label 9120441 ""',
  ])
    .argument('<id>')
    .argument('<text>')
    .action(
      act(async (c, [id, text]) =>
        (await import('./label.ts')).labelCommand(c, id as string, text as string),
      ),
    );

  add('reboot', 'Restart the container (kills running processes, keeps the disk)', [
    'rigdeck reboot 9120441',
    'rigdeck reboot 9120441 --json',
  ])
    .argument('<id>')
    .action(act(async (c, [id]) => (await import('./restart.ts')).rebootCommand(c, id as string)));

  add(
    'recycle',
    'Recreate the container from its image (deletes its data)',
    ['rigdeck recycle 9120441', 'rigdeck recycle 9120441 --yes'],
    { flags: yes("Don't ask for confirmation") },
  )
    .argument('<id>')
    .action(act(async (c, [id], o) => (await import('./restart.ts')).recycleCommand(c, id as string, o)));

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
