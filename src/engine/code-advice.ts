import type { ErrorCode } from '../client/errors.ts';
import type { Advice } from './advice.ts';

const untouched = 'Nothing was changed.';
const unlocked = 'Your other methods and the backup codes still work.';

const wrongCode: Advice = {
  title: 'That code was not accepted.',
  meaning:
    'It may be mistyped or too old. Of an authenticator app check the clock, of codes that were sent the newest counts.',
  next: 'Enter the code again, or try another way.',
  exitCode: 1,
  place: 'field',
};
const challengeGone: Advice = {
  title: 'That request is gone.',
  meaning: 'The code belongs to a request that the service no longer knows.',
  next: 'Send a new code.',
  exitCode: 1,
  place: 'two-factor',
};
const tooManyTexts: Advice = {
  title: 'Too many texts for now.',
  meaning: `The service gives no time. ${unlocked}`,
  next: 'Use another method, or ask for a text later.',
  exitCode: 9,
  place: 'two-factor',
};
const ourMistake: Advice = {
  title: 'rigdeck sent something wrong.',
  meaning: untouched,
  next: 'Please report it with the log; nothing is sent again by itself.',
  exitCode: 1,
  place: 'message',
};
const textNotSent: Advice = {
  title: 'The text could not be sent to this number.',
  meaning: `No code is on its way. ${unlocked}`,
  next: 'Correct the number or use another method.',
  exitCode: 1,
  place: 'field',
};
const proofFirst: Advice = {
  title: 'Adding a method needs proof first; the 30-minute window is shut.',
  meaning: untouched,
  next: 'Prove that it is you, then go on at the same place.',
  exitCode: 8,
  place: 'two-factor',
};
const tryLater: Advice = {
  title: 'The service could not do that just now.',
  meaning: untouched,
  next: 'Try again in a moment; nothing is sent by itself.',
  exitCode: 6,
  place: 'message',
};
const emailNeeded: Advice = {
  title: 'Codes can only go out when the account e-mail is verified.',
  meaning: 'An authenticator app and backup codes work without it.',
  next: 'Verify the e-mail in the web console, then try again.',
  exitCode: 1,
  place: 'two-factor',
};

/** What each error code of interface.md means for a person. A code without advice does not compile. */
export const codeAdvice: Readonly<Record<ErrorCode, Advice>> = {
  bad_request: ourMistake,
  invalid_tfa_method: ourMistake,
  missing_auth_value: ourMistake,
  missing_params: ourMistake,
  auth_error: {
    title: 'The session ended.',
    meaning: `The service wants to know again who you are. ${untouched}`,
    next: 'Sign in or verify again, then go on.',
    exitCode: 4,
    place: 'sign-in',
  },
  email_not_verified: emailNeeded,
  missing_email: emailNeeded,
  '2fa_expired': {
    ...challengeGone,
    title: 'That code is too old.',
    meaning: 'A code sent by text or e-mail is good for 10 minutes.',
  },
  challenge_not_found: challengeGone,
  no_challenge_found: challengeGone,
  tfa_challenge_exists: {
    title: 'A code is already on its way.',
    meaning: 'The code that was sent before is still good.',
    next: 'Enter it, or have it sent again.',
    exitCode: 1,
    place: 'field',
  },
  authorization_required: proofFirst,
  no_pending_authorization: proofFirst,
  invalid_backup_code: {
    title: 'Wrong or already used.',
    meaning: 'A backup code looks like XXXX-XXXX-XXXX and works once.',
    next: 'Enter another one, or try another way.',
    exitCode: 1,
    place: 'field',
  },
  untracked_2fa_found: {
    title: 'This account uses old two-factor. Make new backup codes first.',
    meaning: untouched,
    next: 'Make new backup codes, then add the method.',
    exitCode: 1,
    place: 'two-factor',
  },
  duplicate_tfa_method: {
    title: 'This kind of method exists already.',
    meaning: untouched,
    next: 'Rename the one you have, or remove it first.',
    exitCode: 1,
    place: 'two-factor',
  },
  twilio_error: textNotSent,
  sms_blocked_number: textNotSent,
  preauth_phone_cap: {
    ...tooManyTexts,
    title: 'This number was used in too many attempts.',
    next: 'Use another method or another number.',
  },
  sms_rate_limited: tooManyTexts,
  twilio_rate_limited: { ...tooManyTexts, title: 'The text message provider takes no more for now.' },
  tfa_locked: {
    title: 'This method is locked, the others are not.',
    meaning: `After too many wrong codes it is locked for 15 minutes. ${unlocked}`,
    next: 'Use another method, or wait.',
    exitCode: 9,
    place: 'two-factor',
  },
  service_unavailable: tryLater,
  challenge_creation_failed: tryLater,
  phone_number_mismatch: {
    title: 'Number differs from the one this code was sent to.',
    meaning: untouched,
    next: 'Start this step again; the number is kept.',
    exitCode: 1,
    place: 'field',
  },
  missing_phone_number: {
    title: 'A phone number is needed.',
    meaning: 'Neither the request nor the account has one.',
    next: 'Enter the number with its country code, as +15555550100.',
    exitCode: 1,
    place: 'field',
  },
  // Its row in interface.md is a wider one than a code that is wrong.
  '2fa_login_failed': {
    ...wrongCode,
    meaning: `${wrongCode.meaning} A lost request or an SMS method without a number gives the same answer.`,
    next: 'Enter the code again, start this step again, or try another way.',
  },
  '2fa_verification_failed': wrongCode,
  team_user_forbidden: {
    title: 'Two-factor belongs to a person, not a team.',
    meaning: `A team key was used. ${untouched}`,
    next: 'Use a personal key for this.',
    exitCode: 1,
    place: 'message',
  },
  not_found: {
    title: 'That method is gone.',
    meaning: untouched,
    next: 'Read the two-factor status again.',
    exitCode: 1,
    place: 'two-factor',
  },
  tfa_method_not_configured: {
    title: 'That method is broken.',
    meaning: 'The service cannot read the secret of this authenticator any more.',
    next: 'Set it up again.',
    exitCode: 1,
    place: 'two-factor',
  },
  sms_fraud_detected: {
    title: 'Texts are turned off for this account. Support must lift it.',
    meaning: 'An authenticator app and backup codes still work.',
    next: 'Use one of those, or write to support.',
    exitCode: 1,
    place: 'two-factor',
  },
};
