import { type Command, InvalidArgumentError, Option } from 'commander';
import type { GlobalFlags } from '../composition.ts';
import { type ThemeName, themeNames } from '../theme-colours.ts';
import { addWorldFlags, type Typed, type WorldOptions, worldGroup } from './sandbox-flags.ts';

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
 * `--json` belongs to those commands that have something to tell a script. `world` says what becomes of the flags of
 * `--sandbox`: most helps leave them out, and a server of a sandbox has them as its own.
 */
export function addCommonFlags(
  command: Command,
  { json = true, world = 'hidden' }: { json?: boolean; world?: 'shown' | 'hidden' | 'own' } = {},
): Command {
  if (json)
    command.option('--json', 'print one JSON value; errors too; --json=id,label picks fields of a list');
  command
    .optionsGroup('Account:')
    .option('--sandbox', 'use the embedded sandbox: no account, no costs, nothing kept')
    .option('--profile <name>', 'the account to use (RIGDECK_PROFILE)')
    .option('--base-url <url>', 'address of the service (RIGDECK_BASE_URL)')
    .option('--api-key-file <path>', 'read the API key from a file (RIGDECK_API_KEY_FILE)')
    .option('--api-key-stdin', 'read the API key from standard input')
    .option('--read-only', 'refuse whatever would change something (RIGDECK_READ_ONLY=1)')
    .optionsGroup('Screen and log:')
    .addOption(new Option('--color <when>', 'colours').choices(['auto', 'always', 'never']))
    .addOption(new Option('--theme <name>', 'colours of the deck (RIGDECK_THEME)').choices(themeNames))
    .option('--ascii', 'draw with ASCII only')
    .addOption(
      new Option('--refresh <seconds>', 'between reads of your instances; 0 reads only on r').argParser(
        seconds,
      ),
    )
    .option('--no-alt-screen', 'draw in the ordinary screen')
    .option('--screen-reader', 'say everything in lines, for a screen reader')
    .option('--debug', 'log every call, without its contents')
    .option('--log-file <path>', 'where the log goes');
  if (world === 'own') return command;
  return addWorldFlags(command.optionsGroup(worldGroup), { hidden: world === 'hidden' });
}

function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 86_400))
    throw new InvalidArgumentError('It is a number of seconds up to 86400, 0 for by hand.');
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
