import { afterEach, describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../src/client/client.ts';
import type { ApiError } from '../../src/client/errors.ts';
import { failure, key, makeClient } from './make.ts';
import { json, parts, type Stub, startStub } from './stub-service.ts';

let stub: Stub | undefined;
afterEach(async () => {
  await stub?.close();
});

const user = '{"id":7,"email":"a@b.test"}';

/** What a logged-out login answers with, the session beside the body. */
async function loginWith(headers: string, body = user) {
  stub = await startStub(json(body, '200 OK', headers));
  const trace: TraceEvent[] = [];
  const client = await makeClient({
    baseUrl: stub.url,
    bearer: () => undefined,
    trace: (e) => trace.push(e),
  });
  const reply = await client.tfaLogin({ tfa_method: 'email', code: '123456', secret: 'ch-1' });
  return { reply, trace };
}

describe('the session of a login by somebody logged out', () => {
  it.each([
    ['a header', 'X-Session-Key: sk-header-1\r\n', 'sk-header-1'],
    ['a header in another case', 'x-session-key:   sk-header-2  \r\n', 'sk-header-2'],
    ['a cookie', 'Set-Cookie: session=sk-cookie-1; Path=/; HttpOnly; SameSite=Lax\r\n', 'sk-cookie-1'],
    ['a cookie in quotes', 'Set-Cookie: a=b\r\nSet-Cookie: session="sk-cookie-2"\r\n', 'sk-cookie-2'],
    ['both', 'Set-Cookie: session=sk-cookie-3\r\nX-Session-Key: sk-header-3\r\n', 'sk-header-3'],
  ])('is read from %s', async (_, headers, session_key) => {
    const { reply } = await loginWith(headers);
    expect(reply).toEqual({ id: 7, email: 'a@b.test', session_key });
  });

  it.each([
    ['nothing', ''],
    ['an empty header', 'X-Session-Key:\r\n'],
    ['a header that no header could carry back', 'X-Session-Key: two words\r\n'],
    ['another cookie', 'Set-Cookie: session_id=nope\r\n'],
    ['a cookie that is taken back', 'Set-Cookie: session=; Max-Age=0\r\n'],
  ])('is absent with %s', async (_, headers) => {
    expect((await loginWith(headers)).reply).toEqual({ id: 7, email: 'a@b.test' });
  });

  it('is the one of the body where that has one', async () => {
    const { reply } = await loginWith('X-Session-Key: sk-other\r\n', '{"id":7,"session_key":"sk-body"}');
    expect(reply.session_key).toBe('sk-body');
  });

  it('stands in no trace and in no error', async () => {
    const { trace } = await loginWith('X-Session-Key: sk-header-1\r\n');
    expect(JSON.stringify(trace)).not.toContain('sk-header-1');
    await stub?.close();
    stub = await startStub(json('{"odd":1}', '200 OK', 'X-Session-Key: sk-header-1\r\n'));
    const client = await makeClient({ baseUrl: stub.url, bearer: () => undefined });
    const error = await failure(client.tfaLogin({ backup_code: 'AAAA-BBBB-CCCC' }));
    expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain('sk-header-1');
  });

  it('is looked for after a login alone', async () => {
    stub = await startStub(json(user, '200 OK', 'X-Session-Key: sk-header-1\r\n'));
    const client = await makeClient({ baseUrl: stub.url });
    expect(await client.currentUser()).toEqual({ id: 7, email: 'a@b.test' });
  });
});

describe('the Bearer', () => {
  it('can differ by call', async () => {
    stub = await startStub(json(user));
    const client = await makeClient({
      baseUrl: stub.url,
      bearer: (call) => (call === 'tfaLogin' ? key : 'sk-1'),
    });
    await client.currentUser();
    await client.tfaLogin({ code: '123456' });
    expect(stub.requests.map((request) => parts(request).headers.authorization)).toEqual([
      'Bearer sk-1',
      `Bearer ${key}`,
    ]);
  });

  it('that was refused is told together with the refusal, and other ends of a call are not', async () => {
    const heard: [number | undefined, string][] = [];
    const heardRefusal = (error: ApiError, bearer: string) => void heard.push([error.status, bearer]);
    stub = await startStub(
      json(
        '{"success":false,"error":"auth_error","msg":"Session expired. Please log in again."}',
        '404 Not Found',
      ),
      json('nonsense'),
    );
    const client = await makeClient({ baseUrl: stub.url, bearer: () => 'sk-1', heardRefusal });
    await failure(client.tfaStatus());
    await failure(client.tfaRegenBackupCodes({ code: '123456' }));
    expect(heard).toEqual([[404, 'sk-1']]);
  });
});
