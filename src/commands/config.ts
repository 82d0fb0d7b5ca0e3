import { colourNames } from '../base/theme-colours.ts';
import { isActionId } from '../engine/own-keys.ts';
import type { ConfigRead } from '../platform/config/config.ts';
import { settingRows, tableRows } from '../platform/config/config-keys.ts';
import { switchedOn } from '../platform/config/switched-on.ts';
import { tellFaults } from './cli/config-faults.ts';
import type { CommandContext, OwnBindings } from './cli/context.ts';
import { exitCodes } from './cli/exit-codes.ts';
import { printJson, printRows } from './cli/output.ts';
import { configFaults, type OwnBindingsOf } from './own-bindings.ts';

type Name = keyof typeof settingRows;
/** Where a value comes from; the first that has one wins. */
type Origin = 'flag' | 'environment' | 'profile' | 'file' | 'default';
type Setting = { name: Name; value: unknown; origin: Origin; from: string };

const names = Object.keys(settingRows) as Name[];

/** `rigdeck config path`: where settings and everything else is kept, whether it is there or not. */
export async function configPathCommand({ io, json, composition }: CommandContext): Promise<void> {
  const { notKept, ...paths } = composition.paths;
  if (json) {
    const named = Object.entries(paths).map(([name, path]) => [snakeCase(name), path]);
    return printJson(io, { schema: 1, paths: Object.fromEntries(named), not_kept: notKept });
  }
  if (paths.config === undefined)
    return io.say('There is no folder for settings here: none are read from a file.');
  io.out(`${paths.config}\n`);
}

/** `rigdeck config show`: every setting as it holds now, and what it comes from. What was refused is not in force. */
export async function configShowCommand(
  context: CommandContext,
  ports: { ownBindings: OwnBindingsOf },
): Promise<void> {
  const { io, json, composition } = context;
  const settings = names.map((name) => settingNow(name, context));
  const { colours = {} } = composition.config.config;
  const inWords = Object.fromEntries(Object.entries(colours).map(([name, value]) => [name, String(value)]));
  const bindings = await ports.ownBindings(composition.config);
  const keys = keysNow(composition.config, bindings);
  const commands = bindings.commands.map(({ spec }) => spec);
  if (json) {
    printJson(io, {
      schema: 1,
      settings: settings.map(({ name, value, origin }) => ({ name, value: value ?? null, origin })),
      keys: Object.fromEntries(keys.flatMap(({ id, bound }) => (bound === undefined ? [] : [[id, bound]]))),
      keys_refused: Object.fromEntries(bindings.refused),
      colors: inWords,
      colours: inWords,
      commands: commands.map(({ key, on, run, label = null, background = false }) => ({
        ...{ key, on, run, label, background },
      })),
    });
    return;
  }
  tellFaults(io, composition.paths, await configFaults(composition.config, ports));
  printRows(
    io,
    [
      { title: 'SETTING', text: ({ name }) => name, raw: ({ name }) => name },
      { title: 'VALUE', text: ({ value }) => written(value), raw: ({ value }) => written(value), least: 10 },
      { title: 'FROM', text: ({ from }) => from, raw: ({ origin }) => origin },
    ],
    [
      ...settings,
      ...keys.map(({ id, bound, refused }) => ({
        ...{ name: `keys.${id}`, value: bound },
        ...(refused === undefined
          ? { origin: 'file', from: 'config.toml' }
          : { origin: 'default', from: `default: ${refused}` }),
      })),
      ...Object.entries(colours).map(([name, value]) => ({
        ...{ name: `colours.${name}`, value, origin: 'file', from: 'config.toml' },
      })),
      ...commands.map(({ key, run }) => ({
        ...{ name: `commands.${key}`, value: run, origin: 'file', from: 'config.toml' },
      })),
    ],
  );
}

/** `rigdeck config check`: what is wrong in config.toml, line by line. Answers the exit code: 0 when nothing is. */
export async function configCheckCommand(
  context: CommandContext,
  ports: { ownBindings: OwnBindingsOf },
): Promise<number> {
  const { io, json, composition } = context;
  const warnings = await configFaults(composition.config, ports);
  const { config: path } = composition.paths;
  if (json) {
    const rows = warnings.map(({ message, line }) => ({ message, line: line ?? null }));
    printJson(io, { schema: 1, path: path ?? null, ok: warnings.length === 0, warnings: rows });
  } else {
    tellFaults(io, composition.paths, warnings);
    if (warnings.length === 0) io.out(`${path ?? 'config.toml'}: nothing is wrong.\n`);
  }
  return warnings.length === 0 ? exitCodes.done : exitCodes.usage;
}

/** `rigdeck config default`: a config.toml with every setting explained and commented out. */
export async function configDefaultCommand({ io }: Pick<CommandContext, 'io'>): Promise<void> {
  io.out(defaultConfig());
}

/** The text of `config default`: uncommented as it is, it is a file without a fault. */
export function defaultConfig(): string {
  const settings = names.map((name) => {
    const { help, allowed, fallback } = settingRows[name];
    const example = fallback ?? exampleOf(allowed);
    return `# ${help}: ${allowed}\n# ${name} = ${written(example)}\n`;
  });
  return [
    '# rigdeck configuration. Commented values are the defaults.\n',
    ...settings,
    `# Your colors for ${colourNames.join(', ')}: ${tableRows['[colors]']?.allowed}\n# [colors]\n# accent = "bright-cyan"\n`,
    '# Your keys for an action, [] for none: rigdeck help keys lists the actions.\n# [keys]\n# "offer.rent" = ["enter"]\n',
    '# Your own command for the row under the cursor.\n# [[commands]]\n# key = "T"\n# on = ["instances", "instance"]\n# run = ["ssh", "-p", "{port}", "{user}@{host}", "nvidia-smi"]\n# label = "gpus"\n',
  ].join('\n');
}

/** The value in quotes of `text (e.g. "…")`. */
const exampleOf = (allowed: string): string => /"([^"]*)"/.exec(allowed)?.[1] ?? '';

function settingNow(name: Name, { composition, flags }: CommandContext): Setting {
  const { fallback, variable, flag } = settingRows[name];
  const given = flag === undefined ? undefined : (flags as Record<string, unknown>)[camelCase(flag)];
  if (flag !== undefined && given !== undefined) return { name, value: given, origin: 'flag', from: flag };
  const set = variable === undefined ? undefined : composition.env[variable]?.trim();
  if (variable !== undefined && set) {
    // A switch is told as what it switches to, an address as it stands.
    const value = typeof fallback === 'boolean' ? switchedOn(set) : set;
    return { name, value, origin: 'environment', from: variable };
  }
  const chosen = composition.profiles.choose(composition.flags.profile, composition.env);
  const profile = chosen.ok ? chosen.profile : undefined;
  const itsOwn = { base_url: profile?.baseUrl, read_only: profile?.readOnly || undefined };
  const inProfile = name in itsOwn ? itsOwn[name as keyof typeof itsOwn] : undefined;
  if (profile !== undefined && inProfile !== undefined)
    return { name, value: inProfile, origin: 'profile', from: `profile ${profile.name}` };
  const inFile = composition.config.config[name];
  if (inFile !== undefined) return { name, value: inFile, origin: 'file', from: 'config.toml' };
  return { name, value: fallback, origin: 'default', from: 'default' };
}

/** What each action of [keys] is bound to: a binding that was refused leaves the defaults, and nothing of what is no action. */
function keysNow(
  { config }: ConfigRead,
  { keymap, refused }: OwnBindings,
): { id: string; bound: readonly string[] | undefined; refused: string | undefined }[] {
  return Object.entries(config.keys).map(([id]) => ({
    id,
    bound: isActionId(id) ? keymap(id) : undefined,
    refused: refused.get(id),
  }));
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camelCase = (flag: string): string =>
  flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A value as config.toml has it. */
function written(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
