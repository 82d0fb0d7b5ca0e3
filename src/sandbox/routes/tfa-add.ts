import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { filled, optional, readShape, text } from '../body.ts';
import { type Call, success } from '../call.ts';
import type { TfaMethodRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { isWindowOpen } from '../machines/add-window.ts';
import { renewed } from '../machines/backup-codes.ts';
import { activeMethods, isDuplicate, withMethod } from '../machines/tfa-methods.ts';
import { checkTotp, cleanTotpSecret, newTotpSecret, provisioningUri } from '../machines/totp.ts';
import type { Reply } from '../reply.ts';
import { codeAndSecret, label, phone, readMethodWord, storable } from './tfa-fields.ts';
import { consume, countOnChallenge, refuseCode } from './tfa-proof.ts';
import { challengeOf } from './tfa-way.ts';

/** `POST /api/v0/tfa/totp-setup/`: a secret for an authenticator. Nothing is added, nothing is checked. */
export function totpSetup({ store }: Call): Reply {
  const { account } = store.state;
  const secret = newTotpSecret(store.random);
  return { body: { secret, provisioning_uri: provisioningUri(secret, account.email ?? account.fullName) } };
}

const newMethod = v.object({
  tfa_method: optional(text),
  code: filled,
  secret: filled,
  phone_number: phone,
  label,
});

type Added = Pick<TfaMethodRecord, 'method' | 'phoneNumber' | 'totpSecret'>;

/** `POST /api/v0/tfa/confirm-new/`: adds a method. The first one turns two-factor on and brings backup codes. */
export function confirmNew(call: Call): Reply {
  const { store, now } = call;
  const { state } = store;
  const given = readShape(newMethod, call.body);
  const word = readMethodWord(given.tfa_method, storable);
  const { code, secret } = codeAndSecret(given);
  if (word === undefined) reject('bad_request', '"tfa_method" is missing');
  const number = given.phone_number;
  if (word === 'sms' && number === undefined) reject('missing_phone_number', '"phone_number" is missing');
  if (!isWindowOpen(state.addWindowUntil, now)) {
    reject('authorization_required', 'authorize first: no method may be added now');
  }

  const added = word === 'sms' ? newPhone(call, number ?? '', code, secret) : newTotp(call, code, secret);
  const first = activeMethods(state.methods).length === 0;
  state.methods = withMethod(state.methods, {
    ...added,
    id: store.nextId('method'),
    label: given.label ?? assumptions.methodLabels[word],
    createdAt: now,
    lastUsed: now,
  });
  const msg = `${word.toUpperCase()} 2FA method added successfully.`;
  if (!first) return success({ msg });
  const { codes, fresh } = renewed(state.backupCodes, store.random, now);
  state.backupCodes = codes;
  state.account.tfaStatus = 'enabled';
  return success({ msg, backup_codes: fresh });
}

function newPhone(call: Call, phoneNumber: string, code: string, secret: string): Added {
  const { store, now } = call;
  if (isDuplicate(store.state.methods, { phoneNumber })) {
    reject('duplicate_tfa_method', 'this number is a method already');
  }
  const challenge = challengeOf(call, secret, 'sms');
  if (challenge.phoneNumber !== phoneNumber) {
    reject('phone_number_mismatch', 'the code was sent to another number');
  }
  if (challenge.code !== code) refuseCode('2fa_verification_failed', countOnChallenge(store, challenge));
  consume(store, challenge, now);
  return { method: 'sms', phoneNumber };
}

function newTotp({ store, now }: Call, code: string, given: string): Added {
  const { state } = store;
  const secret = cleanTotpSecret(given);
  if (isDuplicate(state.methods, { totpSecret: secret })) {
    reject('duplicate_tfa_method', 'this authenticator is a method already');
  }
  const right = checkTotp(secret, code, now);
  if (right === undefined) reject('tfa_method_not_configured', 'the secret is none, set up again');
  const others = state.totpSetups.filter((one) => one.secret !== secret);
  if (!right) {
    const failCount = 1 + (state.totpSetups.find((one) => one.secret === secret)?.failCount ?? 0);
    state.totpSetups = [...others, { secret, failCount }];
    refuseCode('2fa_verification_failed', failCount);
  }
  state.totpSetups = others;
  return { method: 'totp', totpSecret: secret };
}

/**
 * `POST /api/v0/tfa/test-submit/`, the older name of confirm-new. A legacy account, whose method has no row, is
 * sent to regeneration, which makes one.
 */
export function testSubmit(call: Call): Reply {
  const { account, methods } = call.store.state;
  if (account.tfaStatus === 'legacy' || (account.tfaStatus === 'enabled' && methods.length === 0)) {
    reject(
      'untracked_2fa_found',
      'this account uses two-factor of the old kind: regenerate backup codes first',
    );
  }
  return confirmNew(call);
}
