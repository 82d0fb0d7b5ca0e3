import type { TfaState, TfaWindow } from '../domain/tfa-flow-state.ts';
import type { WayKey } from '../domain/tfa-methods.ts';
import type { Route } from '../route.ts';
import { createStore, type Store } from './store.ts';
import type { TfaRun } from './tfa-run.ts';

/** A code that was asked for: when (epoch ms), and when it was accepted. */
export type SentCode = { key: WayKey; at: number; usedAt?: number };

/** What of two-factor outlives a flow. No secret is part of it. */
export type TfaMemory = {
  window: TfaWindow;
  /** What opened the window. */
  proof?: TfaState['proof'];
  /** Typed for a new method that was not added yet. */
  label: string;
  phone: string;
  /** Codes under way, one for each way. */
  sent: readonly SentCode[];
};

export const noMemory: TfaMemory = { window: { kind: 'shut' }, label: '', phone: '', sent: [] };

export type TfaDesk = {
  memory: Store<TfaMemory>;
  /** The flows of the routes that are open; one outlives its drawing, as on a terminal that is too small for a moment. */
  runs: Map<Route, TfaRun>;
  /** The flow whose new backup codes were not yet shown to be kept. It is not let go of until then. */
  held: Store<TfaRun | undefined>;
};

export const createTfaDesk = (): TfaDesk => ({
  memory: createStore(noMemory),
  runs: new Map(),
  held: createStore<TfaRun | undefined>(undefined),
});

/** The memory after a step of a flow at `now` (epoch ms). */
export function remembered(before: TfaMemory, was: TfaState, is: TfaState, now: number): TfaMemory {
  const added = is.step.at === 'done' && is.step.result.kind === 'added';
  const kept = is.goal.kind === 'add' && !added;
  return {
    window: is.window,
    ...(is.proof === undefined ? before.proof && { proof: before.proof } : { proof: is.proof }),
    label: kept ? is.label : added ? '' : before.label,
    phone: kept ? is.phone : added ? '' : before.phone,
    sent: sentCodes(before.sent, was, is, now),
  };
}

function sentCodes(
  before: readonly SentCode[],
  was: TfaState,
  is: TfaState,
  now: number,
): readonly SentCode[] {
  let sent = before;
  const put = (code: SentCode) => {
    sent = [...sent.filter(({ key }) => key !== code.key), code];
  };
  for (const key of Object.keys({ ...was.sendings, ...is.sendings }) as WayKey[]) {
    if (key.includes('totp')) continue;
    const at = is.sendings[key]?.challenge?.sentAt;
    const wasAt = was.sendings[key]?.challenge?.sentAt;
    if (at !== undefined && at !== wasAt) put({ key, at });
    // It is dropped when it was accepted, and when it was found to be void: then the step stays where it is.
    if (at === undefined && wasAt !== undefined && was.step.at !== is.step.at && is.notice === undefined)
      put({ key, at: wasAt, usedAt: now });
  }
  return sent;
}
