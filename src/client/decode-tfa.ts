import * as v from 'valibot';
import { readUser } from './decode-account.ts';
import {
  count,
  type Fields,
  flag,
  id,
  isRecord,
  list,
  orNull,
  type Reader,
  readFields,
  text,
  time,
  whole,
  word,
} from './fields.ts';
import { readRows } from './rows.ts';
import { field, optionalField, reading, soundField } from './schema.ts';
import type { ReplyHeaders } from './transport.ts';
import type { TfaLoginReply, TfaMethod } from './wire.ts';

const methodFields: Fields<TfaMethod> = {
  id,
  method: word('sms', 'totp'),
  user_id: id,
  label: text,
  phone_number: text,
  is_primary: flag,
  fail_count: count,
  locked_until: orNull(time),
  created_at: time,
  last_used: time,
};

/** A method (interface.md, 2FA method object); undefined without the id and the type that every step names it by. */
const readMethod: Reader<TfaMethod> = (value) =>
  isRecord(value) && id(value.id) !== undefined && methodFields.method(value.method) !== undefined
    ? (readFields(value, methodFields) as TfaMethod)
    : undefined;

/** A set has ten (interface.md, Limits). */
const codesLeft = whole(1000);

// A count that is missing is not known, and never zero: "no backup codes left" is alarming news and must have been
// said. The methods are worth showing without it.
export const tfaStatus = v.pipe(
  v.object({
    success: v.optional(field(flag), true),
    tfa_enabled: field(flag),
    methods: field((value) => readRows(value, readMethod)),
    backup_codes_remaining: optionalField(codesLeft),
    new_method_authorized: field(flag),
  }),
  v.transform(({ methods: { rows, missing }, ...status }) => ({ ...status, methods: rows, missing })),
);

export const tfaRemoved = v.object({ msg: field(text), remaining_methods: soundField(count) });
export const challenge = v.pipe(
  v.object({ secret: optionalField(text), msg: optionalField(text), success: optionalField(flag) }),
  // One of the three has to be there: an empty object says nothing about whether a code went out.
  v.check((reply) => Object.keys(reply).length > 0),
);
export const totpSetup = v.object({ secret: field(text), provisioning_uri: field(text) });
export const confirmed = v.object({
  success: field(flag),
  msg: optionalField(text),
  backup_codes: optionalField(list(text)),
});
export const updated = v.object({
  success: field(flag),
  msg: optionalField(text),
  method: optionalField(readMethod),
});
export const backupCodes = v.object({
  msg: optionalField(text),
  backup_codes: v.pipe(field(list(text)), v.minLength(1)),
});

const loginExtras = v.object({
  session_key: optionalField(text),
  backup_codes_remaining: optionalField(codesLeft),
  legacy_tfa_user: optionalField(flag),
});
const readLoginExtras = reading(loginExtras);

/**
 * The user object with what a login adds to it (interface.md, POST /api/v0/tfa/). For somebody logged out the
 * session is set by header or cookie and is not in the body; here it is the same field either way.
 */
export function readLogin(value: unknown, headers?: ReplyHeaders): TfaLoginReply | undefined {
  const user = readUser(value);
  const extras = readLoginExtras(value);
  if (user === undefined || extras === undefined) return undefined;
  const key = extras.session_key ?? (headers && sessionIn(headers));
  // Of the extras only what was read: the record of the user holds them as they came.
  const plain = Object.entries(user).filter(([name]) => !(name in loginExtras.entries));
  return {
    ...(Object.fromEntries(plain) as typeof user),
    ...extras,
    ...(key === undefined ? {} : { session_key: key }),
  };
}

// interface.md names neither; these are what services of this kind use.
const sessionHeader = 'x-session-key';
const sessionCookie = /^session=("?)([\x21-\x7e]+?)\1(?:;|$)/;

function sessionIn(headers: ReplyHeaders): string | undefined {
  const given = headers.get(sessionHeader)?.trim();
  if (given !== undefined && /^[\x21-\x7e]+$/.test(given)) return given;
  for (const cookie of headers.getSetCookie()) {
    const value = sessionCookie.exec(cookie.trim())?.[2];
    if (value !== undefined) return value;
  }
  return undefined;
}
