import { epochMs } from '../../base/format-time.ts';
import type { ErrorCode } from '../../client/errors.ts';
import type { AdviceInput } from '../advice.ts';
import { keyAdvice } from '../key-advice.ts';
import { isUnclear, wasNeverSent } from '../write-advice.ts';
import { submitsCode, type TfaCall } from './tfa-calls.ts';
import { codeKey, isLive, lockMs, usesTotp } from './tfa-clocks.ts';
import type { TfaAt, TfaFlight, TfaInsight, TfaOutcome, TfaState } from './tfa-flow-state.ts';
import { serviceNow, wayKey } from './tfa-methods.ts';
import { dropChallenge, errorNotice, go, isErrorCode, remark, stay, withMark } from './tfa-outcome.ts';
import { isLoggedOut, newSecret, openProof, readStatus } from './tfa-place.ts';
import { resendInstead } from './tfa-send.ts';
import { becomeUnclear } from './tfa-unclear.ts';

/** What failed, with everything that a reaction looks at. */
type Failure = { state: TfaState; flight: TfaFlight; error: AdviceInput; code?: ErrorCode; at: TfaAt };
type Reaction = (failure: Failure) => TfaOutcome;

/** The step where the failed call belongs is the one that is shown. */
const isHere = ({ state, flight }: Failure): boolean =>
  flight.key === undefined || flight.key === codeKey(state) || state.step.at === 'status';

/** Says it where the person is; about something that they have turned away from, nothing is said. */
const say = (failure: Failure, state = failure.state): TfaOutcome =>
  stay(state, isHere(failure) ? { notice: errorNotice(failure.error) } : {});

/** The service did not look at the code: it may be given once more, by hand. */
function notJudged(failure: Failure): Failure {
  const { state, flight } = failure;
  if (flight.spent === undefined) return failure;
  return { ...failure, state: { ...state, spent: state.spent.filter((mark) => mark !== flight.spent) } };
}

function atChoice(failure: Failure, state: TfaState): TfaOutcome {
  if (!isHere(failure)) return stay(state);
  const notice = errorNotice(failure.error);
  return stay(state.step.at === 'prove' ? go(state, { at: 'choose' }, notice) : { ...state, notice });
}

function deadEnd(failure: Failure): TfaOutcome {
  const { state, error } = failure;
  if (state.step.at === 'stuck' || !isHere(failure)) return say(failure);
  return stay(go(state, { at: 'stuck', back: state.step }, errorNotice(error)));
}

/** The flow's own step is over; the person comes back to it after signing in or verifying anew. */
function sessionOver(failure: Failure): TfaOutcome {
  const { state } = notJudged(failure);
  const notice = errorNotice(failure.error);
  if (state.goal.kind === 'login') return deadEnd({ ...failure, state });
  if (state.step.at === 'session') return stay(state, { notice });
  const back = state.step.at === 'unclear' ? state.step.back : state.step;
  return stay(go(state, { at: 'session', back }, notice));
}

/** A 403 that is not about a session that ended (keyAdvice tells) is about what the key may do: verifying would not help. */
const keyRefused: Reaction = (failure) => {
  const { goal } = failure.state;
  // An administrator session may be refused to a login that is good.
  if (isLoggedOut(failure.state) && goal.kind === 'login' && goal.admin !== true)
    return webLoginOver(failure);
  return failure.error.status === 403 ? deadEnd(notJudged(failure)) : sessionOver(failure);
};

const wrongCode: Reaction = (failure) => {
  const { state, flight, error, at } = failure;
  if (flight.key === undefined) return say(failure);
  const { failCount: fails, lockedUntil } = error;
  const counted = withMark(state, flight.key, {
    ...(fails === undefined ? {} : { fails }),
    ...(typeof lockedUntil === 'number' ? { lockedUntil: epochMs(lockedUntil) } : {}),
  });
  const insight = isHere(failure) && submitsCode(flight.call) ? clockInsight(counted, flight, at) : undefined;
  return say(failure, { ...counted, insight });
};

/** C051: a code that is right for another time, or a clock here that is off by more than the drift that is borne. */
function clockInsight(state: TfaState, flight: TfaFlight, at: TfaAt): TfaInsight | undefined {
  if (!usesTotp(state)) return undefined;
  const { offsetMs = 0, computerOffMs = offsetMs, totpDrift } = at;
  const { call } = flight;
  const steps =
    call.name === 'confirmNew' && totpDrift !== undefined
      ? totpDrift(call.body.secret, call.body.code, flight.at + offsetMs)
      : undefined;
  const off = Math.abs(computerOffMs) > 30_000 ? { computerOffMs } : {};
  const drift = steps === undefined || steps === 0 ? {} : { codeOffSteps: steps };
  return 'computerOffMs' in off || 'codeOffSteps' in drift ? { ...off, ...drift } : undefined;
}

const locked: Reaction = (failure) => {
  const { state, flight, error, at } = failure;
  if (flight.key === undefined) return say(failure);
  const { failCount: fails, lockedUntil } = error;
  const given = typeof lockedUntil === 'number';
  const marked = withMark(state, flight.key, {
    lockedUntil: given ? epochMs(lockedUntil) : serviceNow(at) + lockMs,
    lockAssumed: given ? undefined : true,
    ...(fails === undefined ? {} : { fails }),
  });
  return atChoice(failure, marked);
};

/** Its secret is all that somebody logged out is known by: nothing but another web login gives a new one. */
function webLoginOver(failure: Failure): TfaOutcome {
  const { state } = notJudged(failure);
  const back = state.step.at === 'stuck' ? state.step.back : state.step;
  return stay(go(state, { at: 'stuck', back }, remark('web-login-over')));
}

/** The challenge is gone: it is dropped, and a new code is offered, never sent by itself. */
const newCode: Reaction = (failure) => {
  const { state, flight } = failure;
  if (flight.key === undefined) return say(failure);
  // Somebody logged out is known by that secret alone; without it the login begins anew.
  if (isLoggedOut(state) && state.sendings[flight.key]?.challenge === undefined) return webLoginOver(failure);
  return say(failure, dropChallenge(state, flight.key));
};

const startsText = (call: TfaCall): boolean =>
  call.name === 'sendSms' || (call.name === 'authorizeStart' && call.body.tfa_method === 'sms');

const resendByItself: Reaction = (failure) =>
  startsText(failure.flight.call) ? resendInstead(failure.state, failure.flight, failure.at) : say(failure);

/** The window is shut. The secret, the label and the number stay for when it is open again (ux row 76). */
const proveFirst: Reaction = (failure) => {
  const { state, flight, error, at } = notJudged(failure);
  const { key } = flight;
  const adding = state.goal.kind === 'add' && (state.step.at === 'secret' || state.step.at === 'confirm');
  if (adding && isHere(failure)) {
    const shut: TfaState = { ...state, window: { kind: 'shut' } };
    const proof = openProof(shut, at);
    return { ...proof, state: { ...proof.state, notice: errorNotice(error) } };
  }
  return say(failure, key === undefined ? state : dropChallenge(state, key));
};

/** Codes only go out with a verified e-mail; an authenticator and backup codes do not need one. */
const noMail: Reaction = (failure) => {
  const { state, code } = notJudged(failure);
  return atChoice(failure, { ...state, mailOff: code });
};

/** No text goes out to this way for now. A code that is under way there stays good. */
const noTextNow: Reaction = (failure) => {
  const { state, code, flight, at } = notJudged(failure);
  const { key } = flight;
  if (key === undefined || isLive(state.sendings[key], at)) return say({ ...failure, state });
  return atChoice(failure, withMark(state, key, { held: code }));
};

const textsOff: Reaction = (failure) => {
  const { state, code, flight } = notJudged(failure);
  const off = { ...state, textsOff: code };
  return flight.key === 'new:sms' ? deadEnd({ ...failure, state: off }) : atChoice(failure, off);
};

const otherNumber: Reaction = (failure) => {
  const { state, flight, error, code } = notJudged(failure);
  const { key } = flight;
  if (key === undefined) return say(failure);
  // A resend or a text that was refused leaves the earlier code as it was.
  const kept = submitsCode(flight.call) ? dropChallenge(state, key) : state;
  if (key === 'new:sms') return stay(isHere(failure) ? go(kept, { at: 'secret' }, errorNotice(error)) : kept);
  if (code === 'missing_phone_number') return atChoice(failure, withMark(kept, key, { held: code }));
  return say({ ...failure, state: kept });
};

const duplicate: Reaction = (failure) => {
  const { state, flight, error } = failure;
  if (flight.key === 'new:sms' && isHere(failure)) {
    return stay(go(dropChallenge(state, 'new:sms'), { at: 'secret' }, errorNotice(error)));
  }
  return deadEnd({ ...failure, state: { ...state, totp: undefined } });
};

/** The method is gone or broken: the list is read again. A broken new secret is fetched anew. */
const methodGone: Reaction = (failure) => {
  const { state, flight, error, code, at } = notJudged(failure);
  if (flight.key === 'new:totp' && code === 'tfa_method_not_configured' && submitsCode(flight.call)) {
    return newSecret({ ...state, notice: errorNotice(error) }, at);
  }
  if (flight.key === undefined || flight.key.startsWith('new:')) return deadEnd({ ...failure, state });
  const held = withMark(dropChallenge(state, flight.key), flight.key, { held: code });
  const choice = atChoice(failure, held).state;
  return isLoggedOut(choice) ? stay(choice) : readStatus(choice, at);
};

const again: Reaction = (failure) => say(notJudged(failure));
const oldAccount: Reaction = (failure) => {
  const { state, error } = notJudged(failure);
  return stay(go({ ...state, legacyAccepted: false }, { at: 'legacy' }, errorNotice(error)));
};
const ourMistake: Reaction = (failure) => deadEnd(notJudged(failure));
/** Where nobody may list the methods, a body without an id is one too few when there are several of a kind. */
const unnamed: Reaction = (failure) => {
  const { state, flight } = notJudged(failure);
  const way = state.step.at === 'prove' ? state.step.way : undefined;
  const nameless =
    (way?.kind === 'totp' || way?.kind === 'sms') && way.id === undefined && wayKey(way) === flight.key;
  if (!nameless || state.status !== undefined) return ourMistake(failure);
  const idsWanted = [...(state.idsWanted ?? []), way.kind];
  return stay({ ...state, idsWanted }, { notice: remark('which-method') });
};
const authValue: Reaction = (failure) =>
  failure.error.status === 401 ? sessionOver(failure) : ourMistake(failure);

/** What each error code of interface.md does to the flow. One without a reaction does not compile. */
const reactions: Readonly<Record<ErrorCode, Reaction>> = {
  bad_request: unnamed,
  invalid_tfa_method: ourMistake,
  missing_params: ourMistake,
  missing_auth_value: authValue,
  auth_error: keyRefused,
  email_not_verified: noMail,
  missing_email: noMail,
  '2fa_expired': newCode,
  challenge_not_found: newCode,
  no_challenge_found: newCode,
  tfa_challenge_exists: resendByItself,
  authorization_required: proveFirst,
  no_pending_authorization: proveFirst,
  invalid_backup_code: say,
  untracked_2fa_found: oldAccount,
  duplicate_tfa_method: duplicate,
  twilio_error: again,
  sms_blocked_number: noTextNow,
  preauth_phone_cap: noTextNow,
  sms_rate_limited: noTextNow,
  twilio_rate_limited: noTextNow,
  sms_fraud_detected: textsOff,
  tfa_locked: locked,
  service_unavailable: again,
  challenge_creation_failed: again,
  phone_number_mismatch: otherNumber,
  missing_phone_number: otherNumber,
  '2fa_login_failed': wrongCode,
  '2fa_verification_failed': wrongCode,
  team_user_forbidden: (failure) => deadEnd(notJudged(failure)),
  not_found: methodGone,
  tfa_method_not_configured: methodGone,
};

/** A call that failed. `flight` is off the list already. Never is a code sent again because of it. */
export function takeFailure(state: TfaState, flight: TfaFlight, error: AdviceInput, at: TfaAt): TfaOutcome {
  // What fails late does not lead away from codes that are shown once, or back into what is over.
  if (state.step.at === 'codes' || state.step.at === 'done' || state.step.at === 'left') return stay(state);
  const code = isErrorCode(error.code) ? error.code : undefined;
  const failure: Failure = { state, flight, error, at, ...(code === undefined ? {} : { code }) };
  const statusUnknown = flight.call.name === 'readStatus' ? whileUnclear(failure) : undefined;
  if (statusUnknown !== undefined) return statusUnknown;
  // Whether a session ended is told by status and text together, in one place for every call.
  if (keyAdvice(error)?.place === 'two-factor') return sessionOver(failure);
  if (error.kind === 'http' && code !== undefined) return reactions[code](failure);
  return withoutCode(failure);
}

/** The status that was to settle an unclear call could not be read. */
function whileUnclear({ state, flight, error }: Failure): TfaOutcome | undefined {
  const { step } = state;
  if (step.at !== 'unclear') return undefined;
  if (step.read !== flight.id) return stay(state);
  return stay({ ...state, step: { ...step, checked: 'failed' }, notice: errorNotice(error) });
}

function withoutCode(failure: Failure): TfaOutcome {
  const { flight, error, state, at } = failure;
  const submitted = submitsCode(flight.call);
  if (error.kind === 'refused') return deadEnd(notJudged(failure));
  if (wasNeverSent(error)) return say(notJudged(failure));
  if (submitted && (isUnclear(error) || error.kind === 'aborted')) return becomeUnclear(state, flight, at);
  if (isUnclear(error) || error.kind === 'aborted') return say(failure);
  if (error.status === 429) return say(notJudged(failure));
  return flight.call.name === 'readStatus' ? say(failure) : deadEnd(failure);
}
