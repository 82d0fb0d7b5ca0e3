/** A call is a row: one that this test makes up works as ours do, against a route that it adds to the sandbox. */

import { describe, expect, expectTypeOf, it } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import { type ClientSettings, createClient, type TraceEvent } from '../../src/client/client.ts';
import type { CallOptions, Client } from '../../src/client/client-type.ts';
import { type Decoder, read, write } from '../../src/client/endpoint-row.ts';
import { endpoints } from '../../src/client/endpoints.ts';
import { isRecord, text } from '../../src/client/fields.ts';
import { advise } from '../../src/engine/error-advice.ts';
import { createSandbox, type Route } from '../../src/sandbox/index.ts';
import { failure, hurriedClock, key } from './make.ts';

type Asleep = { note: string };
const readAsleep: Decoder<Asleep> = (body) => {
  const note = isRecord(body) ? text(body.note) : undefined;
  return note === undefined ? undefined : { note };
};

const extended = {
  ...endpoints,
  hibernateInstance: write('PUT', '/api/v0/instances/hibernate/:id/', {
    minIntervalMs: 1000,
    source: 'public',
    needs: 'instance_write',
    request: (id: number, note: string | undefined) => ({ id, body: { note: note ?? 'none' } }),
    reply: readAsleep,
  }),
  listSleepers: read('GET', '/api/v0/sleepers/', {
    minIntervalMs: 1000,
    source: 'public',
    needs: 'instance_read',
    request: () => ({}),
    reply: readAsleep,
  }),
};

const notes: string[] = [];
const hibernate: Route = {
  method: 'PUT',
  path: '/api/v0/instances/hibernate/:id',
  auth: { category: 'instance_write' },
  handler: ({ id, body }) => {
    notes.push(`${id} ${body.note}`);
    return { body: { success: true, note: `${body.note}\u001b[31m` } };
  },
};

const answering = (respond: () => Response) => ({ transport: async () => respond() });

function clientWith(settings: Partial<ClientSettings>) {
  return createClient({
    endpoints: extended,
    baseUrl: 'https://api.example.com',
    bearer: () => key,
    transport: async () => new Response('{"note":"ok"}'),
    clock: hurriedClock(),
    random: () => 0.5,
    userAgent: 'rigdeck/test',
    ...settings,
  });
}

function sandboxed(settings: Partial<ClientSettings> = {}) {
  const sandbox = createSandbox({ clock: manualClock(1_790_000_000_000), offers: 20, routes: [hibernate] });
  const transport: ClientSettings['transport'] = (url, asked) =>
    sandbox.fetch(new Request(url, asked as RequestInit));
  return { sandbox, client: clientWith({ transport, bearer: () => sandbox.apiKey, ...settings }) };
}

describe('a row that is handed in', () => {
  it('is a method of the client, typed, beside all of ours', async () => {
    const { client } = sandboxed();
    expectTypeOf(client.hibernateInstance).parameters.toEqualTypeOf<
      [id: number, note: string | undefined, o?: CallOptions]
    >();
    expectTypeOf(client.hibernateInstance).returns.toEqualTypeOf<Promise<Asleep>>();
    expectTypeOf(client).toExtend<Client>();
    expect((await client.listInstances()).instances).toEqual([]);
  });

  it('reaches its route, and its answer is read and sanitized', async () => {
    const { client } = sandboxed();
    notes.length = 0;
    expect(await client.hibernateInstance(9001, 'until noon')).toEqual({ note: 'until noon' });
    expect(notes).toEqual(['9001 until noon']);
  });

  it('is no call of a sandbox without the route', async () => {
    const plain = createSandbox({ clock: manualClock(0), offers: 20 });
    const client = clientWith({
      transport: (url, asked) => plain.fetch(new Request(url, asked as RequestInit)),
      bearer: () => plain.apiKey,
    });
    expect(await failure(client.hibernateInstance(9001, 'x'))).toMatchObject({ status: 404 });
  });

  it('is refused in read-only mode, and nothing is sent', async () => {
    const { client } = sandboxed({ readOnly: () => true });
    notes.length = 0;
    expect(await failure(client.hibernateInstance(9001, 'x'))).toMatchObject({
      kind: 'refused',
      reason: 'read-only',
      endpoint: 'hibernateInstance',
    });
    expect(notes).toEqual([]);
    expect((await failure(client.listSleepers())).status).toBe(404);
  });

  it('is sent once when it writes, and again when it reads', async () => {
    let sent = 0;
    const client = clientWith(
      answering(() => {
        sent += 1;
        return new Response('', { status: 503 });
      }),
    );
    await failure(client.hibernateInstance(9001, 'x'));
    expect(sent).toBe(1);
    await failure(client.listSleepers());
    expect(sent).toBe(4);
    await failure(client.listSleepers({ once: true }));
    expect(sent).toBe(5);
  });

  it('is held back after a 429, and no other write is', async () => {
    const client = clientWith(
      answering(() => new Response('too frequent', { status: 429, headers: { 'Retry-After': '20' } })),
    );
    expect(client.heldMs('hibernateInstance')).toBe(0);
    await failure(client.hibernateInstance(9001, 'x'));
    expect(client.heldMs('hibernateInstance')).toBeGreaterThan(15_000);
    expect(client.heldMs('stopInstance')).toBe(0);
    expect(client.heldMs('toString')).toBe(0);
    expect(await failure(client.hibernateInstance(9001, 'x'))).toMatchObject({ reason: 'paused' });
  });

  it('is told of as it begins and ends, and traced under its name', async () => {
    const seen: unknown[] = [];
    const trace: TraceEvent[] = [];
    const client = clientWith({
      trace: (event) => trace.push(event),
      heardWrite: (begun) => {
        seen.push(begun);
        return () => seen.push('over');
      },
    });
    await client.hibernateInstance(9001, 'x');
    await client.listSleepers();
    expect(seen).toEqual([{ endpoint: 'hibernateInstance', id: 9001, sent: { note: 'x' } }, 'over']);
    expect(trace.map(({ endpoint, path, status }) => [endpoint, path, status])).toEqual([
      ['hibernateInstance', '/api/v0/instances/hibernate/9001/', 200],
      ['listSleepers', '/api/v0/sleepers/', 200],
    ]);
  });

  it('names an answer that cannot be read, and an id that is none, in its errors', async () => {
    const client = clientWith(answering(() => new Response('{}')));
    expect(await failure(client.hibernateInstance(9001, 'x'))).toMatchObject({ kind: 'shape' });
    expect(await failure(client.hibernateInstance(Number.NaN, 'x'))).toMatchObject({ reason: 'bad-id' });
  });

  it('is advised on as a write with the permission that it needs', async () => {
    const narrow = clientWith(
      answering(() => new Response('{"success":false,"error":"auth_error","msg":"no"}', { status: 403 })),
    );
    expect(advise(await failure(narrow.hibernateInstance(9001, 'x')))).toMatchObject({
      meaning: 'It most likely lacks the permission instance_write. Nothing was changed.',
      exitCode: 4,
    });
    const lost = clientWith({ transport: () => Promise.reject(new TypeError('reset')) });
    expect(advise(await failure(lost.hibernateInstance(9001, 'x')))).toMatchObject({
      title: "Couldn't confirm the request.",
      exitCode: 7,
    });
  });
});

describe('what is given behind the arguments of a request', () => {
  const gone = new AbortController();
  gone.abort();

  it('is the options, and an argument that is undefined is none of them', async () => {
    const bodies: unknown[] = [];
    const client = clientWith({
      transport: async (_, { body }) => {
        bodies.push(JSON.parse(body ?? 'null'));
        return new Response('{"note":"ok"}');
      },
    });
    await client.hibernateInstance(9001, undefined);
    await client.hibernateInstance(9001, undefined, undefined);
    await client.hibernateInstance(9001, undefined, {});
    expect(bodies).toEqual([{ note: 'none' }, { note: 'none' }, { note: 'none' }]);
    const options = { signal: gone.signal };
    expect(await failure(client.hibernateInstance(9001, undefined, options))).toMatchObject({
      kind: 'aborted',
    });
    expect(await failure(client.listSleepers(options))).toMatchObject({ kind: 'aborted' });
    expect(await client.listSleepers(undefined)).toEqual({ note: 'ok' });
    expect(bodies).toHaveLength(4);
  });

  it('reaches every method of ours', async () => {
    const client = clientWith({});
    const calls = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    for (const [name, { request }] of Object.entries(endpoints)) {
      const args = Array.from({ length: request.length }, () => ({}));
      const path = endpoints[name as keyof typeof endpoints].path;
      if (path.includes(':id')) args[0] = 1 as never;
      if (path.includes(':key')) args[1] = 2 as never;
      expect(
        await failure(calls[name]?.(...args, { signal: gone.signal }) as Promise<unknown>),
        name,
      ).toMatchObject({ kind: 'aborted', endpoint: name });
    }
  });

  it('is known by its place, so that no argument of a request is optional', () => {
    const row = { minIntervalMs: 0, needs: 'misc', reply: readAsleep } as const;
    // @ts-expect-error: an optional argument
    read('GET', '/api/v0/x/', { ...row, request: (id?: number) => (id === undefined ? {} : { id }) });
    // @ts-expect-error: a default
    read('GET', '/api/v0/x/', { ...row, request: (id = 1) => ({ id }) });
    // @ts-expect-error: any number of arguments
    read('GET', '/api/v0/x/', { ...row, request: (...ids: number[]) => ({ body: ids }) });
    // @ts-expect-error: a write that may be sent again
    write('PUT', '/api/v0/x/', { ...row, request: () => ({}), retry: 'safe' });
    const { labelInstance, currentUser } = endpoints;
    expect([labelInstance, currentUser].map(({ request }) => request.length)).toEqual([2, 0]);
  });
});
