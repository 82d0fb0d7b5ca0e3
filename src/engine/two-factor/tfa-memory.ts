import { createStore, type Store } from '../../base/store.ts';
import type { Route } from '../route.ts';
import { sentFor, type TfaState, type TfaWindow } from './tfa-flow.ts';
import type { WayKey } from './tfa-methods.ts';
import { isUnderWay } from './tfa-outcome.ts';
import { isLoggedOut } from './tfa-place.ts';
import type { TfaRun } from './tfa-run.ts';

/** A code that was asked for: when (epoch ms), when it was accepted, or when it was found to be of no more use. */
export type SentCode = { key: WayKey; at: number; usedAt?: number; voidAt?: number };

/** What of two-factor outlives a flow. No code is part of it, and no secret that proves something by itself. */
export type TfaMemory = {
  window: TfaWindow;
  /** What opened the window. */
  proof?: TfaState['proof'];
  /** Typed for a new method that was not added yet. */
  label: string;
  phone: string;
  /** Codes under way, one for each way. */
  sent: readonly SentCode[];
  /** The requests that those codes belong to, so that a person who comes back has no other one sent (ux row 72). */
  sendings: Readonly<Record<ReturnType<typeof sentFor>, TfaState['sendings']>>;
  /** When a flow last sent a code (epoch ms): what was read of the account before that may be otherwise now. */
  changedAt?: number;
};

export const noMemory: TfaMemory = {
  window: { kind: 'shut' },
  label: '',
  phone: '',
  sent: [],
  sendings: { adding: {}, proving: {} },
};

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

/**
 * The flows whose place in `stack` was left. One whose code is with the service goes on until that has its end, which is
 * told wherever the person is then.
 */
export function leaveRuns({ runs }: TfaDesk, stack: readonly Route[]): void {
  const open = new Set([...runs].filter(([route]) => stack.includes(route)).map(([, run]) => run));
  for (const [route, run] of [...runs]) {
    if (stack.includes(route)) continue;
    const { leaving } = run.state.get();
    if (open.has(run) || !isUnderWay(run.state.get())) runs.delete(route);
    else if (leaving !== true) run.send({ kind: 'leave' });
  }
}

/** The memory after a step of a flow at `now` (epoch ms). */
export function remembered(before: TfaMemory, was: TfaState, is: TfaState, now: number): TfaMemory {
  const added = is.step.at === 'done' && is.step.result.kind === 'added';
  // What was added has taken its label and number along; leaving that last page does not bring them back.
  const kept = is.goal.kind === 'add' && !added && was.step.at !== 'done';
  const { changedAt } = before;
  return {
    ...(changedAt === undefined ? {} : { changedAt }),
    window: is.window,
    ...(is.proof === undefined ? before.proof && { proof: before.proof } : { proof: is.proof }),
    label: kept ? is.label : added ? '' : before.label,
    phone: kept ? is.phone : added ? '' : before.phone,
    sent: sentCodes(before.sent, was, is, now),
    sendings: sendingsOf(before.sendings, was, is),
  };
}

/** A flow that is over has let go of them; what it left behind is as it was a moment before. */
const isOver = ({ step }: TfaState): boolean => step.at === 'left' || step.at === 'done';

function sendingsOf(before: TfaMemory['sendings'], was: TfaState, is: TfaState): TfaMemory['sendings'] {
  // A web login and its codes belong to one secret: the next one has another.
  if (isLoggedOut(is)) return before;
  const what = sentFor(is.goal);
  if (!isOver(is)) return { ...before, [what]: is.sendings };
  const used = is.accepted === was.accepted ? undefined : is.accepted?.key;
  const left = Object.entries(before[what]).filter(([key]) => key !== used);
  return { ...before, [what]: Object.fromEntries(left) };
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
    if (at === undefined && wasAt !== undefined && !isOver(is)) put({ key, at: wasAt, voidAt: now });
  }
  const { accepted } = is;
  const known = sent.find(({ key }) => key === accepted?.key);
  if (accepted !== undefined && accepted !== was.accepted && known !== undefined)
    put({ key: known.key, at: known.at, usedAt: accepted.at });
  return sent;
}
