import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noPaths, resolvePaths } from '../../../src/platform/files/paths.ts';

it('the home folder is what the environment names: to ask the system throws for a user that it has no entry of', () => {
  const asks = /\b(?:homedir|userInfo)\(/;
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((name) => asks.test(readFileSync(`src/${name}`, 'utf8')))).toEqual([]);
});

describe('where things are kept', () => {
  it('under the home folder by default', () => {
    expect(resolvePaths({ HOME: '/home/me' })).toEqual({
      notKept: [],
      configDir: '/home/me/.config/rigdeck',
      config: '/home/me/.config/rigdeck/config.toml',
      profiles: '/home/me/.config/rigdeck/profiles.json',
      credentials: '/home/me/.config/rigdeck/credentials.json',
      stateDir: '/home/me/.local/state/rigdeck',
      rents: '/home/me/.local/state/rigdeck/rents.jsonl',
      commands: '/home/me/.local/state/rigdeck/commands.json',
      searches: '/home/me/.config/rigdeck/searches.toml',
      drafts: '/home/me/.local/state/rigdeck/drafts.json',
      views: '/home/me/.local/state/rigdeck/views.json',
      unkeptCodes: '/home/me/.local/state/rigdeck/unkept-codes.json',
      samples: '/home/me/.local/state/rigdeck/samples.jsonl',
      log: '/home/me/.local/state/rigdeck/rigdeck.log',
      crashDir: '/home/me/.local/state/rigdeck',
      cacheDir: '/home/me/.cache/rigdeck',
      instanceIds: '/home/me/.cache/rigdeck/instances',
    });
  });

  it('in the XDG folders where they are set, and RIGDECK_CONFIG_DIR wins', () => {
    const env = { HOME: '/home/me', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k' };
    expect(resolvePaths(env)).toMatchObject({
      configDir: '/c/rigdeck',
      stateDir: '/s/rigdeck',
      cacheDir: '/k/rigdeck',
    });
    const own = resolvePaths({ ...env, RIGDECK_CONFIG_DIR: '/mine' });
    expect(own).toMatchObject({ configDir: '/mine', config: '/mine/config.toml', stateDir: '/s/rigdeck' });
  });

  it('a relative or empty XDG folder is ignored', () => {
    const paths = resolvePaths({ HOME: '/home/me', XDG_CONFIG_HOME: 'config', XDG_STATE_HOME: '' });
    expect(paths).toMatchObject({
      configDir: '/home/me/.config/rigdeck',
      stateDir: '/home/me/.local/state/rigdeck',
    });
  });

  it('without a home folder nothing is kept, and it is said what', () => {
    const paths = resolvePaths({});
    expect(paths.config ?? paths.rents ?? paths.log ?? paths.cacheDir).toBeUndefined();
    expect(paths.notKept).toEqual(expect.arrayContaining(['settings', 'the list of your rents', 'the log']));
    expect(resolvePaths({ XDG_STATE_HOME: '/s' }).notKept).toEqual([
      'settings',
      'profiles',
      'saved searches',
      'keys in a file',
    ]);
  });

  it('the sandbox has no paths at all', () => {
    expect(noPaths()).toEqual({ notKept: [] });
  });
});
