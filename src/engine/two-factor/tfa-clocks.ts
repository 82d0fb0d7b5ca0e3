import { readProvisioning } from './otpauth.ts';
import type { TfaAt, TfaChallenge, TfaSending, TfaState, TfaWindow } from './tfa-flow-state.ts';
import { lockLeft, serviceNow, type WayKey, wayKey } from './tfa-methods.ts';

/** interface.md, Limits: validity of a challenge, the add-method window, the lock of a method. In ms. */
export const challengeMs = 10 * 60_000;
export const windowMs = 30 * 60_000;
export const lockMs = 15 * 60_000;
/** rigdeck's own patience before the same code is asked for again: after the first, the second, every further one. */
const resendWaits = [30_000, 60_000, 120_000] as const;
const totpPeriodMs = 30_000;

export const resendWait = (sends: number): number =>
  resendWaits[Math.min(Math.max(sends, 1), resendWaits.length) - 1] ?? 120_000;

// A clock that was set back must not make anything last longer than it can.
const within = (leftMs: number, most: number): number => Math.min(most, Math.max(0, leftMs));

export function challengeLeft(challenge: TfaChallenge | undefined, at: TfaAt): number {
  return challenge === undefined ? 0 : within(challenge.sentAt + challengeMs - at.now, challengeMs);
}

/** What is shown of a code under way: whole seconds since it was sent, one at least, and with that what is left of ten minutes. */
export function challengeShown(sentAt: number, at: TfaAt): { agoMs: number; leftMs: number } {
  const agoMs = Math.max(1, Math.floor((at.now - sentAt) / 1000)) * 1000;
  return { agoMs, leftMs: Math.max(0, challengeMs - agoMs) };
}

export const isLive = (sending: TfaSending | undefined, at: TfaAt): boolean =>
  challengeLeft(sending?.challenge, at) > 0;

/** Until the same way may be asked for another code. With no code under way there is nothing to wait for. */
export function resendLeft(sending: TfaSending | undefined, at: TfaAt): number {
  if (sending?.waitUntil === undefined || !isLive(sending, at)) return 0;
  return within(sending.waitUntil - at.now, resendWait(sending.sends));
}

export const windowLeft = (window: TfaWindow, at: TfaAt): number =>
  window.kind === 'shut' ? 0 : within(window.at + windowMs - at.now, windowMs);

/** The key of what a code is entered for now: a way of proving, or the method being added. */
export function codeKey({ step, goal }: Pick<TfaState, 'step' | 'goal'>): WayKey | undefined {
  if (step.at === 'prove') return wayKey(step.way);
  if (goal.kind === 'add' && (step.at === 'confirm' || step.at === 'secret')) return `new:${goal.method}`;
  return undefined;
}

export type TfaClocks = {
  /** The code under way for this step; 0 when it has run out. */
  challenge?: { leftMs: number; sentAgoMs: number };
  /** Before another code may be asked for; rigdeck's wait. */
  resendLeftMs: number;
  lock?: { leftMs: number; untilMs: number; assumed: boolean };
  /** `most`: it was found open, so it may be less. */
  window: { open: boolean; leftMs: number; most: boolean };
  /** The authenticator's ring, by the service's clock. */
  totp?: { leftMs: number; periodMs: number };
};

/** Every clock of the present step in ms; none is ever negative. */
export function tfaClocks(state: TfaState, at: TfaAt): TfaClocks {
  const key = codeKey(state);
  const sending = key === undefined ? undefined : state.sendings[key];
  const mark = key === undefined ? undefined : state.marks[key];
  const lock = key === undefined ? 0 : lockLeft(state, key, at);
  const leftMs = windowLeft(state.window, at);
  const ring = usesTotp(state) ? periodOf(state) : undefined;
  return {
    ...(sending?.challenge === undefined
      ? {}
      : {
          challenge: {
            leftMs: challengeLeft(sending.challenge, at),
            sentAgoMs: Math.max(0, at.now - sending.challenge.sentAt),
          },
        }),
    resendLeftMs: resendLeft(sending, at),
    ...(lock > 0
      ? { lock: { leftMs: lock, untilMs: mark?.lockedUntil ?? 0, assumed: mark?.lockAssumed === true } }
      : {}),
    window: { open: leftMs > 0, leftMs, most: state.window.kind === 'found' },
    ...(ring === undefined ? {} : { totp: { periodMs: ring, leftMs: ring - mod(serviceNow(at), ring) } }),
  };
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;

/** Whether the code of this step comes from an authenticator. */
export function usesTotp({ step, goal }: TfaState): boolean {
  if (step.at === 'prove') return step.way.kind === 'totp';
  return step.at === 'confirm' && goal.kind === 'add' && goal.method === 'totp';
}

function periodOf(state: TfaState): number {
  if (state.step.at !== 'confirm' || state.totp === undefined) return totpPeriodMs;
  const reading = readProvisioning(state.totp.uri);
  return reading.ok ? reading.period * 1000 : totpPeriodMs;
}
