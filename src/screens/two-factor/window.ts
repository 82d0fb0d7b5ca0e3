import type { TfaStatusReply } from '../../client/wire.ts';
import { windowLeft, windowMs } from '../../engine/two-factor/tfa-clocks.ts';
import type { TfaAt, TfaWindow } from '../../engine/two-factor/tfa-flow.ts';

type Read = {
  status: TfaStatusReply | undefined;
  /** When that was read (epoch ms). */
  readAt: number | undefined;
};

/**
 * The add-method window as far as it is known: what a flow left behind (`known`), and the yes or no of the status. A
 * window that was opened here keeps its exact time; one that is found open may be any age.
 */
export function windowNow(known: TfaWindow, { status, readAt = 0 }: Read, at: TfaAt): TfaWindow {
  if (status === undefined) return known;
  // A status that is older than the window, or was read before its end, says nothing about what is now.
  const since = known.kind === 'shut' ? 0 : known.at;
  if (readAt < since) return known;
  if (!status.new_method_authorized) return { kind: 'shut' };
  if (windowLeft(known, at) > 0) return known;
  const isNews = known.kind === 'shut' || readAt > known.at + windowMs;
  return isNews ? { kind: 'found', at: readAt } : known;
}
