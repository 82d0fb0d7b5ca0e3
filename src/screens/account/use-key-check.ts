import { useRef, useState } from 'react';
import { countdown } from '../../base/format-time.ts';
import type { Session } from '../../engine/services.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useShownNow } from '../../hooks/use-now.ts';
import { answered } from './answered.ts';
import { type Check, readCheck, worthAsking } from './result.ts';

export type Checked = { session: Session; apiKey: string; check: Check };

/** How many ms are left of the pause for which a check was refused; undefined where none was. */
export function useCheckPause(checked: Checked | undefined): number | undefined {
  const error = checked?.check.kind === 'trouble' ? checked.check.error : undefined;
  const left = () => (error?.waitMs === undefined ? undefined : checked?.session.api.heldMs(error.endpoint));
  useShownNow(() => countdown(left()));
  return left();
}

/**
 * Tries a key with harmless reads, when the person asks and never before. A second start while one runs is ignored;
 * `asking` is the base URL meanwhile, and since when by the machine's clock.
 */
export function useKeyCheck(): {
  last: Checked | undefined;
  asking: { baseUrl: string; since: number } | undefined;
  run: (session: Session, apiKey: string) => Promise<Checked | undefined>;
  /** Waits for no answer any longer; whether there was one to wait for. */
  giveUp: () => boolean;
  /** Asked at each key, since keys that were typed ahead come before anything is drawn. */
  isAsking: () => boolean;
} {
  const { local } = useDeck();
  const [last, setLast] = useState<Checked>();
  const [asking, setAsking] = useState<{ baseUrl: string; since: number }>();
  // What is asked now: an answer to what was given up says nothing any more.
  const running = useRef<object>(undefined);
  const run = async (session: Session, apiKey: string) => {
    if (running.current !== undefined) return undefined;
    const turn = {};
    running.current = turn;
    const { baseUrl, source, keyTail, readOnly } = session;
    setAsking({ baseUrl, since: local.now() });
    setLast(undefined);
    try {
      const who = await answered(session.api.currentUser());
      const list =
        running.current === turn && worthAsking(who)
          ? await answered(session.api.listInstances())
          : undefined;
      if (running.current !== turn) return undefined;
      const check = readCheck({
        baseUrl,
        source,
        keyTail,
        readOnly,
        user: who,
        ...(list === undefined ? {} : { instances: list }),
      });
      const checked = { session, apiKey, check };
      setLast(checked);
      return checked;
    } finally {
      if (running.current === turn) {
        running.current = undefined;
        setAsking(undefined);
      }
    }
  };
  const giveUp = () => {
    const waited = running.current !== undefined;
    running.current = undefined;
    setAsking(undefined);
    return waited;
  };
  return { last, asking, run, giveUp, isAsking: () => running.current !== undefined };
}
