import * as v from 'valibot';
import { readUser } from './decode-account.ts';
import { type Decoder, read, write } from './endpoint-row.ts';
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
import { field, optionalField, reading, readRows, readSuccess, soundField } from './replies.ts';
import type { ReplyHeaders } from './transport.ts';
import type * as W from './wire.ts';

const methodFields: Fields<W.TfaMethod> = {
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
const readMethod: Reader<W.TfaMethod> = (value) =>
  isRecord(value) && id(value.id) !== undefined && methodFields.method(value.method) !== undefined
    ? (readFields(value, methodFields) as W.TfaMethod)
    : undefined;

/** A set has ten (interface.md, Limits). */
const codesLeft = whole(1000);

// A count that is missing is not known, and never zero: "no backup codes left" is alarming news and must have been
// said. The methods are worth showing without it.
const readStatus: Decoder<W.TfaStatusReply> = reading(
  v.pipe(
    v.object({
      success: v.optional(field(flag), true),
      tfa_enabled: field(flag),
      methods: field((value) => readRows(value, readMethod)),
      backup_codes_remaining: optionalField(codesLeft),
      new_method_authorized: field(flag),
    }),
    v.transform(({ methods: { rows, missing }, ...status }) => ({ ...status, methods: rows, missing })),
  ),
);

const readRemoved: Decoder<W.TfaRemoveReply> = reading(
  v.object({ msg: field(text), remaining_methods: soundField(count) }),
);
const readChallenge: Decoder<W.TfaChallengeReply> = reading(
  v.pipe(
    v.object({ secret: optionalField(text), msg: optionalField(text), success: optionalField(flag) }),
    // One of the three has to be there: an empty object says nothing about whether a code went out.
    v.check((reply) => Object.keys(reply).length > 0),
  ),
);
const readTotpSetup: Decoder<W.TotpSetupReply> = reading(
  v.object({ secret: field(text), provisioning_uri: field(text) }),
);
const readConfirmed: Decoder<W.ConfirmNewReply> = reading(
  v.object({ success: field(flag), msg: optionalField(text), backup_codes: optionalField(list(text)) }),
);
const readUpdated: Decoder<W.TfaUpdateReply> = reading(
  v.object({ success: field(flag), msg: optionalField(text), method: optionalField(readMethod) }),
);
const readBackupCodes: Decoder<W.BackupCodesReply> = reading(
  v.object({ msg: optionalField(text), backup_codes: v.pipe(field(list(text)), v.minLength(1)) }),
);

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
const readLogin: Decoder<W.TfaLoginReply> = (value, _id, headers) => {
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
};

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

// No interval is known for two-factor calls; they have limits of their own, with codes of their own.
const code = { minIntervalMs: 0, needs: 'user_write' } as const;
const challenge = { ...code, auth: 'bearer-or-secret' } as const;

/** The two-factor calls. */
export const tfaEndpoints = {
  tfaStatus: read('GET', '/api/v0/tfa/status/', {
    minIntervalMs: 0,
    needs: 'user_read',
    request: () => ({}),
    reply: readStatus,
  }),
  tfaLogin: write('POST', '/api/v0/tfa/', {
    ...challenge,
    request: (body: W.TfaLoginRequest) => ({ body }),
    reply: readLogin,
  }),
  tfaRemove: write('DELETE', '/api/v0/tfa/', {
    ...code,
    request: (body: W.TfaRemoveRequest) => ({ body }),
    reply: readRemoved,
  }),
  tfaSendEmail: write('POST', '/api/v0/tfa/email/', {
    ...challenge,
    request: (body: W.TfaEmailRequest) => ({ body }),
    reply: readChallenge,
  }),
  tfaSendSms: write('POST', '/api/v0/tfa/sms/', {
    ...challenge,
    request: (body: W.TfaSmsRequest) => ({ body }),
    reply: readChallenge,
  }),
  tfaResendSms: write('POST', '/api/v0/tfa/sms/resend/', {
    ...challenge,
    request: (body: W.TfaSmsRequest) => ({ body }),
    reply: readChallenge,
  }),
  tfaTotpSetup: write('POST', '/api/v0/tfa/totp-setup/', {
    ...code,
    request: () => ({}),
    reply: readTotpSetup,
  }),
  tfaAuthorizeStart: write('POST', '/api/v0/tfa/authorize-new-method/', {
    ...code,
    request: (body: W.AuthorizeStartRequest) => ({ body }),
    reply: readChallenge,
  }),
  tfaAuthorizeConfirm: write('PUT', '/api/v0/tfa/authorize-new-method/', {
    ...code,
    request: (body: W.AuthorizeConfirmRequest) => ({ body }),
    reply: readSuccess,
  }),
  tfaConfirmNew: write('POST', '/api/v0/tfa/confirm-new/', {
    ...code,
    request: (body: W.ConfirmNewRequest) => ({ body }),
    reply: readConfirmed,
  }),
  tfaUpdate: write('PUT', '/api/v0/tfa/update/', {
    ...code,
    request: (body: W.TfaUpdateRequest) => ({ body }),
    reply: readUpdated,
  }),
  tfaRegenBackupCodes: write('PUT', '/api/v0/tfa/regen-backup-codes/', {
    ...code,
    request: (body: W.TfaVerification) => ({ body }),
    reply: readBackupCodes,
  }),
  tfaTest: write('POST', '/api/v0/tfa/test/', {
    ...challenge,
    replacedBy: 'tfaSendSms',
    request: (body: W.TfaSmsRequest) => ({ body }),
    reply: readChallenge,
  }),
  tfaTestSubmit: write('POST', '/api/v0/tfa/test-submit/', {
    ...code,
    replacedBy: 'tfaConfirmNew',
    request: (body: W.ConfirmNewRequest) => ({ body }),
    reply: readConfirmed,
  }),
  tfaResend: write('POST', '/api/v0/tfa/resend/', {
    ...challenge,
    replacedBy: 'tfaResendSms',
    request: (body: W.TfaSmsRequest) => ({ body }),
    reply: readChallenge,
  }),
};
