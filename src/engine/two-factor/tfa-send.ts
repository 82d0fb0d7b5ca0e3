import { readPhone } from './phone.ts';
import type { TfaCall } from './tfa-calls.ts';
import { codeKey, isLive, resendLeft, resendWait } from './tfa-clocks.ts';
import type { TfaAt, TfaFlight, TfaOutcome, TfaState } from './tfa-flow-state.ts';
import { lockLeft, type Way, type WayKey, wantsId, wayKey } from './tfa-methods.ts';
import { ask, dropChallenge, go, isSendingTo, remark, stay, withMark, withSending } from './tfa-outcome.ts';

/** The secret that stands for the key of somebody logged out: it goes along with every call (2FA matrix). */
export function loginSecret({ goal }: TfaState): { secret?: string } {
  return goal.kind === 'login' && goal.tfaSecret !== undefined ? { secret: goal.tfaSecret } : {};
}

export const methodId = (way: Way): { tfa_method_id?: number } =>
  (way.kind === 'sms' || way.kind === 'totp') && way.id !== undefined ? { tfa_method_id: way.id } : {};

/** The call that starts proving by a way; undefined when nothing has to be sent for it. */
function startOf(state: TfaState, way: Way): TfaCall | undefined {
  if (way.kind === 'backup') return undefined;
  if (state.goal.kind === 'add') {
    return { name: 'authorizeStart', body: { tfa_method: way.kind, ...methodId(way) } };
  }
  if (way.kind === 'totp') return undefined;
  return way.kind === 'email'
    ? { name: 'sendEmail', body: loginSecret(state) }
    : { name: 'sendSms', body: { ...methodId(way), ...loginSecret(state) } };
}

const lockedRemark = { kind: 'remark', remark: 'locked' } as const;

/** Whether the codes of a way belong to a challenge, so that none can be judged before it was sent or started. */
export const needsChallenge = (state: TfaState, way: Way): boolean => startOf(state, way) !== undefined;

/**
 * Opens a way of proving. What it needs is sent once, by itself; a code that is still good is not sent again when the
 * person comes back to it.
 */
export function openWay(state: TfaState, way: Way, at: TfaAt): TfaOutcome {
  const key = wayKey(way);
  if (lockLeft(state, key, at) > 0) return stay(go(state, { at: 'choose' }, { ...lockedRemark, way: key }));
  // What refused it last time is asked anew: a person who chooses it may have mended that.
  const texts = way.kind === 'sms' ? { textsOff: undefined } : {};
  const mail = way.kind === 'sms' || way.kind === 'email' ? { mailOff: undefined } : {};
  const cleared = { ...withMark(state, key, { held: undefined }), ...texts, ...mail };
  const open = go(cleared, { at: 'prove', way });
  if (wantsId(open, way)) return stay(open, { notice: remark('which-method') });
  const call = startOf(open, way);
  if (call === undefined || isSendingTo(open, key)) return stay(open);
  if (isLive(open.sendings[key], at))
    return stay(open, way.kind === 'totp' ? {} : { notice: remark('on-its-way') });
  return ask(dropChallenge(open, key), at, call, { key });
}

/** A text to the number that was typed for a new method. A code that is under way to the same number still counts. */
export function sendText(state: TfaState, at: TfaAt): TfaOutcome {
  const reading = readPhone(state.phone);
  if (!reading.ok) return stay(state, { notice: remark('not-a-phone', reading.reason) });
  const key = 'new:sms';
  const sending = state.sendings[key];
  if (isSendingTo(state, key)) return stay(state, { notice: remark('still-sending') });
  if (isLive(sending, at) && sending?.phone === reading.phone) return stay(go(state, { at: 'confirm' }));
  const call: TfaCall = { name: 'sendSms', body: { phone_number: reading.phone } };
  return ask({ ...state, notice: undefined }, at, call, { key, phone: reading.phone });
}

/** Another code for this step. Before its time, while one is good, it is refused here and nothing goes out. */
export function resend(state: TfaState, at: TfaAt): TfaOutcome {
  const key = codeKey(state);
  if (key === undefined || state.step.at === 'secret') return stay(state);
  if (isSendingTo(state, key)) return stay(state, { notice: remark('still-sending') });
  if (resendLeft(state.sendings[key], at) > 0) return stay(state, { notice: remark('too-soon') });
  if (key === 'new:totp') return stay(state);
  const { phone } = state.sendings[key] ?? {};
  if (state.step.at === 'confirm') {
    if (phone === undefined) return stay(go(state, { at: 'secret' }));
    const body = { phone_number: phone };
    const name = isLive(state.sendings[key], at) ? 'resendSms' : 'sendSms';
    return ask({ ...state, notice: undefined }, at, { name, body }, { key, phone });
  }
  if (state.step.at !== 'prove') return stay(state);
  const { way } = state.step;
  if (wantsId(state, way)) return stay(state, { notice: remark('which-method') });
  if (lockLeft(state, key, at) > 0) return stay(state, { notice: { ...lockedRemark, way: key } });
  if (way.kind === 'sms' && isLive(state.sendings[key], at)) {
    const body = { ...methodId(way), ...loginSecret(state) };
    return ask({ ...state, notice: undefined }, at, { name: 'resendSms', body }, { key });
  }
  const call = startOf(state, way);
  // An authenticator needs no new code: its challenge is only a start, and only a missing one is made anew.
  const superfluous = way.kind === 'totp' && isLive(state.sendings[key], at);
  return call === undefined || superfluous
    ? stay(state)
    : ask({ ...state, notice: undefined }, at, call, { key });
}

/**
 * The same step from its beginning, with nothing kept of what was sent. A text that is still good is asked for once
 * more: a new one the service would refuse (interface.md, tfa/sms).
 */
export function startStep(state: TfaState, at: TfaAt): TfaOutcome {
  const key = codeKey(state);
  if (state.step.at !== 'prove' || key === undefined || isSendingTo(state, key)) return stay(state);
  const { way } = state.step;
  if (way.kind === 'sms' && isLive(state.sendings[key], at)) return resend(state, at);
  return openWay(dropChallenge(state, key), way, at);
}

/**
 * A text was refused because a recent code exists (`tfa_challenge_exists`): the resend, which gives the secret that
 * counts from now on, is asked for in its place.
 */
export function resendInstead(state: TfaState, flight: TfaFlight, at: TfaAt): TfaOutcome {
  const { call, key, phone } = flight;
  const way = state.step.at === 'prove' ? state.step.way : undefined;
  const body =
    phone !== undefined
      ? { phone_number: phone }
      : call.name === 'sendSms'
        ? call.body
        : { ...(way === undefined ? methodIdIn(call) : methodId(way)), ...loginSecret(state) };
  return ask(state, at, { name: 'resendSms', body }, { ...(key && { key }), ...(phone && { phone }) });
}

const methodIdIn = (call: TfaCall): { tfa_method_id?: number } =>
  call.name === 'authorizeStart' && call.body.tfa_method_id !== undefined
    ? { tfa_method_id: call.body.tfa_method_id }
    : {};

/** A code went out. The newest challenge counts; an answer that comes late to an older request changes nothing. */
export function sent(state: TfaState, flight: TfaFlight, secret: string, key: WayKey): TfaState {
  const before = state.sendings[key];
  if (before?.challenge !== undefined && before.challenge.flight > flight.id) return state;
  const sends = (before?.sends ?? 0) + 1;
  const waits = key !== 'totp' && !key.startsWith('totp:');
  return withSending(state, key, {
    sends,
    challenge: { secret, sentAt: flight.at, flight: flight.id },
    ...(waits ? { waitUntil: flight.at + resendWait(sends) } : {}),
    ...(flight.phone === undefined ? {} : { phone: flight.phone }),
  });
}

/** The id that names the method of the way at hand; what that way sends goes out now. */
export function nameMethod(state: TfaState, typed: string, at: TfaAt): TfaOutcome {
  const { step } = state;
  if (step.at !== 'prove' || !wantsId(state, step.way)) return stay(state);
  const id = /^[1-9]\d{0,14}$/.test(typed.trim()) ? Number(typed.trim()) : undefined;
  return id === undefined
    ? stay(state, { notice: remark('not-an-id') })
    : openWay(state, { ...step.way, id } as Way, at);
}
