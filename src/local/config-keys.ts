import * as v from 'valibot';

export const themes = ['auto', 'light', 'dark', 'ansi', 'high-contrast', 'mono'] as const;

type Row = { schema: v.GenericSchema; allowed: string };

const key = <S extends v.GenericSchema>(schema: S, allowed: string) => ({ schema, allowed }) satisfies Row;
const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Every setting of config.toml: what it may be, for the program and in words. */
export const configKeys = {
  base_url: key(text, 'a text such as "https://api.example.com"'),
  theme: key(v.picklist(themes), themes.map((t) => `"${t}"`).join(', ')),
  /** Draw with ASCII only. */
  ascii: key(v.boolean(), 'true or false'),
  reduced_motion: key(v.boolean(), 'true or false'),
  /** Seconds between polls; 0 is by hand. */
  refresh: key(notNegative, 'a number of seconds, 0 for by hand'),
  /** $/h above which a confirmation has to be typed. */
  confirm_above: key(notNegative, 'a price in $/h, such as 5'),
  // Not free text: a name that begins with a dash would be taken by ssh as an option.
  ssh_user: key(v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/)), 'a user name such as "root"'),
  ssh_args: key(v.array(v.string()), 'a list of texts such as ["-A", "-o", "ServerAliveInterval=30"]'),
  read_only: key(v.boolean(), 'true or false'),
} satisfies Record<string, Row>;

/** A value under [keys]: one key or several for an action. */
export const binding = key(
  v.union([
    v.pipe(
      text,
      v.transform((one) => [one]),
    ),
    v.array(text),
  ]),
  'a key such as "x" or a list such as ["x", "ctrl+x"]',
);

type Keys = typeof configKeys;
export type Config = { [K in keyof Keys]?: v.InferOutput<Keys[K]['schema']> } & {
  /** Keys by action id, from [keys]. */
  keys: Record<string, string[]>;
};
