import * as v from 'valibot';
import { filled, int, optional, readShape, text } from '../body.ts';
import { type Call, success } from '../call.ts';
import type { PendingAuthorization } from '../entities.ts';
import { reject } from '../errors.ts';
import { windowFrom } from '../machines/add-window.ts';
import { hasExpired } from '../machines/challenge.ts';
import { activeMethods } from '../machines/tfa-methods.ts';
import type { Reply } from '../reply.ts';
import { codeAndSecret, provable, readMethodWord } from './tfa-fields.ts';
import { checkCode, spendBackupCode } from './tfa-proof.ts';
import { mailbox, sendMail, sendText } from './tfa-send.ts';
import { chooseWay, type Way } from './tfa-way.ts';

const start = v.object({ tfa_method: optional(text), tfa_method_id: optional(int), backup_code: filled });

/**
 * `POST /api/v0/tfa/authorize-new-method/`: sends a code to what is to prove the caller, or takes a backup code.
 * With no methods yet there is only e-mail, whatever is asked for.
 */
export function startAuthorization(call: Call): Reply {
  const { store, now } = call;
  const given = readShape(start, call.body);
  readMethodWord(given.tfa_method, provable);
  if (given.backup_code !== undefined) {
    spendBackupCode(call, given.backup_code);
    return authorized(call);
  }
  const first = activeMethods(store.state.methods).length === 0;
  const way: Way | undefined = first ? { type: 'email' } : chooseWay(store, given);
  if (way === undefined) return reject('missing_phone_number', 'there is no number to send the code to');
  if (way.type !== 'totp') mailbox(store);

  const secret = store.secret(48);
  // Noted before the text goes out: when one is on its way already, its resend still leads to the end.
  store.state.pendingAuthorization = {
    secret,
    method: way.type,
    ...(way.type === 'email' || way.method === undefined ? {} : { methodId: way.method.id }),
    createdAt: now,
  };
  if (way.type === 'email') sendMail(call, secret);
  if (way.type === 'sms') sendText(call, way.number, secret);
  return success({ secret });
}

/** `PUT /api/v0/tfa/authorize-new-method/`: the code. It opens the window for thirty minutes. */
export function confirmAuthorization(call: Call): Reply {
  const { state } = call.store;
  const given = readShape(v.object({ code: filled, secret: filled }), call.body);
  const { code, secret } = codeAndSecret(given);
  // A code from POST /api/v0/tfa/email/ authorizes as well (interface.md), without a start of its own.
  const mailed = state.challenges.some(
    (one) => one.secret === secret && one.channel === 'email' && one.usedAt === undefined,
  );
  const way: Way = mailed ? { type: 'email' } : pendingWay(call, state.pendingAuthorization, secret);
  checkCode(call, way, { code, secret }, '2fa_verification_failed');
  return authorized(call);
}

function pendingWay(call: Call, pending: PendingAuthorization | null, secret: string): Way {
  if (pending === null) return reject('no_pending_authorization', 'start an authorization first');
  if (pending.method === 'totp') {
    if (pending.secret !== secret) reject('challenge_not_found', 'this secret is not known');
    if (hasExpired(pending, call.now)) reject('2fa_expired', 'the authorization has expired, start again');
  }
  const wanted = { tfa_method: pending.method, tfa_method_id: pending.methodId };
  const way = chooseWay(call.store, wanted);
  return way ?? reject('no_pending_authorization', 'start an authorization first');
}

function authorized({ store, now }: Call): Reply {
  store.state.pendingAuthorization = null;
  store.state.addWindowUntil = windowFrom(now);
  return success({ msg: 'Authorization successful.' });
}
