import { isAbsolute, join, resolve } from 'node:path';

/** Where things are kept. A folder that cannot be told is left out, and what belongs in it lasts for the run. */
export type Paths = {
  configDir?: string;
  stateDir?: string;
  cacheDir?: string;
  config?: string;
  profiles?: string;
  searches?: string;
  credentials?: string;
  rents?: string;
  drafts?: string;
  views?: string;
  /** What was typed on the deck's command line. */
  commands?: string;
  unkeptCodes?: string;
  samples?: string;
  /** Ids of instances, for a shell that completes them. */
  instanceIds?: string;
  log?: string;
  crashDir?: string;
  /** What will not be kept, for one line on the screen; empty when everything is. */
  notKept: string[];
};

type Env = Record<string, string | undefined>;

/**
 * The XDG folders, on every Unix alike. RIGDECK_CONFIG_DIR wins over XDG_CONFIG_HOME; a relative XDG folder is
 * ignored, as the XDG specification asks. Nothing is created here.
 */
export function resolvePaths(env: Env): Paths {
  const home = homeOf(env);
  const xdg = (name: string, ...fallback: string[]) => {
    const base = absolute(env[name]) ?? (home === undefined ? undefined : join(home, ...fallback));
    return base === undefined ? undefined : join(base, 'rigdeck');
  };
  const configDir = env.RIGDECK_CONFIG_DIR
    ? fromHere(env.RIGDECK_CONFIG_DIR)
    : xdg('XDG_CONFIG_HOME', '.config');
  const stateDir = xdg('XDG_STATE_HOME', '.local', 'state');
  const cacheDir = xdg('XDG_CACHE_HOME', '.cache');
  return {
    notKept: [
      ...(configDir === undefined ? ['settings', 'profiles', 'saved searches', 'keys in a file'] : []),
      ...(stateDir === undefined
        ? [
            'the list of your rents',
            'drafts',
            'columns that you choose',
            'samples of credit and prices',
            'the log',
          ]
        : []),
    ],
    ...(configDir !== undefined && {
      configDir,
      config: join(configDir, 'config.toml'),
      profiles: join(configDir, 'profiles.json'),
      searches: join(configDir, 'searches.toml'),
      credentials: join(configDir, 'credentials.json'),
    }),
    ...(stateDir !== undefined && {
      stateDir,
      rents: join(stateDir, 'rents.jsonl'),
      drafts: join(stateDir, 'drafts.json'),
      views: join(stateDir, 'views.json'),
      commands: join(stateDir, 'commands.json'),
      unkeptCodes: join(stateDir, 'unkept-codes.json'),
      samples: join(stateDir, 'samples.jsonl'),
      log: join(stateDir, 'rigdeck.log'),
      crashDir: stateDir,
    }),
    ...(cacheDir !== undefined && { cacheDir, instanceIds: join(cacheDir, 'instances') }),
  };
}

/**
 * The person's home folder, undefined where the environment names none. The system's own answer is not asked for: a
 * user without an entry in its list, as in many containers, has none, and asking throws.
 */
export const homeOf = (env: Env): string | undefined => absolute(env.HOME) ?? absolute(env.USERPROFILE);

/** Nothing on disk at all: the sandbox never reads or writes what belongs to a real account. */
export function noPaths(): Paths {
  return { notKept: [] };
}

/** Undefined where the folder that this runs in was removed, so that a relative path leads nowhere. */
function fromHere(path: string): string | undefined {
  try {
    return resolve(path);
  } catch {
    return undefined;
  }
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
