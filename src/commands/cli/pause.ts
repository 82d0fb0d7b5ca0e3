import { ApiError } from '../../client/errors.ts';
import { advise } from '../../engine/error-advice.ts';
import { keyAdvice } from '../../engine/key-advice.ts';
import { endsLooking, type KeyRefused, keyRefusedAgain } from '../../engine/refusals.ts';
import type { CommandContext } from './context.ts';
import { failure } from './failure.ts';

/** Waits between two looks; Ctrl+C ends the command there. */
export async function pause({ composition, signal }: CommandContext, ms: number): Promise<void> {
  await composition.clock.sleep(ms, signal).catch(() => {
    throw stopped();
  });
}

/**
 * Waits likewise between looks at what is only printed; false when nobody reads it any more (`logs -f | head`): at once
 * where a write finds out, at the end of the wait where nothing was written. To be begun before anything is printed: who
 * reads is looked for then, and a reader can be gone after one line.
 */
export function pausesWhileRead({
  io,
  composition,
  signal,
}: CommandContext): (ms: number) => Promise<boolean> {
  io.isRead();
  return async (ms) => {
    const either = AbortSignal.any([signal, io.outGone]);
    await composition.clock.sleep(ms, either).catch(() => {
      if (signal.aborted) throw stopped();
    });
    return io.isRead();
  };
}

const stopped = () => failure('interrupted', 'interrupted', 'Stopped looking; nothing was changed.');

/**
 * Reads for a command that looks again and again: undefined, said once, while no answer comes that tells anything.
 * What no waiting changes ends the command: a key that is refused at the first look, or for a minute later on. With
 * `accepted` the first look was made before.
 */
export function patientReads(
  { io, composition: { clock } }: Pick<CommandContext, 'io' | 'composition'>,
  accepted = false,
): <T>(read: () => Promise<T>) => Promise<T | undefined> {
  let said = false;
  let isAccepted = accepted;
  let refused: KeyRefused | undefined;
  const isPatient = (error: ApiError): boolean => {
    if (!endsLooking(error)) return true;
    if (!isAccepted || keyAdvice(error) === undefined) return false;
    refused = keyRefusedAgain(refused, clock.now());
    return refused !== undefined;
  };
  return async (read) => {
    if (refused !== undefined && clock.now() < refused.tryAt) return undefined;
    try {
      const value = await read();
      if (said) io.say('The service answers again.');
      said = false;
      isAccepted = true;
      refused = undefined;
      return value;
    } catch (error) {
      if (!(error instanceof ApiError) || !isPatient(error)) throw error;
      if (!said) io.say(`${advise(error).title} Looking again.`);
      said = true;
      return undefined;
    }
  };
}
