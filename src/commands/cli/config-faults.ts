import type { ConfigWarning } from '../../platform/config/config.ts';
import type { Composition } from './context.ts';
import type { Io } from './io.ts';

/** Says what is wrong in config.toml, each with the path of the file and its line where that is known. */
export function tellFaults(
  io: Pick<Io, 'say'>,
  { config }: Composition['paths'],
  warnings: readonly ConfigWarning[],
): void {
  for (const { message, line } of warnings)
    io.say(`${config ?? 'config.toml'}${line === undefined ? '' : `, line ${line}`}: ${message}`);
}
