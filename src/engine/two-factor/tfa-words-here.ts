import type { ErrorCode } from '../../client/errors.ts';
import { type Advice, sentences } from '../advice.ts';
import { keyAdvice } from '../key-advice.ts';
import { sendingFacts } from '../tfa-write-advice.ts';
import { isUnclear } from '../write-advice.ts';
import { usesTotp } from './tfa-clocks.ts';
import type { TfaNotice, TfaState } from './tfa-flow-state.ts';
import { isLegacy, methodCount } from './tfa-methods.ts';

type Here = Partial<Pick<Advice, 'title' | 'meaning' | 'next'>>;

export const isWrongCode = (code: ErrorCode | undefined): boolean =>
  code === '2fa_login_failed' || code === '2fa_verification_failed';

/** What an error means where the flow stands, as far as that is other than what its code says everywhere. */
export function wordsHere(state: TfaState, { code, error }: TfaNotice & { kind: 'error' }): Here {
  const { step, goal } = state;
  // Elsewhere the keys that lead to a login are named; here Enter does.
  if (step.at === 'session' && keyAdvice(error)?.place === 'two-factor')
    return { next: 'Verify again; you come back to the same place.' };
  if (isWrongCode(code)) return wrongCode(state, code, error.failCount);
  // The flow has gone on to the ways that are left.
  if (code === 'not_found' && step.at === 'choose') return { next: 'Prove by another way.' };
  if (code === 'phone_number_mismatch' && step.at === 'secret') return { next: oneTextAtATime };
  if (code === 'auth_error' && error.status === 403 && goal.kind === 'login' && goal.admin === true)
    return adminRefused;
  if (code !== undefined && isFirst(state)) return withoutOthers[code] ?? {};
  if (code === undefined && isUnclear(error) && sends.has(error.endpoint)) return sendingFacts.unconfirmed;
  if (code === 'service_unavailable' || code === 'challenge_creation_failed')
    return sends.has(error.endpoint)
      ? { next: 'Ask for it again; nothing is sent by itself.' }
      : { next: 'Enter the code once more in a moment; nothing is sent by itself.' };
  return {};
}

/** Codes come from a clock or in a message: only one of them can be what is wrong. */
function wrongCode(state: TfaState, code: ErrorCode | undefined, fails = 0): Here {
  const why = usesTotp(state)
    ? 'It may be mistyped or too old: check the clock of the device that shows it.'
    : 'It may be mistyped, too old, or not the newest: only that one counts.';
  const wide = usesTotp(state) || code !== '2fa_login_failed' ? '' : lostRequest;
  // A new method proves itself by its own code: there is no other way.
  const count = fails > 0 && `${fails} failed so far.`;
  const meaning = sentences(why, wide, count);
  return { meaning, ...(state.step.at === 'confirm' ? { next: 'Enter the code again.' } : {}) };
}

/** interface.md, 2fa_login_failed: missing context, or SMS selected with no phone number. */
const lostRequest = 'A lost request or an SMS method without a number gives the same answer.';

/** interface.md, tfa/sms and tfa/sms/resend: while a text is recent there is only its resend, to the same number. */
const oneTextAtATime =
  'Send again to the number that was texted first, or wait: another one is texted only when that code has run out, after 10 minutes at most.';

const adminRefused: Here = {
  title: 'The service refused an administrator session.',
  meaning: 'It gives one to accounts of administrators alone.',
  next: 'Log in without it.',
};

/** Calls that have a code sent, or a request for one begun, and carry no code themselves. */
const sends: ReadonlySet<string> = new Set([
  'tfaSendSms',
  'tfaResendSms',
  'tfaSendEmail',
  'tfaAuthorizeStart',
]);
/** The first method of all: there is nothing yet that could take its place. */
const isFirst = (state: TfaState): boolean =>
  state.goal.kind === 'add' &&
  state.status !== undefined &&
  methodCount(state.status) === 0 &&
  !isLegacy(state);

const noText: Here = {
  meaning: 'The service gives no time. Two-factor is still off.',
  next: 'Ask for a text later, or add an authenticator app: its codes need no text.',
};
const mailFirst: Here = {
  meaning: 'Two-factor is off, and the first method begins with a code by e-mail.',
  next: 'Verify the e-mail in the web console, then try again.',
};
const withoutOthers: Readonly<Partial<Record<ErrorCode, Here>>> = {
  sms_rate_limited: noText,
  twilio_rate_limited: noText,
  preauth_phone_cap: { ...noText, next: 'Use another number, or add an authenticator app.' },
  twilio_error: {
    meaning: 'No code is on its way. Two-factor is still off.',
    next: 'Correct the number, or add an authenticator app.',
  },
  sms_blocked_number: {
    meaning: 'No code is on its way. Two-factor is still off.',
    next: 'Correct the number, or add an authenticator app.',
  },
  sms_fraud_detected: {
    meaning: 'Two-factor is still off; an authenticator app needs no text.',
    next: 'Add an authenticator app, or write to support.',
  },
  tfa_locked: {
    meaning: 'After too many wrong codes it is locked for 15 minutes.',
    next: 'Wait until it opens: the first method is proved by e-mail alone.',
  },
  email_not_verified: mailFirst,
  missing_email: { ...mailFirst, next: 'Give the account an e-mail in the web console, then try again.' },
};
