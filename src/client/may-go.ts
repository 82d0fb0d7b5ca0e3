import type { CallSettings, Fail } from './call.ts';
import type { EndpointRow } from './endpoint-row.ts';
import { longestWaitMs } from './retry.ts';

/**
 * Waits until a call of `who` (the Bearer, empty without one) may go out. A short pause, after a refusal that asked for
 * one, is sat out here; a long one belongs to the caller, who can show it: then the call fails at once, with how long is
 * left, and nothing is sent.
 */
export async function mayGo(
  { known: { pace }, clock }: CallSettings,
  row: EndpointRow,
  who: string,
  signal: AbortSignal | undefined,
  fail: Fail,
): Promise<void> {
  const held = () => pace.heldMs(row, who);
  try {
    for (;;) {
      const pause = held();
      if (pause > longestWaitMs) break;
      if (pause > 0) await clock.sleep(pause, signal);
      else {
        await pace.turn(row, signal);
        if (held() === 0) return;
      }
    }
  } catch {
    throw fail({ kind: 'aborted', reason: 'not-sent' });
  }
  throw fail({ kind: 'http', status: 429, reason: 'paused', waitMs: held() });
}
