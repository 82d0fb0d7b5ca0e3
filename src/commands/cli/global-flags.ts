import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ThemeName, themeNamed, themeNames } from '../../base/theme-colours.ts';
import type { CredentialFlags } from '../../platform/credentials/sources.ts';
import { markGlobal } from './help.ts';
import { addWorldFlags, type Typed, type WorldOptions, worldGroup } from './sandbox-flags.ts';

export type GlobalFlags = CredentialFlags & {
  sandbox?: boolean;
  sandboxWorld?: WorldOptions;
  readOnly?: boolean;
  debug?: boolean;
  logFile?: string;
};

/** The flags that every command takes, before or after its name. */
export type CommonFlags = GlobalFlags &
  Typed<WorldOptions> & {
    json?: boolean;
    color?: 'never' | 'always' | 'auto';
    ascii?: boolean;
    theme?: ThemeName;
    altScreen?: boolean;
    screenReader?: boolean;
    /** Seconds between reads of the instances. */
    refresh?: number;
  };

/**
 * `--json` belongs to those commands that have something to tell a script. A command that serves a sandbox has the flags
 * of its world as its own.
 */
export function addCommonFlags(
  command: Command,
  { json = true, world }: { json?: boolean; world?: 'own' } = {},
): Command {
  const own = command.options.length;
  if (json) command.option('--json', 'Print one JSON value (--json=id,label picks fields)');
  command
    .optionsGroup('Account:')
    .option('--sandbox', 'Use the built-in sandbox: no account, no cost')
    .option('--profile <name>', 'Account to use (RIGDECK_PROFILE)')
    .option('--base-url <url>', 'Base URL of the API (RIGDECK_BASE_URL)')
    .option('--api-key-file <path>', 'Read the API key from a file (RIGDECK_API_KEY_FILE)')
    .option('--api-key-stdin', 'Read the API key from standard input')
    .option('--read-only', 'Refuse all changes (RIGDECK_READ_ONLY=1)')
    .optionsGroup('Screen and log:')
    .addOption(new Option('--color <when>', 'When to use color').choices(['auto', 'always', 'never']))
    .addOption(
      new Option('--theme <name>', 'Color theme (RIGDECK_THEME)').choices(themeNames).argParser(theme),
    )
    .option('--ascii', 'Draw with ASCII only')
    .addOption(
      new Option('--refresh <seconds>', 'Refresh interval of instances (default 20; 0 is manual)').argParser(
        seconds,
      ),
    )
    .option('--no-alt-screen', "Don't use the alternate screen")
    .option('--screen-reader', 'Print lines for a screen reader')
    .option('--debug', 'Log every request (no bodies)')
    .option('--log-file <path>', 'Path of the log');
  if (world !== 'own') addWorldFlags(command.optionsGroup(worldGroup));
  markGlobal(command.options.slice(own));
  return command;
}

function theme(text: string): ThemeName {
  const named = themeNamed(text);
  if (named === undefined) throw new InvalidArgumentError(`must be one of: ${themeNames.join(', ')}`);
  return named;
}

function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 86_400))
    throw new InvalidArgumentError('must be 0 to 86400 seconds (0 is manual)');
  return number;
}

/** The common flags as given, those behind the command's name over those before it. */
export function commonFlags(command: Command): CommonFlags {
  const given: Record<string, unknown> = {};
  for (let at: Command | null = command; at !== null; at = at.parent) {
    for (const [name, value] of Object.entries(at.opts())) {
      if (at.getOptionValueSource(name) === 'cli') given[name] ??= value;
    }
  }
  return given;
}

const keyFlag = /^--(api[-_]?key|key|token)(=|$)/i;

/**
 * Whether somebody tries to give a key as an argument, where other users of the machine and the shell's history
 * would see it.
 */
export function givesKeyAsArgument(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((word) => keyFlag.test(word));
}

const codeFlag = /^--(code|backup[-_]?codes?|tfa[-_]?secret|secret|otp|totp)(=|$)/i;
const codeWord = /^(\d{6}|\d{3}[- ]\d{3}|[A-Za-z0-9]{4}-[A-Za-z0-9]{4}-[A-Za-z0-9]{4})$/;
/** Words that a command of `2fa` takes behind its name, and options whose value may look like a code. */
const wordsOf: Readonly<Record<string, number>> = { add: 1, remove: 1, primary: 1, label: 2 };
const valued = new Set([
  '--method',
  '--method-id',
  '--label',
  '--phone',
  '--codes-file',
  '--store',
  '--profile',
  '--base-url',
  '--api-key-file',
  '--log-file',
  '--seed',
  '--offers',
  '--world',
]);

/** Whether somebody tries to give a code of two-factor as an argument, for the same reasons. */
export function givesCodeAsArgument(argv: readonly string[]): boolean {
  const at = argv.indexOf('2fa');
  if (at < 0) return false;
  const [command = '', ...rest] = argv.slice(at + 1);
  if (rest.some((word) => codeFlag.test(word))) return true;
  const words = rest.filter((word, index) => !word.startsWith('-') && !valued.has(rest[index - 1] ?? ''));
  return words.slice(wordsOf[command] ?? 0).some((word) => codeWord.test(word));
}
