import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { filled, int, optional, readShape } from '../body.ts';
import { type Call, success } from '../call.ts';
import type { Challenge } from '../entities.ts';
import { type RejectionCode, reject } from '../errors.ts';
import { issued, liveText } from '../machines/challenge.ts';
import { activeMethods } from '../machines/tfa-methods.ts';
import type { Reply } from '../reply.ts';
import type { Store } from '../store.ts';
import { methodById, phone } from './tfa-fields.ts';
import { challengeOf, isKnownSecret } from './tfa-way.ts';

/** The address that codes go to. A call that sends codes needs a verified one (interface.md, matrix rule 4). */
export function mailbox({ state }: Store): string {
  const { email, emailVerified } = state.account;
  if (email === null) reject('missing_email', 'this account has no e-mail address');
  if (!emailVerified) reject('email_not_verified', 'the e-mail address of this account is not verified');
  return email;
}

/** A secret for a challenge: the one that the request brings along, if it was handed out, or a new one. */
function secretFor(store: Store, given: string | undefined): string {
  if (given === undefined) return store.secret(48);
  return isKnownSecret(store, given) ? given : reject('challenge_not_found', 'this secret is not known');
}

const newCode = (store: Store): string => store.secret(6, '0123456789');

function post(call: Call, challenge: Challenge, to: string): void {
  const { state } = call.store;
  state.challenges = issued(state.challenges, challenge);
  state.outbox.push({ channel: challenge.channel, to, code: challenge.code, sentAt: call.now });
}

export function sendMail(call: Call, secret: string): void {
  const to = mailbox(call.store);
  const code = newCode(call.store);
  post(call, { secret, channel: 'email', code, failCount: 0, createdAt: call.now }, to);
}

/** Whether texts go out at all, and to this number. */
function mayText({ state }: Store, number: string): void {
  if (state.account.smsFraud) {
    reject('sms_fraud_detected', 'texts are disabled for this account until support clears it');
  }
  if (state.account.smsRateLimited) reject('sms_rate_limited', 'too many codes were requested');
  const fate = (assumptions.rehearsalNumbers as Record<string, RejectionCode>)[number];
  if (fate !== undefined) reject(fate, 'no text can be sent to this number');
}

export function sendText(call: Call, number: string, secret: string): void {
  const { store, now } = call;
  mayText(store, number);
  if (liveText(store.state.challenges, now) !== undefined) {
    reject('tfa_challenge_exists', 'a code was sent already, use resend');
  }
  text(call, number, secret);
}

function text(call: Call, number: string, secret: string): void {
  const code = newCode(call.store);
  const challenge = { secret, code, phoneNumber: number, failCount: 0, createdAt: call.now };
  post(call, { ...challenge, channel: 'sms' }, number);
}

/** `POST /api/v0/tfa/email/` */
export function email(call: Call): Reply {
  const given = readShape(v.object({ secret: filled }), call.body);
  mailbox(call.store);
  const secret = secretFor(call.store, given.secret);
  sendMail(call, secret);
  return success({ msg: '2FA code sent to your email address.', secret });
}

const target = v.object({ phone_number: phone, tfa_method_id: optional(int), secret: filled });
type Target = v.InferOutput<typeof target>;

/** The number that a request names itself, by the method's id, or not at all. */
function namedNumber(store: Store, given: Target): string | undefined {
  if (given.tfa_method_id === undefined) return given.phone_number;
  const number = methodById(store, given.tfa_method_id).phoneNumber;
  if (number === undefined) return reject('invalid_tfa_method', 'this method is no phone');
  if (given.phone_number !== undefined && given.phone_number !== number) {
    reject('phone_number_mismatch', 'the number is not that of the method');
  }
  return number;
}

/** The number for a text: the one named, that of an SMS method (the primary one first), or the one on file. */
function numberFor(call: Call, given: Target): string {
  const { store, principal } = call;
  const active = activeMethods(store.state.methods);
  const phones = active.filter((one) => one.method === 'sms');
  const chosen = phones.find((one) => one.primary) ?? phones[0];
  const onFile = store.state.account.phoneNumber ?? undefined;
  const named = namedNumber(store, given);
  // Who has only passed the password may not choose where the second factor goes.
  if (principal.kind === 'nobody') {
    const own = active.length === 0 ? [onFile] : phones.map((one) => one.phoneNumber);
    if (named !== undefined && !own.includes(named)) {
      reject('phone_number_mismatch', 'the number belongs to no method of this account');
    }
    const number = named ?? chosen?.phoneNumber ?? own[0];
    return number ?? reject('missing_phone_number', 'there is no number to send the code to');
  }
  return (
    named ??
    chosen?.phoneNumber ??
    onFile ??
    reject('missing_phone_number', 'there is no number to send the code to')
  );
}

/** Admin users are exempt from the verified e-mail in the two calls below, and nowhere else (matrix rule 5). */
function mailboxUnlessAdmin(store: Store): void {
  if (!store.state.account.admin) mailbox(store);
}

/** `POST /api/v0/tfa/sms/` */
export function sms(call: Call): Reply {
  const given = readShape(target, call.body);
  mailboxUnlessAdmin(call.store);
  const number = numberFor(call, given);
  const secret = secretFor(call.store, given.secret);
  sendText(call, number, secret);
  return { body: { msg: '2FA Sent', secret } };
}

/** `POST /api/v0/tfa/sms/resend/`: another code, under the secret given along or under a new one. */
export function resend(call: Call): Reply {
  const { store, now } = call;
  const given = readShape(target, call.body);
  mailboxUnlessAdmin(store);
  const before =
    given.secret === undefined
      ? (liveText(store.state.challenges, now) ?? reject('no_challenge_found', 'no code was sent yet'))
      : challengeOf(call, given.secret, 'sms');
  const named = namedNumber(store, given);
  if (named !== undefined && named !== before.phoneNumber) {
    reject('phone_number_mismatch', 'the code was sent to another number');
  }
  const number = before.phoneNumber ?? '';
  mayText(store, number);
  const secret = given.secret ?? store.secret(48);
  store.state.challenges = store.state.challenges.filter((one) => one !== before);
  text(call, number, secret);
  return { body: { msg: 'A 6-digit code has been sent to your phone', secret } };
}
