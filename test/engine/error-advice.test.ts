import { describe, expect, test } from 'vitest';
import { wrapWords } from '../../src/base/wrap-words.ts';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { ApiError, type ErrorCode, errorCodes, readAuth } from '../../src/client/errors.ts';
import { type AdviceInput, advise } from '../../src/engine/error-advice.ts';
import { writeFacts } from '../../src/engine/write-advice.ts';
import { mostMessageLines } from '../../src/screens/shell/message-line.tsx';

const http = (endpoint: string, status: number, fields: Partial<AdviceInput> = {}): AdviceInput => ({
  kind: 'http',
  endpoint,
  needs: Object.hasOwn(endpoints, endpoint) ? endpoints[endpoint as EndpointName].needs : undefined,
  status,
  ...fields,
});

/** HTTP column of interface.md, Errors; where a code has two, the first. */
const statusOf: Record<ErrorCode, number> = {
  bad_request: 400,
  auth_error: 403,
  invalid_tfa_method: 400,
  missing_auth_value: 400,
  missing_params: 400,
  email_not_verified: 400,
  '2fa_expired': 400,
  challenge_not_found: 400,
  no_challenge_found: 400,
  tfa_challenge_exists: 400,
  authorization_required: 403,
  no_pending_authorization: 400,
  invalid_backup_code: 401,
  untracked_2fa_found: 400,
  duplicate_tfa_method: 400,
  twilio_error: 400,
  preauth_phone_cap: 429,
  sms_rate_limited: 429,
  twilio_rate_limited: 429,
  tfa_locked: 429,
  service_unavailable: 503,
  phone_number_mismatch: 400,
  '2fa_login_failed': 400,
  '2fa_verification_failed': 400,
  team_user_forbidden: 403,
  missing_email: 400,
  missing_phone_number: 400,
  not_found: 404,
  tfa_method_not_configured: 400,
  challenge_creation_failed: 500,
  sms_blocked_number: 400,
  sms_fraud_detected: 403,
};

describe('two-factor errors', () => {
  const words: Partial<Record<ErrorCode, RegExp>> = {
    '2fa_login_failed': /^That code was not accepted\.$/,
    '2fa_verification_failed': /^That code was not accepted\.$/,
    '2fa_expired': /^That code is too old\.$/,
    challenge_not_found: /^That request is gone\.$/,
    no_challenge_found: /^That request is gone\.$/,
    tfa_challenge_exists: /^A code is already on its way\.$/,
    authorization_required: /needs proof first; the 30-minute window is shut/,
    no_pending_authorization: /needs proof first; the 30-minute window is shut/,
    invalid_backup_code: /^Wrong or already used\.$/,
    email_not_verified: /^Codes can only go out when the account e-mail is verified\.$/,
    missing_email: /^Codes can only go out when the account e-mail is verified\.$/,
    sms_rate_limited: /^Too many texts for now\.$/,
    sms_blocked_number: /could not be sent to this number/,
    twilio_error: /could not be sent to this number/,
    sms_fraud_detected: /^Texts are turned off for this account\. Support must lift it\.$/,
    phone_number_mismatch: /^Number differs from the one this code was sent to\.$/,
    duplicate_tfa_method: /^This kind of method exists already\.$/,
    team_user_forbidden: /^Two-factor belongs to a person, not a team\.$/,
    service_unavailable: /^The service could not do that just now\.$/,
    challenge_creation_failed: /^The service could not do that just now\.$/,
    auth_error: /^The key may not do this\.$/,
    untracked_2fa_found: /uses old two-factor\. Make new backup codes first/,
    bad_request: /^rigdeck sent something wrong\.$/,
  };

  test.each(errorCodes)('%s is told in words, with its meaning and a next step', (code) => {
    const advice = advise(http('tfaConfirmNew', statusOf[code], { code }));
    expect(advice.title).toMatch(words[code] ?? /^(?:[A-Z]|rigdeck).*[.]$/);
    expect(advice.meaning).toMatch(/^[A-Z].*[.]$/);
    expect(advice.next).toMatch(/^[A-Z].*[.]$/);
    expect(advice.title).not.toContain(code);
  });

  test('C045 the limits are told apart', () => {
    const limits: ErrorCode[] = [
      'tfa_locked',
      'sms_rate_limited',
      'preauth_phone_cap',
      'twilio_rate_limited',
    ];
    const titles = limits.map((code) => advise(http('tfaSendSms', 429, { code })).title);
    expect(new Set(titles).size).toBe(4);
    for (const code of limits) expect(advise(http('tfaSendSms', 429, { code })).exitCode).toBe(9);
  });

  test('C045 a lock says until when, how many failed, and that it is for one method', () => {
    const error = http('tfaLogin', 429, { code: 'tfa_locked', lockedUntil: 1_796_835_265, failCount: 3 });
    const advice = advise(error, { timeZone: 'UTC' });
    expect(advice.title).toBe('Locked until 16:54:25, this method only.');
    expect(advice.meaning).toMatch(/3 failed so far/);
    expect(advice.meaning).toMatch(/other methods and the backup codes still work/);
  });

  test('a missing value with 401 means that the session ended', () => {
    expect(advise(http('tfaLogin', 401, { code: 'missing_auth_value' })).title).toBe('The session ended.');
    expect(advise(http('tfaLogin', 400, { code: 'missing_auth_value' })).title).toBe(
      'rigdeck sent something wrong.',
    );
  });

  test('C041 a team key is refused without signing out', () => {
    expect(advise(http('tfaStatus', 403, { code: 'team_user_forbidden' })).place).toBe('message');
  });
});

describe('the words of the service', () => {
  test.each([
    ['status 500', 'status 500.'],
    ['no such call.', 'no such call.'],
    ['Slow down!', 'Slow down!'],
    ['Which one? ', 'Which one?'],
    ['see (1)', 'see (1).'],
  ])('stand as a sentence of their own: %j', (msg, said) => {
    for (const status of [400, 401, 403, 410, 429, 500]) {
      const { meaning, next } = advise(http('listInstances', status, { msg }));
      // With a key that is too narrow they come last of all.
      const where = status === 403 ? next : meaning;
      expect(where.endsWith(`The service says: ${said}`), `${status}: ${where}`).toBe(true);
    }
    expect(advise(http('createInstance', 410, { msg })).meaning).toMatch(/[.!?]$/);
  });

  test.each(['', ' '])('are left out where there are none: %j', (msg) => {
    expect(advise(http('listInstances', 500, { msg })).meaning).not.toContain('says');
  });
});

describe('keys and sessions', () => {
  test.each([401, 404])('auth_error with %d is a refused key', (status) => {
    expect(advise(http('listInstances', status, { code: 'auth_error' }))).toMatchObject({
      place: 'sign-in',
      exitCode: 4,
    });
  });

  test('C038 a 403 names the category that the key most likely lacks, and what that means', () => {
    const advice = advise(http('createInstance', 403, { msg: 'not permitted' }));
    expect(advice).toMatchObject({ place: 'message', exitCode: 4 });
    expect(advice.meaning).toBe(
      'It most likely lacks the permission instance_write. Nothing was created and nothing is charged.',
    );
    expect(advice.next).toBe('Use a key that has it. The service says: not permitted.');
  });

  const tfaWrites = Object.keys(endpoints).filter((name) => /^tfa(?!Status$)/.test(name));
  test.each(tfaWrites.flatMap((name) => [undefined, 'auth_error'].map((code) => ({ name, code }))))(
    'a 403 to $name ($code) is a narrow key, and not a session that ended',
    ({ name, code }) => {
      const { title, meaning, place } = advise(http(name, 403, { code, msg: 'not permitted' }));
      expect(title).toBe('The key may not do this.');
      expect(meaning).toBe('It most likely lacks the permission user_write. Nothing was changed.');
      expect(place).toBe('message');
    },
  );

  test.each([
    [401, 'Two Factor Authentication required'],
    [404, 'Session expired. Please log in again.'],
  ])('C037 %d "%s" leads to a two-factor login', (status, msg) => {
    expect(advise(http('listInstances', status, { msg }))).toMatchObject({
      place: 'two-factor',
      exitCode: 8,
    });
  });

  test('the client and the advice read the same out of each refusal', () => {
    const places = {
      'key-refused': 'sign-in',
      'under-scoped': 'message',
      'two-factor-needed': 'two-factor',
      'session-over': 'two-factor',
    };
    const msgs = ['', 'Two Factor Authentication required', 'Session expired. Please log in again.'];
    for (const status of [401, 403, 404]) {
      for (const code of [undefined, 'auth_error', 'team_user_forbidden', 'odd']) {
        for (const msg of msgs) {
          const fields = { ...http('listInstances', status, { msg }), ...(code ? { code } : {}) };
          const reading = readAuth(new ApiError({ ...fields, method: 'GET', path: '/' } as never));
          if (reading !== undefined) expect(advise(fields).place).toBe(places[reading]);
          else expect(advise(fields).exitCode).toBe(1);
        }
      }
    }
  });
});

describe('renting', () => {
  test.each([
    [http('createInstance', 410, { code: 'no_such_ask' })],
    [
      http('createInstance', 404, {
        code: 'invalid_args',
        msg: 'error 404/3603: no_such_ask Instance type by id',
      }),
    ],
    [http('createInstance', 404)],
  ])('C012 C019 an offer that is gone: nothing was created, and the next one is at hand', (error) => {
    const advice = advise(error);
    expect(advice.title).toMatch(/^The offer is gone/);
    expect(advice.meaning).toMatch(/^Nothing was created and nothing is charged\./);
    expect(advice.next).toMatch(/next comparable offer/);
    expect(advice.exitCode).toBe(1);
  });

  test.each([
    [http('createInstance', 400, { code: 'insufficient_credit' }), /not enough credit/],
    [http('createInstance', 402), /not enough credit/],
    [http('createInstance', 400, { code: 'no_ssh_key_for_vm' }), /no SSH key/],
    [http('createInstance', 400, { msg: 'spend_rate_limit exceeded' }), /spend faster/],
  ])('says why it was refused', (error, title) => {
    expect(advise(error).title).toMatch(title);
  });

  test.each([
    [{ code: 'invalid_price', msg: 'too low' }, 'price'],
    [{ code: 'bad_request', msg: '"disk" is missing or has the wrong type' }, 'disk'],
    [{ code: 'invalid_args', msg: '"volume_info.volume_id" is unknown' }, 'volume_info'],
    [{ code: 'invalid_args', msg: 'odd' }, undefined],
  ])('points at the field that the service names: %j', (fields, field) => {
    const advice = advise(http('createInstance', 400, fields));
    expect(advice).toMatchObject({ place: 'field', exitCode: 1 });
    expect(advice.field).toBe(field);
    expect(advice.meaning).toContain(fields.msg);
  });
});

describe('an outcome that nobody knows', () => {
  const unclear: AdviceInput[] = (['network', 'timeout', 'shape'] as const).map((kind) => ({
    kind,
    endpoint: '',
  }));
  unclear.push(http('', 500), http('', 503, { code: 'service_unavailable' }));

  test.each([
    ['createInstance', /not known whether the machine was rented/, /is charged/],
    ['stopInstance', /Couldn't confirm the stop/, /may still be running and billed/],
    ['startInstance', /Couldn't confirm the start/, /billed/],
    ['destroyInstance', /Couldn't confirm the destroy/, /may still be there and billed/],
    ['createWorkerGroup', /not known whether the worker group was created/, /charged/],
    ['deleteWorkerGroup', /not known whether the worker group was deleted/, /charged/],
    ['deleteEndpointGroup', /not known whether the endpoint group was deleted/, /charged/],
    ['cloudCopy', /not known whether the copy was started/, /under way/],
    ['cancelCloudCopy', /not known whether the copy was called off/, /under way/],
  ])('C006 C007 %s says so, and what it means for money', (endpoint, title, meaning) => {
    for (const error of unclear) {
      const advice = advise({ ...error, endpoint });
      expect(advice.title).toMatch(title);
      expect(advice.meaning).toMatch(meaning);
      expect(advice.exitCode).toBe(7);
    }
  });

  test('C006 a destroy that was refused says that the machine is still charged', () => {
    const advice = advise(http('destroyInstance', 418));
    expect(advice.meaning).toMatch(/^The instance was not destroyed and may still be billed\./);
  });

  test('a two-factor call without an answer may have used up its code', () => {
    expect(advise({ kind: 'timeout', endpoint: 'tfaLogin' })).toMatchObject({ exitCode: 7 });
    expect(advise(http('tfaAuthorizeStart', 503, { code: 'service_unavailable' }))).toMatchObject({
      exitCode: 6,
    });
  });

  test.each(['tfaSendEmail', 'tfaSendSms', 'tfaResendSms', 'tfaAuthorizeStart', 'tfaTotpSetup', 'tfaUpdate'])(
    '%s carries no code, and nothing is said of one that may be used up',
    (endpoint) => {
      const { title, meaning, next, exitCode } = advise({ kind: 'timeout', endpoint });
      expect(exitCode).toBe(7);
      expect(title).not.toContain('did that');
      expect(meaning).toContain('No code was used up');
      expect(next).not.toContain('used up');
    },
  );

  test('C107 a write that was called off may have gone through', () => {
    const advice = advise({ kind: 'aborted', endpoint: 'createInstance' });
    expect(advice).toMatchObject({ exitCode: 130 });
    expect(advice.meaning).toMatch(/not known whether .*rented/);
    const stop = advise({ kind: 'aborted', endpoint: 'stopInstance' });
    expect(stop.meaning).toMatch(/confirm the stop.*billed/);
    expect(advise({ kind: 'aborted', endpoint: 'listInstances' }).meaning).toBe('');
  });
});

describe('reads', () => {
  test.each([
    [{ kind: 'network', endpoint: 'listInstances' }, 6],
    [{ kind: 'timeout', endpoint: 'listInstances' }, 6],
    [http('listInstances', 502), 6],
    [http('tfaStatus', 503, { code: 'odd' }), 6],
    [{ kind: 'shape', endpoint: 'listInstances' }, 1],
    [http('listInstances', 429), 9],
    [http('listInstances', 418), 1],
    [{ kind: 'refused', endpoint: 'stopInstance' }, 3],
  ] as [AdviceInput, number][])('%j ends with exit code %d', (error, exitCode) => {
    expect(advise(error)).toMatchObject({ exitCode, place: 'message' });
  });

  test('too many requests says when to try again, if the service does', () => {
    expect(advise(http('listInstances', 429, { retryAfterMs: 12_000 })).next).toBe('Try again in 0:12.');
    expect(advise(http('listInstances', 429)).next).toBe('Wait a little, then try again.');
    const refused = http('destroyInstance', 429, { waitMs: 30_000 });
    expect(advise(refused, { leftMs: 4_000 }).next).toBe('Try again in 0:04.');
    expect(advise(refused, { leftMs: 0 }).next).toBe('Try again.');
    expect(advise(http('createInstance', 429)).meaning).toMatch(/Nothing was created/);
  });

  test('C016 an instance that does not exist is said plainly', () => {
    expect(advise(http('getInstance', 404)).title).toBe('The service knows no such instance.');
  });

  test.each(['rebootInstance', 'attachSshKey'])(
    '%s on one that does not exist is said plainly',
    (endpoint) => {
      for (const code of ['no_such_instance', 'invalid_id'])
        expect(advise(http(endpoint, 404, { code })).title).toBe('The service knows no such instance.');
      const msg = 'no instance 7';
      expect(advise(http(endpoint, 404, { code: 'not_found', msg })).title).toMatch(/no such instance/);
    },
  );

  test.each(
    (Object.keys(endpoints) as (keyof typeof endpoints)[]).filter(
      (name) => endpoints[name].source === 'public' && endpoints[name].path !== endpoints.getInstance.path,
    ),
  )('a 404 that does not name the instance is not told as one of it: %s', (name) => {
    const { title } = advise(http(name, 404, { code: 'not_found', msg: 'there is no such call' }));
    expect(title).not.toContain('knows no such instance');
  });

  test('what does not fit the state of an instance leads to its state, in the words of the service', () => {
    const refused = { code: 'invalid_args', msg: 'the instance is not running' };
    expect(advise(http('rebootInstance', 400, refused))).toMatchObject({
      title: 'The instance cannot do that as it is.',
      meaning: expect.stringMatching(/not rebooted.*The service says: the instance is not running\./),
    });
    // What it was sent may be at fault, too.
    expect(advise(http('changeBid', 400, refused)).title).toBe('The service refused (HTTP 400).');
  });

  test('a search that the service refuses shows its words', () => {
    const advice = advise(
      http('searchOffers', 400, { code: 'invalid_request', msg: 'unknown filter "gpu"' }),
    );
    expect(advice).toMatchObject({ place: 'field', title: 'The service does not accept this search.' });
    expect(advice.meaning).toContain('unknown filter "gpu"');
  });

  test('an unknown refusal shows its status and the words of the service', () => {
    const advice = advise(http('listVolumes', 418, { msg: 'teapot' }));
    expect(advice.title).toContain('418');
    expect(advice.meaning).toContain('teapot');
  });
});

describe('a key that is too narrow for a write', () => {
  const writes = Object.keys(endpoints).filter((name) => writeFacts({ endpoint: name }) !== undefined);

  test.each(writes)('is told of %s with its end, in the lines that a message has at 80 columns', (name) => {
    const msg = 'this key is not allowed to make a call of this kind on this account';
    const { title, meaning, next } = advise(http(name, 403, { code: 'auth_error', msg }));
    const said = `Delete endpoint group 701 default: ${title} ${meaning} ${next}`;
    const [whole = '', words] = said.split(/(?<=Use a key that has it\.) /);
    expect(wrapWords(whole, 74).length).toBeLessThanOrEqual(mostMessageLines);
    // What may be cut away is what the service says of it.
    expect(words).toBe(`The service says: ${msg}.`);
  });
});

test.each(['stopInstance', 'startInstance', 'destroyInstance'] as const)(
  'a %s of an instance that the service does not know says nothing of charges for it',
  (endpoint) => {
    const { meaning } = advise({ kind: 'http', endpoint, status: 404, code: 'no_such_instance' });
    expect(meaning).not.toMatch(/may still|and is charged/);
    expect(meaning).toMatch(/only while the list has it/);
  },
);
