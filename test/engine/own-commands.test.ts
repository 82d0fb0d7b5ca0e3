import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ownBindings } from '../../src/app/own-bindings.ts';
import { keyLayers } from '../../src/engine/key-layers.ts';
import { defaultKeymap } from '../../src/engine/keymap.ts';
import {
  type CommandSpec,
  commandBlock,
  commandRun,
  commandVariables,
  type OwnCommand,
  ownCommands,
} from '../../src/engine/own-commands.ts';
import { instanceValues, offerValues } from '../../src/hooks/use-own-commands.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { explainOwn, runOwnCommand } from '../../src/platform/terminal/own-command.ts';
import { screens } from '../../src/screens/registry.ts';

const layers = keyLayers(screens);
const read = (...specs: CommandSpec[]) => ownCommands(specs, defaultKeymap, layers);
const one = (spec: Partial<CommandSpec>): OwnCommand =>
  read({ key: 'T', on: ['instances'], run: 'true', ...spec }).commands[0] as OwnCommand;
const values = instanceValues(
  {
    ...{ id: 7, label: 'a; rm -rf "$HOME"', actual_status: 'running', gpu_name: 'A40', num_gpus: 1 },
    ...{ ssh_host: 'ssh4.example.com', ssh_port: 10_022 },
  },
  'root',
);
const booting = instanceValues({ id: 8, actual_status: 'loading' }, 'root');

describe('the price that a command is told', () => {
  const priced = { id: 9, dph_total: 0.5, storage_total_cost: 0.01 };
  it('is what an instance costs now: the disk alone unless it runs', () => {
    const prices = ['running', 'exited', 'loading', null].map(
      (actual_status) => instanceValues({ ...priced, actual_status }, 'root').price,
    );
    expect(prices).toEqual(['0.500', '0.010', '0.010', '0.010']);
  });

  it('has the digits that a list shows', () => {
    expect(offerValues({ id: 9, dph_total: 0.09435388888888889 }).price).toBe('0.094');
  });

  it('is the bid that wins for an offer of the interruptible kind', () => {
    const offer = { id: 9, dph_total: 0.5, min_bid: 0.2 };
    expect([offerValues(offer).price, offerValues({ ...offer, is_bid: true }).price]).toEqual([
      '0.500',
      '0.200',
    ]);
  });
});

describe('commands of config.toml', () => {
  it('are read with their lines; one with a fault is left out and named, and the others count', () => {
    const { config, warnings } = parseConfig(`
[[commands]]
key = "T"
on = "instances"
run = "nvtop"
[[commands]]
key = "Y"
on = "everywhere"
runs = "x"
[[commands]]
key = "f5"
on = ["offers", "instance"]
run = ["code", "{host}"]
background = true
`);
    expect(config.commands).toEqual([
      { key: 'T', on: ['instances'], run: 'nvtop', line: 2, keyLine: 3, runLine: 5 },
      {
        ...{ key: 'f5', on: ['offers', 'instance'], run: ['code', '{host}'], background: true },
        ...{ line: 10, keyLine: 11, runLine: 13 },
      },
    ]);
    expect(warnings).toEqual([
      { message: '[[commands]] A command has no runs. Did you mean run?', line: 9 },
      { message: expect.stringContaining('Invalid on: expected one or more of "instances"'), line: 8 },
      { message: expect.stringContaining('Invalid run: expected shell command'), line: 6 },
    ]);
  });

  it.each<[string, Partial<CommandSpec>, RegExp]>([
    ['an action of its screen', { key: 'x' }, /^x cannot mean both the command true and instance\.stop/],
    ['what works everywhere', { key: 'esc' }, /^esc cannot mean both the command true and app\.escape/],
    ['no key', { key: 'hyper+t' }, /"hyper" is no modifier.*A key looks like/],
    ['a value in a line for the shell', { run: 'ssh {host}' }, /Write "\$RIGDECK_HOST" there/],
  ])('are left out for %s', (_what, spec, said) => {
    const { commands, problems } = read({ key: 'T', on: ['instances'], run: 'true', line: 4, ...spec });
    expect(commands).toEqual([]);
    expect(problems).toEqual([{ line: 4, message: expect.stringMatching(said) }]);
  });

  it('tell of a word in braces that stands for nothing, and hand it over', () => {
    const told = (...run: string[]) =>
      read({ key: 'T', on: ['offers'], line: 4, runLine: 7, run: ['echo', ...run] });
    const { commands, problems } = told('{label}{nope}');
    expect([commands.length, problems.length]).toEqual([1, 1]);
    expect(problems[0]?.line).toBe(7);
    expect(problems[0]?.message).toMatch(
      /^The command echo: there is no \{nope\}.*There are \{id\}, \{label\}/,
    );
    expect(told('{id}', '\u0024{HOME}', '{{json}}', '{ print }', 'a{3}').problems).toEqual([]);
  });

  it('share no key on a screen, but may on different ones', () => {
    const on = (...places: CommandSpec['on'][number][]): CommandSpec => ({ key: 'T', on: places, run: 'a' });
    expect(read(on('instances'), on('offers')).problems).toEqual([]);
    expect(read(on('instances'), on('offers', 'instances')).problems[0]?.message).toContain('on instances');
  });
});

describe('what a command is called', () => {
  it('is its label, in the help too, or what it runs', () => {
    expect(one({ run: ['sh', '-c', 'echo'], label: 'say' }).row).toMatchObject({
      label: 'say',
      help: 'Yours: say',
    });
    expect(one({ run: ['/bin/sh', '-c'] }).row).toMatchObject({ label: 'sh', help: 'Yours: /bin/sh -c' });
  });

  it('has no sequence of a terminal in it, nor a part of one', () => {
    const config = parseConfig(`
[[commands]]
key = "T"
on = "instances"
run = "true"
label = "weird\\u001b[31m"
[[commands]]
key = "Y"
on = "instances"
run = "nvtop \\u001b[31mx"
label = "\\u001b[0m"
`);
    const { commands } = ownBindings(config);
    expect(commands.map(({ row: { label, help } }) => [label, help])).toEqual([
      ['weird', 'Yours: weird'],
      ['nvtop', 'Yours: nvtop x'],
    ]);
  });
});

describe('what a command is told', () => {
  it('is in its environment, and never in the line that the shell reads', async () => {
    const spawned: { command: string; args: readonly string[]; options: SpawnOptions }[] = [];
    const spawn = (command: string, args: readonly string[], options: SpawnOptions) => {
      spawned.push({ command, args, options });
      const child = new EventEmitter() as ChildProcess;
      setImmediate(() => child.emit('exit', 3, null));
      return child;
    };
    const command = one({ run: 'echo "$RIGDECK_LABEL"', label: 'say' });
    const end = await runOwnCommand(
      { name: 'say', run: commandRun(command, values), variables: commandVariables(values) },
      {
        ...{ spawn, now: () => 0, platform: 'linux', apart: false },
        env: { PATH: '/bin', RIGDECK_API_KEY: 'secret', RIGDECK_PLACE: 'of before' },
      },
    );
    const [{ command: program, args, options } = { command: '', args: [], options: {} }] = spawned;
    expect([program, ...args]).toEqual(['/bin/sh', '-c', 'echo "$RIGDECK_LABEL"']);
    expect(options).toEqual({
      stdio: ['inherit', 'inherit', 'inherit'],
      env: {
        PATH: '/bin',
        RIGDECK_ID: '7',
        RIGDECK_LABEL: 'a; rm -rf "$HOME"',
        RIGDECK_STATE: 'running',
        RIGDECK_HOST: 'ssh4.example.com',
        RIGDECK_PORT: '10022',
        RIGDECK_USER: 'root',
        RIGDECK_GPU: '1x A40',
      },
    });
    expect(explainOwn('say', end)).toEqual({ ok: false, text: 'say ended with exit code 3 after 0s' });
  });

  it('goes into arguments that no shell sees, one argument each', () => {
    const command = one({ run: ['code', '--remote', 'ssh-remote+{user}@{host}:{port}', '{label}', '{x}'] });
    expect(commandRun(command, values)).toEqual([
      ...['code', '--remote', 'ssh-remote+root@ssh4.example.com:10022', 'a; rm -rf "$HOME"', '{x}'],
    ]);
  });

  it('blocks the command, with a reason, where what it speaks of is not known', () => {
    expect(commandBlock(one({ run: 'ssh "$RIGDECK_HOST"', label: 'go' }), booting)).toBe(
      'go needs RIGDECK_HOST: the service names no SSH host yet',
    );
    expect(commandBlock(one({ run: ['ssh', '{host}'] }), values)).toBeUndefined();
    expect(commandBlock(one({ run: ['echo', '{label}'] }), booting)).toBeUndefined();
    expect(commandBlock(one({ run: 'true' }), undefined)).toBe('There is no row here');
  });

  it('never becomes an option of a program', () => {
    const dashed = { ...values, label: '-oProxyCommand=x' };
    expect(commandBlock(one({ run: ['ssh', '{label}'] }), dashed)).toContain('would be read as an option');
    expect(commandBlock(one({ run: ['ssh', '--name={label}'] }), dashed)).toBeUndefined();
  });
});
