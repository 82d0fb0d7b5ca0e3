import { useRef, useState } from 'react';
import { ApiError } from '../client/errors.ts';
import { hearOutside } from './outside-texts.ts';
import { useDeck } from './use-deck.ts';

export type CommandResult<R> = { ok: true; value: R } | { ok: false; error: ApiError };

/**
 * Something that is done once when the person says so. While it runs, a second start is refused (`undefined`); it is
 * never repeated by itself; when it ends, the reads that it touches are made anew, whether it went well or not.
 */
export function useCommand<A, R>(
  act: (argument: A) => Promise<R>,
  touches: readonly string[],
): { run: (argument: A) => Promise<CommandResult<R> | undefined>; pending: boolean } {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const deck = useDeck();
  const run = async (argument: A): Promise<CommandResult<R> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setPending(true);
    try {
      return { ok: true, value: await act(argument) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      hearOutside(deck, error);
      return { ok: false, error };
    } finally {
      running.current = false;
      setPending(false);
      for (const key of touches) void deck.reads.refresh(key);
    }
  };
  return { run, pending };
}
