import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../src/commands/config.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { makeWorld } from './world.ts';

/** A home folder with this config.toml in it, and nobody signed in. */
function worldWith(text: string) {
  const world = makeWorld();
  const path = join(world.home, '.config', 'rigdeck', 'config.toml');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { path, run: (argv: string[], env = {}) => world.run(argv, { env: { HOME: world.home, ...env } }) };
}

describe('rigdeck config', () => {
  it('path says where the file is, whether it is there or not', async () => {
    const { path, run } = worldWith('');
    expect((await run(['config', 'path'])).out).toBe(`${path}\n`);
    const { json } = await run(['config', 'path', '--json']);
    expect(json()).toMatchObject({ schema: 1, paths: { config: path }, not_kept: [] });
  });

  it('path says when there is no home for settings', async () => {
    const { out, err, exit } = await makeWorld().run(['config', 'path'], { env: { HOME: undefined } });
    expect({ out, exit }).toEqual({ out: '', exit: 0 });
    expect(err).toContain('none are read from a file');
  });

  it('show tells what each value comes from: flag over variable over file over default', async () => {
    const { run } = worldWith('ascii = true\nrefresh = 30\nread_only = false\nconfirm_above = 2\n');
    const { json } = await run(['config', 'show', '--json', '--refresh', '5'], {
      RIGDECK_ASCII: 'off',
      RIGDECK_READ_ONLY: '1',
    });
    const settings = json().settings as { name: string; value: unknown; origin: string }[];
    const of = (name: string) => settings.find((row) => row.name === name);
    expect(of('refresh')).toEqual({ name: 'refresh', value: 5, origin: 'flag' });
    expect(of('ascii')).toEqual({ name: 'ascii', value: false, origin: 'environment' });
    expect(of('read_only')).toEqual({ name: 'read_only', value: true, origin: 'environment' });
    expect(of('confirm_above')).toEqual({ name: 'confirm_above', value: 2, origin: 'file' });
    expect(of('ssh_user')).toEqual({ name: 'ssh_user', value: 'root', origin: 'default' });
    expect(of('base_url')).toEqual({ name: 'base_url', value: null, origin: 'default' });
  });

  it('show knows what the profile in use says', async () => {
    const world = makeWorld();
    const env = { RIGDECK_BASE_URL: world.signedIn.RIGDECK_BASE_URL };
    const login = ['login', '--profile', 'ro', '--store', 'file', '--api-key-stdin'];
    expect((await world.run(login, { env, stdin: world.sandbox.apiKey })).exit).toBe(0);
    expect((await world.run(['profiles', 'set', 'ro', '--writes', 'refuse'], { env: {} })).exit).toBe(0);
    const { json } = await world.run(['config', 'show', '--json', '--profile', 'ro'], { env: {} });
    expect(json().settings).toEqual(
      expect.arrayContaining([
        { name: 'base_url', value: world.signedIn.RIGDECK_BASE_URL, origin: 'profile' },
        { name: 'read_only', value: true, origin: 'profile' },
      ]),
    );
  });

  it('show is a line for each setting, own keys included', async () => {
    const { run } = worldWith('[keys]\n"offer.rent" = "Q"\n');
    const { out } = await run(['config', 'show']);
    expect(out).toContain('confirm_above\t5\tdefault\n');
    expect(out).toContain('keys.offer.rent\t["Q"]\tfile\n');
  });

  it('show tells the defaults and the reason where a binding was refused', async () => {
    const { run } = worldWith(
      '[keys]\n"instance.stop" = "D"\n"instance.strat" = "x"\n"offer.rent" = "Q"\n\n[[commands]]\nkey = "?"\non = "instances"\nrun = "true"\n',
    );
    const { out, err } = await run(['config', 'show']);
    expect(out).toMatch(/^keys\.instance\.stop\t\["x"\]\tdefault$/m);
    expect(out).toContain('keys.offer.rent\t["Q"]\tfile\n');
    expect(out).not.toContain('commands.?');
    expect(err).toContain('line 2: [keys] D cannot mean both');
    const shown = (await run(['config', 'show', '--json'])).json() as Record<string, Record<string, unknown>>;
    expect(shown.keys).toEqual({ 'instance.stop': ['x'], 'offer.rent': ['Q'] });
    expect(shown.keys_refused).toEqual({
      'instance.stop': expect.stringContaining('D cannot mean both'),
      'instance.strat': expect.stringContaining('There is no action instance.strat'),
    });
  });

  it('show and check know the theme and colours of its own, and where each comes from', async () => {
    const { run } = worldWith(
      'theme = "light"\n[colours]\nok = 28\nbad = "#af0000"\nwran = "red"\nbusy = "loud"\n',
    );
    const of = async (argv: string[], env = {}) => {
      const { json } = await run(['config', 'show', '--json', ...argv], env);
      const { settings, colours } = json() as { settings: { name: string }[]; colours: unknown };
      return { theme: settings.find(({ name }) => name === 'theme'), colours };
    };
    expect(await of([])).toEqual({
      theme: { name: 'theme', value: 'light', origin: 'file' },
      colours: { ok: '28', bad: '#af0000' },
    });
    expect((await of([], { RIGDECK_THEME: 'dark' })).theme).toMatchObject({
      value: 'dark',
      origin: 'environment',
    });
    expect((await of(['--theme', 'mono'], { RIGDECK_THEME: 'dark' })).theme).toMatchObject({
      ...{ value: 'mono', origin: 'flag' },
    });
    expect((await run(['config', 'show'])).out).toContain('colours.ok\t28\tfile\n');
    const { err, exit } = await run(['config', 'check']);
    expect(exit).toBe(2);
    expect(err).toContain('line 5: [colours] Unknown color wran. Did you mean warn?');
    expect(err).toMatch(/line 6: Invalid \[colours\] busy: expected/);
  });

  it('refuses a theme that there is not, with those that there are', async () => {
    const { exit, err } = await makeWorld().run(['config', 'show', '--theme', 'drak'], { env: {} });
    expect(exit).toBe(2);
    expect(err).toMatch(/--theme must be one of: .*high-contrast, color-blind, mono/);
  });

  it('check names the line and the way out, and exits 2', async () => {
    const { run, path } = worldWith('ascii = true\nrefresj = 3\n');
    const { exit, out, err } = await run(['config', 'check']);
    expect(exit).toBe(2);
    expect(out).toBe('');
    expect(err).toBe(`${path}, line 2: There is no setting refresj. Did you mean refresh?\n`);
    expect((await run(['config', 'check', '--json'])).json()).toMatchObject({
      ok: false,
      warnings: [{ line: 2 }],
    });
  });

  it('check exits 0 where nothing is wrong', async () => {
    const { run, path } = worldWith('refresh = 3\n');
    expect(await run(['config', 'check'])).toMatchObject({
      exit: 0,
      err: '',
      out: `${path}: nothing is wrong.\n`,
    });
  });

  it('default explains every setting, and holds no fault once its lines are in force', async () => {
    const { out } = await makeWorld().run(['config', 'default'], { env: {} });
    expect(out).toBe(defaultConfig());
    expect(parseConfig(out)).toEqual({ config: { keys: {} }, warnings: [], places: {} });
    const inForce = out.replace(/^# (?=[a-z_]+ = |\[keys\]|\[colors\]|")/gm, '');
    const { config, warnings } = parseConfig(inForce);
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({ refresh: 20, confirm_above: 5, ssh_user: 'root', theme: 'auto' });
    expect(config.colours).toEqual({ accent: 'bright-cyan' });
  });

  it('refuses a refresh that is no number of seconds', async () => {
    for (const wrong of ['soon', '-1', '']) {
      const { exit, err } = await makeWorld().run(['config', 'show', '--refresh', wrong], { env: {} });
      expect(exit, wrong).toBe(2);
      expect(err, wrong).toContain('86400');
    }
  });

  it('check names two actions that got one key, an unknown one and an unreadable key, each with its line', async () => {
    const { run } = worldWith(
      '[keys]\n"instance.stop" = "D"\n"instance.strat" = "x"\n"app.undo" = "hyper+u"\n',
    );
    const { err, exit } = await run(['config', 'check']);
    expect(exit).toBe(2);
    expect(err).toMatch(/line 2: \[keys\] D cannot mean both instance\.\w+ and instance\.\w+/);
    expect(err).toContain('line 3: [keys] There is no action instance.strat. Did you mean instance.start?');
    expect(err).toContain('line 4: [keys] "hyper" is no modifier');
    const { json } = await run(['doctor', '--json']);
    const { findings } = json() as { findings: { part: string; text: string }[] };
    expect(findings.find(({ part }) => part === 'settings')?.text).toContain('3 faults');
  });

  it('help keys shows the keys that are bound', async () => {
    const { run } = worldWith('[keys]\n"instance.stop" = "Q"\n"instance.bid" = []\n');
    const { out } = await run(['help', 'keys']);
    expect(out).toMatch(/^ {2}Q +Stop instance/m);
    expect(out).toMatch(/^ {2}none +.*bid/m);
  });
});
