import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { environment } from '../../src/commands/cli/environment.ts';
import { exitCodes } from '../../src/commands/cli/exit-codes.ts';
import { topics } from '../../src/commands/cli/help-topics.ts';
import { actionRow } from '../../src/engine/keymap.ts';
import { describeIf } from '../support/strict.ts';
import { makeWorld } from './world.ts';

const ask = (argv: string[], columns?: number) =>
  makeWorld().run(argv, { env: {}, ...(columns !== undefined && { columns }) });

describe('rigdeck help', () => {
  it('tells of a command what --help tells', async () => {
    const [help, flag] = [
      await ask(['help', 'unsettled', 'settle']),
      await ask(['unsettled', 'settle', '--help']),
    ];
    expect(help).toMatchObject({ exit: 0, out: flag.out });
    expect(help.out).toContain('--not-created');
  });

  it('has a topic for flags, searches, exit codes, variables and keys', async () => {
    const flags = (await ask(['help', 'flags'])).out;
    for (const flag of ['--json', '--base-url <url>', '--offers <n>']) expect(flags).toContain(`  ${flag} `);
    const search = (await ask(['help', 'search'])).out;
    for (const name of ['gpu_name', 'dph_total', 'duration', 'in [a,b]']) expect(search).toContain(name);
    const codes = (await ask(['help', 'exit-codes'])).out;
    for (const code of Object.values(exitCodes)) expect(codes).toMatch(new RegExp(`^ +${code} +\\w`, 'm'));
    const variables = (await ask(['help', 'environment'])).out;
    for (const name of environment.flatMap(({ names }) => names)) expect(variables).toContain(`  ${name} `);
    const keys = (await ask(['help', 'keys'], 100)).out;
    expect(keys).toContain(actionRow('instance.destroy').help);
    expect(keys).toContain('instance.destroy');
    expect(keys).toMatch(/^Instances$/m);
  });

  it.each([40, 60, 80])('stays within %i columns', async (columns) => {
    for (const topic of Object.keys(topics)) {
      const { out } = await ask(['help', topic], columns);
      // Examples stay whole, so that they can be copied.
      const lines = out.split('\n').filter((line) => !line.startsWith('  rigdeck '));
      expect(Math.max(...lines.map((line) => [...line].length)), topic).toBeLessThanOrEqual(columns);
    }
  });

  it('says what there is not', async () => {
    const { exit, err } = await ask(['help', 'nonsense']);
    expect(exit).toBe(2);
    expect(err).toContain('unknown command or topic "nonsense"');
  });
});

describe('rigdeck man', () => {
  it('is a page of man(7) with every part', async () => {
    const { out } = await ask(['man']);
    expect(out.split('\n')[0]).toBe('.TH RIGDECK 1');
    for (const part of ['OPTIONS', 'COMMANDS', 'KEYS', 'SETTINGS', 'ENVIRONMENT', 'EXIT STATUS'])
      expect(out).toContain(`\n.SH ${part}\n`);
    expect(out).toContain('rigdeck unsettled settle <id>');
    // A line that begins with a dot is a request; text never is.
    const requests = new Set(out.split('\n').flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? []));
    expect([...requests].sort()).toEqual(['B', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP']);
  });
});

const noBash = spawnSync('bash', ['--version']).status === 0 ? undefined : 'there is no bash here';

describeIf(noBash)('rigdeck completion of bash', () => {
  /** What bash offers for the last of these words. */
  const offered = (...words: string[]) => offeredAt({}, ...words);
  async function offeredAt(env: Record<string, string>, ...words: string[]): Promise<string[]> {
    const { out } = await ask(['completion', 'bash']);
    const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rigdeck; echo "\${COMPREPLY[@]}"`;
    const ran = spawnSync('bash', ['--norc', '-c', script, 'bash', 'rigdeck', ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
    expect(ran.stderr).toBe('');
    return ran.stdout.trim().split(' ');
  }

  it('of bash offers commands, what stands behind them, and flags also after an argument', async () => {
    expect(await offered('sta')).toEqual(['start', 'status']);
    expect(await offered('2fa', 'l')).toEqual(['login', 'label']);
    expect(await offered('destroy', '9120441', '--y')).toEqual(['--yes']);
    expect(await offered('help', 'exit')).toEqual(['exit-codes']);
    expect(await offered('unsettled', 'se')).toEqual(['settle']);
  });

  it('of bash offers the instances as they were listed last, and asks nobody', async () => {
    const world = makeWorld();
    const id = await world.rent();
    await world.run(['instances']);
    const before = world.requests().length;
    const home = { HOME: world.home };
    expect(await offeredAt(home, 'destroy', '')).toContain(String(id));
    expect(await offeredAt(home, 'ssh-keys', 'attach', String(id).slice(0, 3))).toEqual([String(id)]);
    expect(await offeredAt(home, 'keys', 'delete', '')).not.toContain(String(id));
    expect(world.requests().length).toBe(before);
    expect((await world.run(['destroy', String(id), '--yes'])).exit).toBe(0);
    await world.run(['instances']);
    expect(await offeredAt(home, 'destroy', '')).not.toContain(String(id));
  });
});

describe('rigdeck completion', () => {
  it.each(['zsh', 'fish'])('of %s names every command', async (shell) => {
    const { out, exit } = await ask(['completion', shell]);
    expect(exit).toBe(0);
    for (const name of ['offers', 'rent', 'unsettled', '2fa', 'config', 'help']) expect(out).toContain(name);
    const has = spawnSync(shell, ['--version']).status === 0;
    if (has) expect(spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' }).stderr).toBe('');
  });

  it('says for which shells there is one', async () => {
    const { exit, err } = await ask(['completion', 'tcsh']);
    expect(exit).toBe(2);
    expect(err).toContain('bash, zsh, fish');
  });
});
