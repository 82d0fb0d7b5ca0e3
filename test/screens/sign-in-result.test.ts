import { describe, expect, it } from 'vitest';
import type { InstanceListReply, User } from '../../src/client/wire.ts';
import {
  type Answer,
  type Asked,
  readCheck,
  resultLines,
  worthAsking,
} from '../../src/screens/account/result.ts';

const user: Answer<User> = {
  ok: true,
  value: { id: 1, email: 'me@example.com', credit: 41.2, tfa_status: 'disabled' },
};
const list: Answer<InstanceListReply> = { ok: true, value: { instances_found: 0, instances: [] } };
const failed = (
  fields: Partial<(Answer<never> & { ok: false })['error']>,
  endpoint = 'currentUser',
): Answer<never> => ({
  ok: false,
  error: { kind: 'http', endpoint, path: '/api/v0/users/current/', ...fields },
});

const check = (asked: Partial<Asked>) =>
  readCheck({
    baseUrl: 'https://api.example.com',
    source: 'the key typed here',
    keyTail: '9f3c',
    readOnly: false,
    user,
    ...asked,
  });
const lines = (asked: Partial<Asked>) =>
  resultLines(check(asked), '|').map(({ mark, what, more }) => [mark, what, more].join(' / '));

describe('the result of a check', () => {
  it('tells only what was asked, and that writing cannot be tried', () => {
    expect(lines({ instances: list })).toEqual([
      'done / key works / me@example.com | $41.20 credit',
      'done / may read account, instances / ',
      'unknown / may write instances / cannot be tried without changing something',
    ]);
  });

  it('leaves out what the service did not send', () => {
    expect(lines({ user: { ok: true, value: { id: 1 } }, instances: list })[0]).toBe('done / key works / ');
  });

  it.each([
    ['enabled', 'warn / two-factor is on / verify now, or when an action needs it'],
    ['legacy', 'warn / two-factor is on, legacy / by SMS to the number on file'],
  ] as const)('says when two-factor is %s', (tfa_status, line) => {
    expect(lines({ user: { ok: true, value: { id: 1, tfa_status } }, instances: list })).toContain(line);
  });

  it('says when instances may not be read, and when the answer does not tell', () => {
    const refused = failed({ status: 403, code: 'auth_error' }, 'listInstances');
    const down = failed({ status: 503 }, 'listInstances');
    expect(lines({ instances: refused })).toContain('fail / may not read instances / no instance_read');
    expect(lines({ instances: down })).toContain('unknown / may read instances / no clear answer');
  });

  it('C026 says of a refused key where it came from and its last four characters', () => {
    for (const status of [401, 403, 404]) {
      expect(lines({ user: failed({ status, code: 'auth_error' }) })).toEqual([
        'fail / not accepted / mistyped, revoked, or without user_read',
        'none / the key / the key typed here (…9f3c)',
      ]);
    }
  });

  it('lets a key in that lacks user_read and is good for the rest', () => {
    const refused = failed({ status: 403, code: 'auth_error' });
    expect(worthAsking(refused)).toBe(true);
    expect(check({ user: refused, instances: list })).toMatchObject({ kind: 'works', account: false });
    expect(lines({ user: refused, instances: list })).toContain(
      'fail / may not read account / no user_read: credit stays unknown',
    );
  });

  it('asks no second time with a key that is not known at all', () => {
    expect(worthAsking(failed({ status: 401, code: 'auth_error' }))).toBe(false);
    expect(worthAsking(failed({ kind: 'network' }))).toBe(false);
  });

  it('names the URL that did not answer and does not call the key bad', () => {
    const down = failed({ kind: 'network', reason: 'ECONNREFUSED' });
    expect(lines({ user: down })).toEqual([
      'fail / no answer / https://api.example.com/api/v0/users/current/',
      'none / reason / The connection was refused; the key may be good',
    ]);
    expect(lines({ user: failed({ kind: 'timeout' }) })[1]).toBe(
      'none / reason / The service took too long to answer; the key may be good',
    );
  });

  it('tells a fault of the service and an unreadable answer from a bad key', () => {
    for (const error of [{ status: 503 }, { status: 429 }, { kind: 'shape', reason: 'html' } as const]) {
      expect(check({ user: failed(error) }).kind).toBe('trouble');
    }
  });

  it('counts down for how long the service takes no other check', () => {
    const refused = check({ user: failed({ status: 429, waitMs: 20_000 }) });
    const next = (leftMs?: number) => resultLines(refused, '|', leftMs).at(-1)?.more;
    expect([next(), next(7_000), next(0)]).toEqual([
      'Try again in 0:20.',
      'Try again in 0:07.',
      'Try again.',
    ]);
  });

  it('takes a key as good when a two-factor login stands before it', () => {
    const wanted = failed({ status: 401, code: 'auth_error', msg: 'Two Factor Authentication required' });
    expect(check({ user: wanted })).toMatchObject({ kind: 'works', twoFactor: 'required' });
    expect(lines({ user: wanted })[1]).toContain('two-factor is asked for');
  });

  it('says in read-only mode that nothing is written', () => {
    expect(lines({ instances: list, readOnly: true }).at(-1)).toContain('not in read-only mode');
  });
});
