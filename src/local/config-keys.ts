import * as v from 'valibot';
import { cleanBaseUrl } from '../credentials/base-url.ts';
import type { CommandPlace, CommandSpec } from '../own-commands.ts';
import { type ColourName, colourNames, readColour, themeNames } from '../theme-colours.ts';
import { defaultSshUser } from './default-ssh-user.ts';

/** How a person who looks elsewhere is called. */
export const notifications = ['auto', 'osc9', 'osc777', 'bell', 'off'] as const;

type Row = {
  schema: v.GenericSchema;
  /** What it may be, in words. */
  allowed: string;
  /** What it does, for the README, `config default` and the manual page. */
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
/** A timer of much more than that would fire at once. */
const mostSeconds = 86_400;

/** Every setting of config.toml: what it may be, for the program and in words, and what wins over it. */
export const configKeys = {
  base_url: key(address, 'a text such as "https://api.example.com"', {
    help: 'address of the service, where no profile has one',
    variable: 'RIGDECK_BASE_URL',
    flag: '--base-url',
  }),
  theme: key(v.picklist(themeNames), themeNames.map((name) => `"${name}"`).join(', '), {
    help: 'colours of the deck; auto asks the terminal for its background',
    fallback: 'auto',
    variable: 'RIGDECK_THEME',
    flag: '--theme',
  }),
  ascii: key(v.boolean(), yesOrNo, {
    help: 'draw with ASCII only; without it where the locale is not UTF-8, and on the Linux console',
    fallback: false,
    variable: 'RIGDECK_ASCII',
    flag: '--ascii',
  }),
  ambiguous_wide: key(v.boolean(), yesOrNo, {
    help: 'the terminal draws Greek and Cyrillic letters two cells wide, as some in East Asia do',
    fallback: false,
  }),
  screen_reader: key(v.boolean(), yesOrNo, {
    help: 'say everything in lines, for a screen reader',
    fallback: false,
    variable: 'RIGDECK_SCREEN_READER',
    flag: '--screen-reader',
  }),
  reduced_motion: key(v.boolean(), yesOrNo, {
    help: 'no spinners, and clocks that move every 5 s',
    fallback: false,
    variable: 'RIGDECK_REDUCED_MOTION',
  }),
  refresh: key(
    v.pipe(notNegative, v.maxValue(mostSeconds)),
    'a number of seconds up to 86400, 0 for by hand',
    {
      help: 'seconds between reads of your instances; the other reads keep step with it; 0 reads only when you press r',
      fallback: 20,
      flag: '--refresh',
    },
  ),
  confirm_above: key(notNegative, 'a price in $/h, such as 5', {
    help: 'renting dearer than this, in $/h, wants a word typed',
    fallback: 5,
  }),
  // Not free text: a name that begins with a dash would be taken by ssh as an option.
  ssh_user: key(
    v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/)),
    'a user name such as "root"',
    {
      help: 'user name on the machines, on every line and session of ssh',
      fallback: defaultSshUser,
    },
  ),
  ssh_args: key(v.array(v.string()), 'a list of texts such as ["-A", "-o", "ServerAliveInterval=30"]', {
    help: 'further arguments of every ssh',
    fallback: [],
  }),
  notifications: key(v.picklist(notifications), notifications.map((n) => `"${n}"`).join(', '), {
    help: 'how you are called while you look elsewhere; auto is what your terminal is known to take',
    fallback: 'auto',
  }),
  on_event: key(
    v.union([text, v.pipe(v.array(text), v.nonEmpty())]),
    'a line for the shell such as "notify-me", or a program and its arguments as a list',
    { help: 'a program that gets every event as a line of JSON on stdin' },
  ),
  title: key(v.boolean(), yesOrNo, {
    help: 'tell on the title of the window what runs and what it costs',
    fallback: true,
  }),
  read_only: key(v.boolean(), yesOrNo, {
    help: 'refuse whatever would change something',
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
  allowed: 'a key such as "x" or a list such as ["x", "ctrl+x"], an empty one for no key',
};

/** A value under [colours]. */
export const colour = {
  schema: v.pipe(
    v.union([v.string(), v.number()]),
    v.check((value) => readColour(value) !== undefined),
  ),
  allowed: 'one of the sixteen such as "red" or "bright-red", "#rrggbb", or a number from 0 to 255',
};

/** Tables of config.toml, for the README and the manual page. */
export const tableRows: Readonly<Record<string, { allowed: string; help: string }>> = {
  '[colours]': { allowed: colour.allowed, help: `other colours for ${colourNames.join(', ')}` },
  '[[commands]]': {
    allowed: 'a table with key, on and run, and with label and background where they are wanted',
    help: 'a command of your own on a key',
  },
  '[keys]': { allowed: binding.allowed, help: 'other keys for an action, by its id' },
};

export type OwnColours = { [N in ColourName]?: string | number };
const places = ['instances', 'instance', 'offers'] as const satisfies readonly CommandPlace[];
const place = v.picklist(places);

/** A table under [[commands]], part by part. */
export const commandParts = {
  key: { schema: text, allowed: 'a key such as "X" or "f5"' },
  on: {
    schema: v.union([
      v.pipe(
        place,
        v.transform((one) => [one]),
      ),
      v.pipe(v.array(place), v.minLength(1)),
    ]),
    allowed: `one or a list of ${places.map((one) => `"${one}"`).join(', ')}`,
  },
  run: {
    schema: v.union([text, v.pipe(v.array(v.string()), v.minLength(1))]),
    allowed:
      'a line for the shell such as "rsync …", or a list such as ["code", "--remote", "ssh-remote+{host}"]',
  },
  label: { schema: v.optional(v.pipe(text, v.maxLength(16))), allowed: 'a text of at most 16 characters' },
  background: { schema: v.optional(v.boolean()), allowed: yesOrNo },
} satisfies Record<string, { schema: v.GenericSchema; allowed: string }>;

type Keys = typeof configKeys;
export type Config = { [K in keyof Keys]?: v.InferOutput<Keys[K]['schema']> } & {
  /** Keys by action id, from [keys]. */
  keys: Record<string, string[]>;
  /** Colours in place of those of any theme, from [colours]. Absent where there are none. */
  colours?: OwnColours;
  /** From [[commands]], absent where there is none. */
  commands?: CommandSpec[];
};
