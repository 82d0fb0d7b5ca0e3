import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { flag, int, optional, readShape, text } from '../body.ts';
import { type Call, success } from '../call.ts';
import { reject } from '../errors.ts';
import { isWindowOpen } from '../machines/add-window.ts';
import { codesLeft, renewed, retired } from '../machines/backup-codes.ts';
import {
  activeMethods,
  withChange,
  withMethod,
  withoutMethod,
  withPrimary,
} from '../machines/tfa-methods.ts';
import { presentMethod } from '../present-tfa.ts';
import type { Reply } from '../reply.ts';
import type { Store } from '../store.ts';
import { label, methodById, provable, readMethodWord, storable, verification } from './tfa-fields.ts';
import { prove } from './tfa-proof.ts';

/** `GET /api/v0/tfa/status/` */
export function status({ store, now }: Call): Reply {
  const { account, methods, backupCodes, addWindowUntil } = store.state;
  return success({
    tfa_enabled: account.tfaStatus !== 'disabled',
    methods: activeMethods(methods).map((one) => presentMethod(account, one, now)),
    backup_codes_remaining: codesLeft(backupCodes),
    new_method_authorized: isWindowOpen(addWindowUntil, now),
  });
}

const change = v.object({
  tfa_method_id: optional(int),
  tfa_method: optional(text),
  label,
  is_primary: optional(flag),
});

/** `PUT /api/v0/tfa/update/`: another label, or the primary mark. There is always one primary method. */
export function update({ store, now, body }: Call): Reply {
  const { state } = store;
  const given = readShape(change, body);
  const word = readMethodWord(given.tfa_method, storable);
  const method =
    given.tfa_method_id === undefined ? onlyOne(store, word) : methodById(store, given.tfa_method_id);
  if (given.is_primary === false && method.primary) {
    reject('bad_request', 'make another method primary instead');
  }
  if (given.label !== undefined) state.methods = withChange(state.methods, method.id, { label: given.label });
  if (given.is_primary === true) state.methods = withPrimary(state.methods, method.id);
  const changed = methodById(store, method.id);
  return success({ msg: '2FA method updated', method: presentMethod(state.account, changed, now) });
}

function onlyOne(store: Store, word: 'sms' | 'totp' | undefined) {
  if (word === undefined) reject('bad_request', '"tfa_method_id" is missing');
  const [method, second] = activeMethods(store.state.methods).filter((one) => one.method === word);
  if (second !== undefined) reject('bad_request', `"tfa_method_id" is missing: there are several ${word}`);
  return method ?? reject('not_found', `this account has no method of the type ${word}`);
}

const removal = v.object({ ...verification, target_id: optional(int) });

/** `DELETE /api/v0/tfa/`: removes the method that proves, or `target_id`. The last one turns two-factor off. */
export function remove(call: Call): Reply {
  const { store, now } = call;
  const { state } = store;
  const given = readShape(removal, call.body);
  const word = readMethodWord(given.tfa_method, provable);
  if (given.code === undefined && given.backup_code === undefined) {
    reject('missing_auth_value', '"code" or "backup_code" is missing');
  }
  // What is to go is settled first: a proof is not used up for a request that cannot be met.
  const any = activeMethods(state.methods).length > 0;
  const needsTarget = given.backup_code !== undefined || word === 'email';
  if (any && needsTarget && given.target_id === undefined) reject('bad_request', '"target_id" is missing');
  const target = given.target_id === undefined ? undefined : methodById(store, given.target_id);

  const way = prove(call, given, '2fa_verification_failed');
  const id = target?.id ?? (way === undefined || way.type === 'email' ? undefined : way.method?.id);
  if (id !== undefined) state.methods = withoutMethod(state.methods, id, now);
  const left = activeMethods(state.methods).length;
  if (left > 0) return { body: { msg: '2FA method removed', remaining_methods: left } };
  state.account.tfaStatus = 'disabled';
  state.backupCodes = retired(state.backupCodes, now);
  return { body: { msg: '2FA Successfully Disabled' } };
}

/** `PUT /api/v0/tfa/regen-backup-codes/`: ten new codes in the place of all others. */
export function regenerate(call: Call): Reply {
  const { store, now } = call;
  const { state } = store;
  const given = readShape(v.object(verification), call.body);
  readMethodWord(given.tfa_method, provable);
  if (given.code === undefined && given.backup_code === undefined) {
    reject('missing_auth_value', '"code" or "backup_code" is missing');
  }
  if (state.account.tfaStatus === 'disabled')
    reject('bad_request', 'two-factor is off: it has no backup codes');
  backfill(call);
  prove(call, given, '2fa_verification_failed');
  const { codes, fresh } = renewed(state.backupCodes, store.random, now);
  state.backupCodes = codes;
  state.account.tfaStatus = 'enabled';
  return { body: { msg: 'success', backup_codes: fresh } };
}

/** Legacy migration: an account with two-factor on and no row at all gets one for its number on file. */
function backfill({ store, now }: Call): void {
  const { state } = store;
  if (state.methods.length > 0) return;
  const { phoneNumber } = state.account;
  if (phoneNumber === null) reject('missing_phone_number', 'this account has no number on file');
  const id = store.nextId('method');
  const row = { id, method: 'sms', phoneNumber, label: assumptions.methodLabels.sms } as const;
  state.methods = withMethod(state.methods, { ...row, createdAt: now, lastUsed: null });
  // Wrong codes that were counted for the number stay counted.
  state.methods = withChange(state.methods, id, state.phoneOnFile);
}
