import * as v from 'valibot';
import {
  type ColourName,
  colourNames,
  readColour,
  themeNamed,
  themeNames,
} from '../../base/theme-colours.ts';
import type { CommandPlace, CommandSpec } from '../../engine/own-commands.ts';
import { cleanBaseUrl } from '../credentials/base-url.ts';
import { defaultSshUser } from './default-ssh-user.ts';

/** How a person who looks elsewhere is called. */
export const notifications = ['auto', 'osc9', 'osc777', 'bell', 'off'] as const;

type Row = {
  schema: v.GenericSchema;
  /** What it may be, in words. */
  allowed: string;
  /** What it does, for docs/config.md, `config default` and the manual page. */
  help: string;
  /** What holds without it; absent where nothing does. */
  fallback?: string | number | boolean | readonly string[];
  /** The variable that wins over it. */
  variable?: string;
  /** The flag that wins over both. */
  flag?: string;
};

const key = <S extends v.GenericSchema>(schema: S, allowed: string, rest: Omit<Row, 'schema' | 'allowed'>) =>
  ({ schema, allowed, ...rest }) satisfies Row;
const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0));
const yesOrNo = 'true or false';
/** By the rule of the program, which says what is wrong; kept as it is written. */
const address = v.pipe(
  text,
  v.check(
    (given) => cleanBaseUrl(given).ok,
    ({ input }) => {
      const clean = cleanBaseUrl(input);
      return clean.ok ? '' : clean.reason;
    },
  ),
);
/** The old spelling of a name is still read. */
const theme = v.pipe(
  v.string(),
  v.transform((typed) => themeNamed(typed)),
  v.picklist(themeNames),
);
/** A timer of much more than that would fire at once. */
const mostSeconds = 86_400;

/** Every setting of config.toml: what it may be, for the program and in words, and what wins over it. */
export const configKeys = {
  base_url: key(address, 'text (e.g. "https://api.example.com")', {
    help: 'Base URL of the API, for profiles without one',
    variable: 'RIGDECK_BASE_URL',
    flag: '--base-url',
  }),
  theme: key(theme, themeNames.map((name) => `"${name}"`).join(', '), {
    help: 'Color theme; auto follows the background of the terminal',
    fallback: 'auto',
    variable: 'RIGDECK_THEME',
    flag: '--theme',
  }),
  ascii: key(v.boolean(), yesOrNo, {
    help: 'Draw with ASCII only (always on without a UTF-8 locale and on the Linux console)',
    fallback: false,
    variable: 'RIGDECK_ASCII',
    flag: '--ascii',
  }),
  ambiguous_wide: key(v.boolean(), yesOrNo, {
    help: 'The terminal draws Greek and Cyrillic letters two cells wide',
    fallback: false,
  }),
  screen_reader: key(v.boolean(), yesOrNo, {
    help: 'Print lines for a screen reader',
    fallback: false,
    variable: 'RIGDECK_SCREEN_READER',
    flag: '--screen-reader',
  }),
  reduced_motion: key(v.boolean(), yesOrNo, {
    help: 'Hide spinners, update clocks every 5 s',
    fallback: false,
    variable: 'RIGDECK_REDUCED_MOTION',
  }),
  refresh: key(v.pipe(notNegative, v.maxValue(mostSeconds)), 'seconds, 0 to 86400', {
    help: 'Refresh interval of instances, other data in step; 0 refreshes only when you press r',
    fallback: 20,
    flag: '--refresh',
  }),
  confirm_above: key(notNegative, 'price in $/h (e.g. 5)', {
    help: 'Ask for typed confirmation above this price ($/h)',
    fallback: 5,
  }),
  // Not free text: a name that begins with a dash would be taken by ssh as an option.
  ssh_user: key(v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/)), 'user name (e.g. "root")', {
    help: 'User name for SSH',
    fallback: defaultSshUser,
  }),
  ssh_args: key(v.array(v.string()), 'list of texts (e.g. ["-A", "-o", "ServerAliveInterval=30"])', {
    help: 'Extra arguments for every ssh',
    fallback: [],
  }),
  notifications: key(v.picklist(notifications), notifications.map((n) => `"${n}"`).join(', '), {
    help: 'How to notify you; auto picks what your terminal supports',
    fallback: 'auto',
  }),
  on_event: key(
    v.union([text, v.pipe(v.array(text), v.nonEmpty())]),
    'shell command (e.g. "notify-me"), or a list of program and arguments',
    { help: 'Program that gets every event as a line of JSON on stdin' },
  ),
  title: key(v.boolean(), yesOrNo, {
    help: 'Show status in the window title',
    fallback: true,
  }),
  read_only: key(v.boolean(), yesOrNo, {
    help: 'Refuse all changes',
    fallback: false,
    variable: 'RIGDECK_READ_ONLY',
    flag: '--read-only',
  }),
} satisfies Record<string, Row>;

export const settingRows: Readonly<Record<keyof typeof configKeys, Row>> = configKeys;

/** A value under [keys]: one key or several for an action, or none. */
export const binding = {
  schema: v.union([
    v.pipe(
      text,
      v.transform((one) => [one]),
    ),
    v.array(text),
  ]),
  allowed: 'key (e.g. "x") or list of keys (e.g. ["x", "ctrl+x"]; [] for no key)',
};

/** A value under [colors]. */
export const colour = {
  schema: v.pipe(
    v.union([v.string(), v.number()]),
    v.check((value) => readColour(value) !== undefined),
  ),
  allowed: 'name (e.g. "red", "bright-red"), "#rrggbb" or number from 0 to 255',
};

/** Tables of config.toml, for docs/config.md and the manual page. */
export const tableRows: Readonly<Record<string, { allowed: string; help: string }>> = {
  '[colors]': { allowed: colour.allowed, help: `Your colors for ${colourNames.join(', ')}` },
  '[[commands]]': {
    allowed: 'table with key, on and run; label and background are optional',
    help: 'Your own command on a key',
  },
  '[keys]': { allowed: binding.allowed, help: 'Your keys for an action, by its ID' },
};

export type OwnColours = { [N in ColourName]?: string | number };
const places = ['instances', 'instance', 'offers'] as const satisfies readonly CommandPlace[];
const place = v.picklist(places);

/** A table under [[commands]], part by part. */
export const commandParts = {
  key: { schema: text, allowed: 'key (e.g. "X", "f5")' },
  on: {
    schema: v.union([
      v.pipe(
        place,
        v.transform((one) => [one]),
      ),
      v.pipe(v.array(place), v.minLength(1)),
    ]),
    allowed: `one or more of ${places.map((one) => `"${one}"`).join(', ')}`,
  },
  run: {
    schema: v.union([text, v.pipe(v.array(v.string()), v.minLength(1))]),
    allowed: 'shell command (e.g. "rsync …") or list (e.g. ["code", "--remote", "ssh-remote+{host}"])',
  },
  label: { schema: v.optional(v.pipe(text, v.maxLength(16))), allowed: 'text (max 16 characters)' },
  background: { schema: v.optional(v.boolean()), allowed: yesOrNo },
} satisfies Record<string, { schema: v.GenericSchema; allowed: string }>;

type Keys = typeof configKeys;
export type Config = { [K in keyof Keys]?: v.InferOutput<Keys[K]['schema']> } & {
  /** Keys by action id, from [keys]. */
  keys: Record<string, string[]>;
  /** Colours in place of those of any theme, from [colors]. Absent where there are none. */
  colours?: OwnColours;
  /** From [[commands]], absent where there is none. */
  commands?: CommandSpec[];
};
