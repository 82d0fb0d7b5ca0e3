import * as v from 'valibot';
import { filled, int, optional, text } from '../body.ts';
import type { TfaMethodRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { activeMethods } from '../machines/tfa-methods.ts';
import type { Store } from '../store.ts';

/** A number in E.164 form. */
export const phone = v.pipe(filled, v.optional(v.pipe(text, v.regex(/^\+[1-9]\d{6,14}$/))));

/** At most 30 characters (interface.md, Limits), however many units a character takes. */
export const label = optional(
  v.pipe(
    text,
    v.check((value) => [...value].length <= 30),
  ),
);

/** What proves that the owner of the account calls; the same in login, removal and regeneration. */
export const verification = {
  tfa_method: optional(text),
  code: filled,
  secret: filled,
  tfa_method_id: optional(int),
  backup_code: filled,
};
export type Verification = {
  tfa_method?: string | undefined;
  code?: string | undefined;
  secret?: string | undefined;
  tfa_method_id?: number | undefined;
  backup_code?: string | undefined;
};

export type MethodWord = 'sms' | 'totp' | 'email';
export const provable: readonly MethodWord[] = ['sms', 'totp', 'email'];
/** E-mail proves, but is no method that is kept. */
export const storable: readonly ('sms' | 'totp')[] = ['sms', 'totp'];

/** A `tfa_method`, where one is given: 400 `invalid_tfa_method` when it is none of `words`. */
export function readMethodWord<W extends MethodWord>(
  given: string | undefined,
  words: readonly W[],
): W | undefined {
  if (given === undefined) return undefined;
  const word = words.find((one) => one === given);
  return word ?? reject('invalid_tfa_method', `tfa_method must be one of ${words.join(', ')}`);
}

/** The active method with an id; 404 `not_found` when the account has none. */
export const methodById = (store: Store, id: number): TfaMethodRecord =>
  activeMethods(store.state.methods).find((one) => one.id === id) ??
  reject('not_found', 'no method of this account has this id');

/** `code` and `secret` of the calls that nothing else can prove. */
export function codeAndSecret(given: { code?: string | undefined; secret?: string | undefined }): {
  code: string;
  secret: string;
} {
  const { code, secret } = given;
  if (code === undefined && secret === undefined) reject('missing_params', '"code" and "secret" are missing');
  if (code === undefined) return reject('missing_auth_value', '"code" is missing');
  if (secret === undefined) return reject('bad_request', '"secret" is missing');
  return { code, secret };
}
