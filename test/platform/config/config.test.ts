import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig, readConfig } from '../../../src/platform/config/config.ts';
import { tempFolder } from '../files/temp-folder.ts';

describe('config.toml', () => {
  it('every setting is read', () => {
    const text = `
base_url = "https://api.example.com"
theme = "high-contrast"
ascii = true
reduced_motion = false
refresh = 2.5
confirm_above = 5
ssh_user = "root"
ssh_args = ["-A"]
read_only = true

[keys]
"offer.rent" = "x"
instance.stop = ["s", "ctrl+s"]
`;
    expect(parseConfig(text)).toEqual({
      warnings: [],
      places: { 'offer.rent': 13, 'instance.stop': 14 },
      config: {
        base_url: 'https://api.example.com',
        theme: 'high-contrast',
        ascii: true,
        reduced_motion: false,
        refresh: 2.5,
        confirm_above: 5,
        ssh_user: 'root',
        ssh_args: ['-A'],
        read_only: true,
        keys: { 'offer.rent': ['x'], 'instance.stop': ['s', 'ctrl+s'] },
      },
    });
  });

  it.each([
    ['colours = "red"', /table of names, under \[colours\]/, 1],
    ['[colour]\nok = "red"', /no setting colour\. Did you mean colors\?/, 1],
    ['[colours]\nacent = "red"', /Unknown color acent\. Did you mean accent\?/, 2],
    ['[colours]\nok = 256', /ok: expected .*from 0 to 255/, 2],
    ['[colours]\nok = true', /ok: expected/, 2],
    ['[colors]\nacent = "red"', /\[colors\] Unknown color acent/, 2],
    ['[colours]\nok = "#ff"', /ok: expected .*#rrggbb/, 2],
  ] as const)('colours that mean nothing (%j) are named with their line', (text, said, line) => {
    const { config, warnings } = parseConfig(text);
    expect(warnings).toEqual([{ line, message: expect.stringMatching(said) }]);
    expect(config).toEqual({ keys: {} });
  });

  it.each([
    ['theme = "drak"', 'theme', /"auto", "light", "dark"/],
    ['ascii = "yes"', 'ascii', /true or false/],
    ['refresh = -1', 'refresh', /seconds/],
    ['refresh = 1e99', 'refresh', /0 to 86400/],
    ['refresh = nan', 'refresh', /seconds/],
    ['confirm_above = "5"', 'confirm_above', /\$\/h/],
    ['ssh_user = "-oProxyCommand=x"', 'ssh_user', /user name/],
    ['ssh_args = "-A"', 'ssh_args', /list of texts/],
    ['base_url = ""', 'base_url', /https/],
    ['base_url = "http://example.com"', 'base_url', /http:\/\/ is only for this machine/],
    ['base_url = "https://a.example.com/?x=1"', 'base_url', /has no \? and no #/],
  ] as const)(
    'a bad value (%s) names its line and what is allowed, and the rest counts',
    (line, name, allowed) => {
      const { config, warnings } = parseConfig(`# mine\nread_only = true\n${line}\n`);
      expect(warnings).toEqual([{ line: 3, message: expect.stringMatching(allowed) }]);
      expect(warnings[0]?.message).toContain(name);
      expect(config).toEqual({ read_only: true, keys: {} });
    },
  );

  it.each([
    ['read-only = true', 'Did you mean read_only?'],
    ['Theme = "dark"', 'Did you mean theme?'],
    ['reduce_motion = true', 'Did you mean reduced_motion?'],
    ['wallpaper = 1', 'There is no setting wallpaper.'],
  ])('an unknown setting (%s) is named, with the nearest one', (line, text) => {
    const { warnings } = parseConfig(line);
    expect(warnings).toEqual([{ line: 1, message: expect.stringContaining(text) }]);
  });

  it.each([
    ['[profiles.work]\nread_only = true', 1, 'rigdeck profiles set NAME'],
    ['ascii = true\nprofile = "work"', 2, 'rigdeck login --profile NAME'],
    ['[[search]]\nname = "a"', 1, 'searches.toml'],
    ['commands = "x"', 1, 'commands must be tables'],
    ['commands = [{ key = "T" }]', 1, 'Invalid on'],
    ['[keys.instance] # mine\r\nstop = 3', 2, 'Invalid [keys] instance.stop'],
    ['keys = { instance.stop = 3 }', 1, 'Invalid [keys] instance.stop'],
    ['[colours]\n[keys]\nok = "x"\n[ "colours" ]\n', 4, 'not valid TOML'],
    [
      '[[commands]]\nkey = "T"\non = "offers"\nrun = "a"\n[[commands]]\nkey = "U"\nrun = 5\non = "offers"',
      7,
      'Invalid run',
    ],
  ] as const)('what stands in a table (%j) is named with its own line', (text, line, said) => {
    expect(parseConfig(text).warnings[0]).toEqual({ line, message: expect.stringContaining(said) });
  });

  it('a section that does not exist is named with its line', () => {
    expect(parseConfig('ascii = true\n\n[key]\nx = "y"\n').warnings).toEqual([
      { line: 3, message: expect.stringMatching(/key/) },
    ]);
  });

  it('a bad binding names its action and line', () => {
    const { config, warnings } = parseConfig('[keys]\n"offer.rent" = 3\n"offer.sort" = "o"\n');
    expect(warnings).toEqual([{ line: 2, message: expect.stringContaining('offer.rent') }]);
    expect(config.keys).toEqual({ 'offer.sort': ['o'] });
  });

  it('a key in it is neither used nor repeated', () => {
    const { config, warnings } = parseConfig('api_key = "s3cret-value"\n');
    expect(config).toEqual({ keys: {} });
    expect(warnings).toEqual([{ line: 1, message: expect.stringContaining('rigdeck login') }]);
    expect(JSON.stringify(warnings)).not.toContain('s3cret-value');
  });

  it('a file that is not TOML gives the line and the defaults', () => {
    const { config, warnings } = parseConfig('ascii = true\ntheme = dark\n');
    expect(config).toEqual({ keys: {} });
    expect(warnings).toEqual([{ line: 2, message: expect.stringContaining('not valid TOML') }]);
  });

  it('is read from its file; none is the same as an empty one', async () => {
    const path = join(tempFolder(), 'config.toml');
    expect(await readConfig(path)).toEqual({ config: { keys: {} }, warnings: [], places: {} });
    expect(await readConfig(undefined)).toEqual({ config: { keys: {} }, warnings: [], places: {} });
    writeFileSync(path, '\uFEFFascii = true\r\n');
    expect((await readConfig(path)).config.ascii).toBe(true);
    expect((await readConfig(tempFolder())).warnings).toHaveLength(1);
  });
});
