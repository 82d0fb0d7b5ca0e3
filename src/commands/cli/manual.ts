import type { Command, Option } from 'commander';
import { settingRows, tableRows } from '../../platform/config/config-keys.ts';
import { runnable, usageOf } from './command-tree.ts';
import { environment } from './environment.ts';
import { exitLines } from './exit-codes.ts';
import { flagText, ownOptions } from './help.ts';
import type { Io } from './io.ts';
import { keyPages } from './key-pages.ts';

/** `rigdeck man`: rigdeck(1) in the language of man(7), from the same tables as the help, the docs and the deck. */
export function manualCommand(io: Io, program: Command): void {
  io.out(`${manual(program)}\n`);
}

/** The page. Nothing in it depends on the day or the machine. */
export function manual(program: Command): string {
  const flagRows = (options: readonly Option[]) =>
    options.filter(({ hidden }) => !hidden).flatMap((option) => entry(option.flags, flagText(option)));
  return [
    '.TH RIGDECK 1',
    ...section('NAME', [`rigdeck \\- ${escaped('find, rent, watch, connect to and destroy GPU machines')}`]),
    ...section('SYNOPSIS', ['.B rigdeck', '[options] [command]']),
    ...section('DESCRIPTION', [escaped(program.description())]),
    ...section('OPTIONS', flagRows(program.options)),
    ...section(
      'COMMANDS',
      runnable(program).flatMap(({ words, command }) => [
        ...entry(`rigdeck ${[...words, usageOf(command)].join(' ').trim()}`, command.description()),
        ...indented(flagRows(ownOptions(command))),
      ]),
    ),
    ...section(
      'KEYS',
      keyPages().flatMap(({ place, rows }) => [
        `.SS ${quoted(place)}`,
        ...rows.flatMap(({ keys, does }) => entry(keys.join(' '), does)),
      ]),
    ),
    ...section(
      'SETTINGS',
      Object.entries({ ...settingRows, ...tableRows }).flatMap(([name, { help, allowed }]) =>
        entry(name, `${help}: ${allowed}`),
      ),
    ),
    ...section(
      'ENVIRONMENT',
      environment.flatMap(({ names, means }) => entry(names.join(', '), means)),
    ),
    ...section(
      'EXIT STATUS',
      exitLines.flatMap(([code, means]) => entry(code, means)),
    ),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string[] => [`.SH ${title}`, ...lines];
const entry = (name: string, text: string): string[] => ['.TP', `.B ${quoted(name)}`, escaped(text)];
const indented = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['.RS', ...lines, '.RE']);

/** Text that roff takes as it stands: a dash stays a dash to copy, and no line is a request. */
function escaped(text: string): string {
  const plain = text.replaceAll('`', '').replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}

const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '\\(dq')}"`;
