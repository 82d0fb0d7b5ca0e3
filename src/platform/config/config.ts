import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { closestName } from '../../base/closest-name.ts';
import { readText } from '../files/atomic-file.ts';
import { isObject } from '../files/is-object.ts';
import { readColours } from './config-colours.ts';
import { readCommands } from './config-commands.ts';
import { binding, type Config, configKeys } from './config-keys.ts';
import { fileWords } from './file-words.ts';
import { lineOf } from './line-of.ts';

/** `line` counts from 1 and is left out where the place cannot be told. */
export type ConfigWarning = { message: string; line?: number };
export type ConfigRead = {
  config: Config;
  warnings: ConfigWarning[];
  /** The line of each binding under [keys], by action id. */
  places: Readonly<Record<string, number>>;
};

/** Reads config.toml. A missing file is an empty one; nothing in it can keep rigdeck from starting. */
export async function readConfig(path: string | undefined): Promise<ConfigRead> {
  if (path === undefined) return { config: { keys: {} }, warnings: [], places: {} };
  const file = await readText(path);
  if (file.ok) return parseConfig(file.text);
  return {
    config: { keys: {} },
    places: {},
    warnings: file.reason === 'missing' ? [] : [{ message: `${file.message} The defaults are used.` }],
  };
}

const profiles = 'rigdeck login --profile NAME makes a profile, and rigdeck profiles set NAME changes it.';
const searches = 'saved searches are in searches.toml beside this file.';

/** What people look for in config.toml and is kept in another way. */
const elsewhere: Readonly<Record<string, string>> = {
  ...{ profile: profiles, profiles },
  ...{ search: searches, searches },
};

/** Each setting stands for itself: a bad one is left out and named, the others count. */
export function parseConfig(text: string): ConfigRead {
  const config: Config = { keys: {} };
  const warnings: ConfigWarning[] = [];
  let table: Record<string, unknown>;
  try {
    table = parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
    return {
      config,
      places: {},
      warnings: [
        {
          message: fileWords(`config.toml is not valid TOML (${what}). The defaults are used.`),
          line: error.line,
        },
      ],
    };
  }
  const warn = (message: string, line: number | undefined) =>
    warnings.push({ message: fileWords(message), ...(line !== undefined && { line }) });

  for (const [name, value] of Object.entries(table)) {
    const line = lineOf(text, name);
    if (name === 'keys') {
      readBindings(value, text, config, warn);
    } else if (name === 'commands') {
      readCommands(value, text, config, warn);
    } else if (name === 'colors' || name === 'colours') {
      const colours = readColours(name, value, (message, id) =>
        warn(message, lineOf(text, id === undefined ? name : `${name}.${id}`)),
      );
      // [colours] is the old name: what [colors] says wins.
      const both = name === 'colors' ? { ...config.colours, ...colours } : { ...colours, ...config.colours };
      if (Object.keys(both).length > 0) config.colours = both;
    } else if (isConfigKey(name)) {
      const { schema, allowed } = configKeys[name];
      const parsed = v.safeParse(schema, value);
      if (parsed.success) Object.assign(config, { [name]: parsed.output });
      else warn(`Invalid ${name}: expected ${allowed}.${ownReason(name, parsed.issues)}`, line);
    } else if (Object.hasOwn(elsewhere, name)) {
      warn(`There is no setting ${name}: ${elsewhere[name]}`, line);
    } else if (/(^|_)(key|token|secret|password)s?$/i.test(name)) {
      warn(
        `${name}: secrets have no place in config.toml and are not read from it. Use rigdeck login.`,
        line,
      );
    } else {
      const near = closestName(name, [...Object.keys(configKeys), 'keys', 'colors', 'commands']);
      warn(`There is no setting ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`, line);
    }
  }
  const places = Object.keys(config.keys).flatMap((id): [string, number][] => {
    const line = lineOf(text, `keys.${id}`);
    return line === undefined ? [] : [[id, line]];
  });
  return { config, warnings, places: Object.fromEntries(places) };
}

/** What the rule of a setting says itself about a value of the right type. */
const ownReason = (name: string, issues: readonly v.BaseIssue<unknown>[]): string => {
  const [check] = issues.filter(({ type }) => name === 'base_url' && type === 'check');
  return check === undefined ? '' : ` ${check.message}`;
};

function readBindings(
  value: unknown,
  text: string,
  config: Config,
  warn: (message: string, line: number | undefined) => void,
): void {
  if (!isObject(value)) {
    warn('keys must be a table of action ids, under [keys].', lineOf(text, 'keys'));
    return;
  }
  for (const [id, given] of Object.entries(flatten(value))) {
    // As a name of a property it would be lost without a word.
    if (id === '__proto__') {
      warn('[keys] There is no action __proto__.', lineOf(text, `keys.${id}`));
      continue;
    }
    const parsed = v.safeParse(binding.schema, given);
    if (parsed.success) config.keys[id] = parsed.output;
    else warn(`Invalid [keys] ${id}: expected ${binding.allowed}.`, lineOf(text, `keys.${id}`));
  }
}

/** A date is an object of its own. */
const isTable = (value: unknown): value is object => isObject(value) && !(value instanceof Date);

/** Names in a row; no action has so many. */
const mostNames = 4;

/** An action id has a dot: written bare, `offer.rent = "x"` is a table within a table to TOML. */
function flatten(table: object, path: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, value]): [string, unknown][] =>
      isTable(value) && path.length + 1 < mostNames
        ? Object.entries(flatten(value, [...path, name]))
        : [[[...path, name].join('.'), value]],
    ),
  );
}

function isConfigKey(name: string): name is keyof typeof configKeys {
  return Object.hasOwn(configKeys, name);
}
