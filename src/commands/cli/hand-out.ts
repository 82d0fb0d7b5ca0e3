import { exitCodes } from './exit-codes.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';

/** What is there although nobody can have read of it, as a sentence with its id and without any secret; and what to do. */
export type NotHandedOut = { made: string; next: string };

/**
 * Prints the answer of a command that made something. Whoever asks again where it did not arrive gets a second one: where
 * standard output did not take all of it, the command ends with 7 and says what was made.
 */
export async function handOut(
  { taken }: Pick<Io, 'taken'>,
  print: () => void,
  { made, next }: NotHandedOut,
): Promise<void> {
  print();
  if (await taken()) return;
  throw new CommandFailure(
    exitCodes.outcomeUnknown,
    'not_handed_over',
    `Couldn't write to standard output. ${made}`,
    next,
  );
}
