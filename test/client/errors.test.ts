import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/client/errors.ts';
import { failure, makeClient } from './make.ts';

const answering = (
  body: string | Uint8Array<ArrayBuffer>,
  status = 200,
  headers: Record<string, string> = {},
) => makeClient({ transport: async () => new Response(body, { status, headers }) });

// interface.md, Errors: code and status, line by line.
const listed: [string, number][] = `
bad_request 400
auth_error 403
invalid_tfa_method 400
missing_auth_value 400
missing_auth_value 401
missing_params 400
email_not_verified 400
2fa_expired 400
challenge_not_found 400
no_challenge_found 400
tfa_challenge_exists 400
authorization_required 403
no_pending_authorization 400
invalid_backup_code 401
untracked_2fa_found 400
duplicate_tfa_method 400
twilio_error 400
preauth_phone_cap 429
sms_rate_limited 429
twilio_rate_limited 429
tfa_locked 429
service_unavailable 503
phone_number_mismatch 400
2fa_login_failed 400
2fa_verification_failed 400
team_user_forbidden 403
missing_email 400
missing_phone_number 400
not_found 404
tfa_method_not_configured 400
challenge_creation_failed 500
sms_blocked_number 400
sms_fraud_detected 403
`
  .trim()
  .split('\n')
  .map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]);

describe('error bodies of the interface', () => {
  it.each(listed)('%s with %i keeps its code, status and message', async (code, status) => {
    const client = await answering(`{"error":"${code}","msg":"what happened"}`, status);
    const thrown = await failure(client.tfaSendSms({}));
    expect(thrown).toMatchObject({ kind: 'http', status, code, msg: 'what happened' });
    expect(thrown).toMatchObject({ endpoint: 'tfaSendSms', method: 'POST', path: '/api/v0/tfa/sms/' });
  });

  it('the list of codes is that of interface.md', () => {
    expect([...new Set(listed.map(([code]) => code))].sort()).toEqual([...errorCodes].sort());
  });

  it('a lock carries the failures and when it ends', async () => {
    const client = await answering(
      '{"error":"tfa_locked","msg":"locked","fail_count":3,"locked_until":1700000900}',
      429,
    );
    const thrown = await failure(client.tfaLogin({ code: '123456' }));
    expect(thrown).toMatchObject({ code: 'tfa_locked', failCount: 3, lockedUntil: 1_700_000_900 });
  });

  it('a failed verification has no lock yet: null stays null', async () => {
    const client = await answering(
      '{"error":"2fa_verification_failed","msg":"wrong","fail_count":1,"locked_until":null}',
      400,
    );
    const thrown = await failure(client.tfaLogin({ code: '123456' }));
    expect(thrown).toMatchObject({ failCount: 1, lockedUntil: null });
  });
});

describe('error bodies that nobody promised', () => {
  it.each([
    ['msg', '{"success":false,"error":"no_such_ask","msg":"gone"}', 'no_such_ask', 'gone'],
    ['message', '{"message":"gone"}', undefined, 'gone'],
    ['detail', '{"detail":"Request was throttled."}', undefined, 'Request was throttled.'],
    ['an empty msg before a message', '{"msg":"","message":"gone"}', undefined, 'gone'],
    ['a bare JSON string', '"gone"', undefined, 'gone'],
    ['plain text', 'gone\n', undefined, 'gone'],
    ['nothing', '', undefined, undefined],
    ['null', 'null', undefined, undefined],
    ['an array', '[1,2]', undefined, undefined],
    ['wrong types', '{"error":{"a":1},"msg":5,"fail_count":"x"}', undefined, undefined],
    ['JSON cut short', '{"error":"bad_requ', undefined, undefined],
    ['a web page', '<!doctype html><title>502</title>', undefined, undefined],
  ])('%s', async (_, body, code, msg) => {
    const thrown = await failure((await answering(body, 400)).createInstance(1, {}));
    expect({ kind: thrown.kind, status: thrown.status, code: thrown.code, msg: thrown.msg }).toEqual({
      kind: 'http',
      status: 400,
      code,
      msg,
    });
  });

  it.each([
    ['{"success":false,"error":"no_such_ask","msg":"gone"}', undefined],
    ['{"detail":"Request was throttled."}', undefined],
    ['{"success":false}', undefined],
    ['<html><h1>404', 'html'],
    ['404 page not found', 'not-json'],
    ['{"error":"bad_requ', 'not-json'],
    ['', 'empty'],
    ['{}', 'fields'],
    ['"gone"', 'fields'],
  ])('%s is %s: whether the service itself has said it', async (body, reason) => {
    expect((await failure((await answering(body, 404)).createInstance(1, {}))).reason).toBe(reason);
  });

  it('a web page is named as one', async () => {
    const thrown = await failure((await answering('  <html>…', 404)).createInstance(1, {}));
    expect(thrown.reason).toBe('html');
  });

  it('a message is one line of at most 300 characters, whatever was sent', async () => {
    const hostile = `\u001b]0;owned\u0007${'x\n'.repeat(500)}`;
    const thrown = await failure(
      (await answering(JSON.stringify({ msg: hostile }), 400)).createInstance(1, {}),
    );
    expect(thrown.msg).toMatch(/^(x )+x?…$/);
    expect(thrown.msg?.length).toBe(300);
  });

  it('bytes that are no UTF-8 do no harm', async () => {
    const thrown = await failure(
      (await answering(new Uint8Array([0xff, 0xfe, 0x41, 0x9b, 0x33]), 400)).createInstance(1, {}),
    );
    expect(thrown.msg).toBe('\ufffd\ufffdA\ufffd3');
  });

  it('an endless error body is not read to its end', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(65_536).fill(0x61));
      },
    });
    const client = await makeClient({ transport: async () => new Response(endless, { status: 400 }) });
    const thrown = await failure(client.createInstance(1, {}));
    expect(thrown).toMatchObject({ kind: 'http', status: 400 });
    expect(pulled).toBeLessThan(20);
  });
});

describe('answers of 200 that are no success', () => {
  it('success false is an error with its code', async () => {
    const client = await answering('{"success":false,"error":"invalid_args","msg":"bad disk"}');
    expect(await failure(client.createInstance(1, {}))).toMatchObject({
      kind: 'http',
      status: 200,
      code: 'invalid_args',
      msg: 'bad disk',
    });
  });

  it('an error code in place of the list is an error', async () => {
    const client = await answering('{"error":"auth_error","msg":"Invalid user key"}');
    expect(await failure(client.listInstances())).toMatchObject({
      kind: 'http',
      status: 200,
      code: 'auth_error',
    });
  });

  it.each([
    ['empty', '', 'empty'],
    ['a web page', '<html></html>', 'html'],
    ['no JSON', 'OK', 'not-json'],
    ['cut short', '{"instances_found":2,"instances":[{"id":1},', 'not-json'],
    ['without the list', '{"instances_found":0}', 'fields'],
    ['with null in place of the list', '{"instances":null}', 'fields'],
    ['with an object in place of the list', '{"instances":{"id":1}}', 'fields'],
    ['a bare list', '[]', 'fields'],
    ['null', 'null', 'fields'],
    ['an empty object', '{}', 'fields'],
  ])('a list %s is an unreadable answer, never an empty list', async (_, body, reason) => {
    const client = await answering(body);
    expect(await failure(client.listInstances())).toMatchObject({ kind: 'shape', status: 200, reason });
  });

  it('a 204 to a destroy says nothing, so that it is not believed', async () => {
    const client = await makeClient({ transport: async () => new Response(null, { status: 204 }) });
    expect(await failure(client.destroyInstance(1))).toMatchObject({ kind: 'shape', reason: 'empty' });
  });

  it('a body of more than 64 MB is given up', async () => {
    const piece = new Uint8Array(8 * 1024 * 1024).fill(0x20);
    const client = await makeClient({
      transport: async () =>
        new Response(new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(piece) })),
    });
    expect(await failure(client.listInstances())).toMatchObject({ kind: 'shape', reason: 'too-large' });
  });

  it('JSON nested without end is no crash', async () => {
    const client = await answering(
      `{"instances_found":1,"instances":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    );
    expect(await client.listInstances()).toEqual({ instances_found: 1, instances: [], missing: 1 });
  });
});

describe('refused before anything is sent', () => {
  it('read-only refuses what would change something, and lets reads through', async () => {
    const sent: string[] = [];
    const client = await makeClient({
      readOnly: () => true,
      transport: async (_, init) => {
        sent.push(init.method ?? '');
        return new Response('{"instances_found":0,"instances":[]}');
      },
    });
    expect(await failure(client.destroyInstance(1))).toMatchObject({ kind: 'refused', reason: 'read-only' });
    expect(await failure(client.tfaSendEmail({}))).toMatchObject({ kind: 'refused', reason: 'read-only' });
    await client.listInstances();
    expect(sent).toEqual(['GET']);
  });

  it.each([Number.NaN, -1, 1.5, 2 ** 53])('an id of %s, whose path would name something else', async (id) => {
    const client = await makeClient({ transport: () => Promise.reject(new Error('sent')) });
    expect(await failure(client.destroyInstance(id))).toMatchObject({ kind: 'refused', reason: 'bad-id' });
  });

  it('a key that no header can carry, without repeating it', async () => {
    const client = await makeClient({
      bearer: () => 'pasted\nkey',
      transport: () => Promise.reject(new Error('sent')),
    });
    const thrown = await failure(client.currentUser());
    expect(thrown).toMatchObject({ kind: 'refused', reason: 'unusable-key' });
    expect(inspect(thrown)).not.toContain('pasted');
  });
});
