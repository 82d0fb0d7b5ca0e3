import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../src/client/client.ts';
import type { FetchLike } from '../../src/client/transport.ts';
import { calls } from './calls.ts';
import { failure, makeClient } from './make.ts';
import { json, type Stub, startStub } from './stub-service.ts';

const key = 'sk-live-5ecre7';
const secrets = [key, '123456', 'AAAA-BBBB-CCCC', 'challenge-2', 'JBSWY3DPEHPK3PXP', 'hunter2'];

let stub: Stub | undefined;
afterEach(async () => {
  await stub?.close();
});

describe('C033 the key and what else is secret', () => {
  it('the key stands in the Authorization header of every call and nowhere else', async () => {
    stub = await startStub(json('{"error":"bad_request","msg":"no"}', '400 Bad Request'));
    const client = await makeClient({ baseUrl: stub.url, bearer: () => key });
    for (const { call } of Object.values(calls)) await failure(call(client));
    expect(stub.requests).toHaveLength(Object.keys(calls).length);
    for (const request of stub.requests) {
      const [line = '', ...rest] = request.split('\r\n');
      const holding = rest.filter((one) => one.includes(key)).map((one) => one.toLowerCase());
      expect(line).not.toContain(key);
      expect(holding).toEqual([`authorization: bearer ${key}`]);
    }
  });

  const failures: Record<string, FetchLike> = {
    // The worst that a service can do: it says the request back.
    http: async (_, init) =>
      new Response(
        JSON.stringify({
          error: key,
          msg: `${Object.values(init.headers ?? {})} ${init.body} `.repeat(9),
        }),
        { status: 400 },
      ),
    shape: async () => new Response('{}'),
    network: () =>
      Promise.reject(
        Object.assign(new Error(`invalid header ${key} hunter2`), { code: `E ${key}`, cause: { code: key } }),
      ),
  };
  for (const [kind, respond] of Object.entries(failures)) {
    it(`no secret stands in an error of kind ${kind}, nor in the trace`, async () => {
      const trace: TraceEvent[] = [];
      const client = await makeClient({
        bearer: () => key,
        transport: respond,
        trace: (event) => trace.push(event),
      });
      const errors = [
        await failure(client.tfaLogin({ tfa_method: 'sms', code: '123456', secret: 'challenge-2' })),
        await failure(
          client.tfaConfirmNew({ tfa_method: 'totp', code: '123456', secret: 'JBSWY3DPEHPK3PXP' }),
        ),
        await failure(client.tfaRegenBackupCodes({ backup_code: 'AAAA-BBBB-CCCC' })),
        await failure(
          client.createInstance(1, { env: { PASSWORD: 'hunter2' }, image_login: '-u a -p hunter2 r' }),
        ),
        await failure(
          client.createWorkerGroup({ launch_args: "--env '-e PASSWORD=hunter2' --login '-u a -p hunter2'" }),
        ),
      ];
      expect(errors.map((error) => error.kind)).toEqual(Array(5).fill(kind));
      expect(trace.map((event) => event.kind)).toEqual(Array(5).fill(kind));
      for (const error of errors) {
        const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;
        expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
      }
      expect(secrets.filter((secret) => JSON.stringify(trace).includes(secret))).toEqual([]);
    });
  }

  it('a quoted secret is blotted out and the rest of the sentence stays', async () => {
    const client = await makeClient({
      transport: async () =>
        new Response('{"error":"2fa_login_failed","msg":"123456 is not the code; 1 try left"}', {
          status: 400,
        }),
    });
    const thrown = await failure(client.tfaLogin({ code: '123456' }));
    expect(thrown.msg).toBe('[…] is not the code; 1 try left');
  });
});
