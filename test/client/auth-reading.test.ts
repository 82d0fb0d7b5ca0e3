import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ApiError,
  type ApiErrorFields,
  endsSession,
  errorCodes,
  readAuth,
  saysSessionOver,
} from '../../src/client/errors.ts';
import { failure, makeClient } from './make.ts';
import { json, startStub } from './stub-service.ts';

const http = (status: number, code?: string, msg?: string, kind: ApiErrorFields['kind'] = 'http') =>
  new ApiError({
    kind,
    status,
    endpoint: 'listInstances',
    method: 'GET',
    path: '/api/v0/instances/',
    ...(code === undefined ? {} : { code }),
    ...(msg === undefined ? {} : { msg }),
  });

describe('what a refusal says about the key', () => {
  it.each([
    ['401 auth_error', http(401, 'auth_error', 'Invalid user key'), 'key-refused'],
    ['401 and nothing else', http(401), 'key-refused'],
    [
      '401 with a detail only',
      http(401, undefined, 'Authentication credentials were not provided.'),
      'key-refused',
    ],
    ['C038 403 auth_error', http(403, 'auth_error', 'this key lacks a permission'), 'under-scoped'],
    ['404 auth_error', http(404, 'auth_error', 'Invalid user key'), 'key-refused'],
    ['401 two-factor', http(401, undefined, 'Two Factor Authentication required'), 'two-factor-needed'],
    [
      '401 auth_error two-factor',
      http(401, 'auth_error', 'two factor authentication required'),
      'two-factor-needed',
    ],
    ['404 session over', http(404, undefined, 'Session expired. Please log in again.'), 'session-over'],
    [
      '404 session over, with a code',
      http(404, 'auth_error', 'Session expired. Please log in again.'),
      'session-over',
    ],
    ['C038 403 alone', http(403), 'under-scoped'],
    ['403 with a code of no table', http(403, 'insufficient_permissions', 'no'), 'under-scoped'],
    ['404 alone', http(404, undefined, 'no such instance'), undefined],
    ['404 not_found', http(404, 'not_found'), undefined],
    ['403 team', http(403, 'team_user_forbidden'), undefined],
    ['403 window', http(403, 'authorization_required'), undefined],
    ['401 backup code', http(401, 'invalid_backup_code'), undefined],
    ['400 auth_error', http(400, 'auth_error'), undefined],
    ['500', http(500), undefined],
    ['a network error', http(401, undefined, undefined, 'network'), undefined],
  ])('%s', (_, error, reading) => {
    expect(readAuth(error)).toBe(reading);
  });

  it('of the interface’s own codes only auth_error speaks about the key', () => {
    const speaking = errorCodes.filter((code) =>
      [400, 401, 403, 404, 429].some((status) => readAuth(http(status, code)) !== undefined),
    );
    expect(speaking).toEqual(['auth_error']);
  });

  it.each([
    ['401', json('{"error":"auth_error","msg":"Invalid user key"}', '401 Unauthorized')],
    ['403', json('{"error":"auth_error","msg":"no"}', '403 Forbidden')],
    ['404', json('{"error":"auth_error","msg":"Invalid user key"}', '404 Not Found')],
  ])('a refusal of a call with a second key in it ends no session: %s', async (status, refusal) => {
    const stub = await startStub(refusal);
    onTestFinished(() => stub.close());
    const ended: boolean[] = [];
    const client = await makeClient({
      baseUrl: stub.url,
      heardRefusal: (error) => ended.push(endsSession(error)),
    });
    const copy = { instance_id: '5', src: '/a', dst: '/b', selected: '1', transfer: 'Instance To Cloud' };
    const two = await failure(client.cloudCopy({ ...copy, api_key: 'second-key' }));
    expect([readAuth(two), two.status]).toEqual([undefined, Number(status)]);
    const one = await failure(client.cloudCopy(copy));
    expect(readAuth(one)).toBeDefined();
    expect(ended).toEqual([false, status !== '403']);
  });

  it('the session’s own end is said of it, with a second key or without', () => {
    for (const error of [
      http(401, undefined, 'Two Factor Authentication required'),
      http(404, undefined, 'Session expired. Please log in again.'),
    ])
      expect(endsSession(new ApiError({ ...error, reason: 'two-keys' } as ApiErrorFields))).toBe(true);
  });

  it('what a call printed was fetched without any key', () => {
    for (const status of [401, 403])
      expect(readAuth(new ApiError({ ...http(status), after: 'executeCommand' } as ApiErrorFields))).toBe(
        undefined,
      );
  });

  it.each([
    ['401', 'listInstances', 401, 'auth_error', 'Invalid user key', true],
    ['401 without a code', 'listInstances', 401, undefined, undefined, true],
    ['404 auth_error', 'searchOffers', 404, 'auth_error', 'Invalid user key', true],
    ['403 of a two-factor call', 'tfaStatus', 403, 'auth_error', 'Not authenticated.', true],
    ['403 that names a permission', 'tfaStatus', 403, 'auth_error', 'this key lacks user_read', false],
    ['403 of another call', 'listInstances', 403, 'auth_error', 'no', false],
    ['403 that says so', 'listInstances', 403, undefined, 'Session expired.', true],
    ['403 with another code', 'tfaConfirmNew', 403, 'authorization_required', undefined, false],
    ['401 of a backup code', 'tfaRegenBackupCodes', 401, 'invalid_backup_code', undefined, false],
    [
      '401 that wants a login',
      'listInstances',
      401,
      'auth_error',
      'Two Factor Authentication required',
      false,
    ],
    ['404', 'getInstance', 404, 'no_such_instance', 'gone', false],
  ])('of a call with a session: %s', (_, endpoint, status, code, msg, over) => {
    expect(saysSessionOver({ endpoint, status, code, msg })).toBe(over);
  });

  it('all but a narrow key end the session that was used', () => {
    const tfa = http(401, undefined, 'Two Factor Authentication required');
    const over = http(404, undefined, 'Session expired. Please log in again.');
    expect([http(401), tfa, over].map(readAuth)).toEqual([
      'key-refused',
      'two-factor-needed',
      'session-over',
    ]);
    expect([http(401), tfa, over].map(endsSession)).toEqual([true, true, true]);
    expect([http(403), http(404), http(500)].map(endsSession)).toEqual([false, false, false]);
  });
});
