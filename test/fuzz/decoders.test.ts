import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import type { Client } from '../../src/client/client-type.ts';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { ApiError } from '../../src/client/errors.ts';
import { id, isRecord } from '../../src/client/fields.ts';
import { sanitizeText } from '../../src/client/sanitize.ts';
import { calls } from '../client/calls.ts';
import { hurriedClock, key } from '../client/make.ts';
import { patience, tried } from './budget.ts';
import { harmIn, hostileText, hostileValue, mutated } from './hostile.ts';
import { sandboxReplies } from './sandbox-replies.ts';

const names = Object.keys(endpoints) as EndpointName[];

/** A client of a service that answers everything with these bytes. */
const answering = (body: string | Buffer<ArrayBuffer>, status = 200): Client =>
  createClient({
    baseUrl: 'https://api.example.com',
    bearer: () => key,
    transport: async () => new Response(body, { status }),
    clock: hurriedClock(),
    random: () => 0.5,
    userAgent: 'rigdeck/test',
  });

type Ended = { reply: unknown } | { error: ApiError };

/** What a call makes of an answer: a reply or an error of the client, with nothing in either that could do harm. */
async function ended(name: EndpointName, body: string | Buffer<ArrayBuffer>, status = 200): Promise<Ended> {
  const end: Ended = await calls[name].call(answering(body, status)).then(
    (reply) => ({ reply }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { error };
    },
  );
  if ('error' in end) {
    // An answer came: whatever is in it, the network is not to blame.
    expect(['shape', 'http'], `${end.error}`).toContain(end.error.kind);
    expect(harmIn({ ...end.error, message: end.error.message })).toBeUndefined();
  } else expect(harmIn(end.reply)).toBeUndefined();
  return end;
}

/** A reply of each endpoint as the interface has it, and as the sandbox gives it. */
const realReplies = await sandboxReplies();
const replies: [EndpointName, unknown][] = names.flatMap((name) =>
  [calls[name].answers, ...(realReplies.get(name) ?? [])].map((body): [EndpointName, unknown] => [
    name,
    JSON.parse(body),
  ]),
);

describe('whatever a service answers', () => {
  it(
    'a reply in which something is wrong is a reply or an error of the client',
    () =>
      tried(
        'decoders: replies with one thing wrong',
        [fc.constantFrom(...replies).chain(([name, reply]) => fc.tuple(fc.constant(name), mutated(reply)))],
        async ([name, reply]) => void (await ended(name, JSON.stringify(reply) ?? '')),
      ),
    patience,
  );

  it(
    'so is any JSON, with any status',
    () =>
      tried(
        'decoders: any JSON',
        [
          fc.constantFrom(...names),
          hostileValue,
          fc.constantFrom(200, 200, 201, 400, 401, 403, 404, 429, 500),
        ],
        async (name, value, status) => void (await ended(name, JSON.stringify(value), status)),
      ),
    patience,
  );

  it(
    'and any bytes are',
    () =>
      tried(
        'decoders: any bytes',
        [
          fc.constantFrom(...replies),
          fc.uint8Array({ maxLength: 40 }),
          fc.nat(),
          fc.constantFrom(200, 200, 500),
        ],
        async ([name, reply], noise, at, status) => {
          const bytes = Buffer.from(JSON.stringify(reply));
          const place = at % (bytes.length + 1);
          const mixed = Buffer.concat([
            bytes.subarray(0, place),
            noise,
            bytes.subarray(place + noise.length),
          ]);
          await ended(name, mixed, status);
        },
      ),
    patience,
  );

  it(
    'a bad row takes no good one along, and is counted where rows can be missed',
    () =>
      tried(
        'decoders: a bad row among good ones',
        [fc.constantFrom(...lists()), fc.array(hostileValue, { minLength: 1, maxLength: 3 }), fc.nat()],
        async ({ name, wrap, rows }, bad, at) => {
          const place = at % (rows.length + 1);
          const good = (await ended(name, JSON.stringify(wrap(rows)))) as { reply: unknown };
          const sent = rows.toSpliced(place, 0, ...bad);
          const mixed = await ended(name, JSON.stringify(wrap(sent)));
          if (!('reply' in mixed)) throw mixed.error;
          const [kept, before] = [rowsOf(mixed.reply), rowsOf(good.reply)];
          expect(kept).toEqual(expect.arrayContaining([...before]));
          const { missing = 0 } = mixed.reply as { missing?: number };
          // An id that comes twice is one row, and a text may be a number; whatever else has no usable id is a row each.
          const told = sent.filter((row) => !isRecord(row) || typeof row.id !== 'string');
          const distinct = new Set(told.map((row) => (isRecord(row) ? id(row.id) : undefined) ?? Symbol()));
          expect(kept.length + missing).toBeLessThanOrEqual(sent.length);
          expect(kept.length + missing).toBeGreaterThanOrEqual(distinct.size);
        },
      ),
    patience,
  );
});

const rowsOf = (reply: unknown): readonly unknown[] =>
  Array.isArray(reply) ? reply : (Object.values(reply as object).find(Array.isArray) ?? []);

type List = { name: EndpointName; rows: readonly unknown[]; wrap: (rows: readonly unknown[]) => unknown };

/** The replies that are lists, each with how its rows stand in it. */
function lists(): List[] {
  return replies.flatMap(([name, reply]): List[] => {
    if (name === 'tfaStatus' || name === 'getInstance' || !name.match(/^(list|search)/)) return [];
    if (Array.isArray(reply)) return [{ name, rows: reply, wrap: (rows) => rows }];
    const [field, rows] = Object.entries(reply as object).find(([, value]) => Array.isArray(value)) ?? [];
    if (field === undefined) return [];
    return [
      {
        name,
        rows: (rows as unknown[]).slice(0, 5),
        wrap: (all) => ({ ...(reply as object), [field]: all }),
      },
    ];
  });
}

describe('text of strangers', () => {
  it(
    'is harmless once it is cleaned, and cleaning it again changes nothing',
    () =>
      tried('text: cleaned', [hostileText, hostileText, fc.boolean()], (first, second, multiline) => {
        const clean = sanitizeText(first + second, { multiline });
        expect(harmIn(clean)).toBeUndefined();
        expect(sanitizeText(clean, { multiline })).toBe(clean);
      }),
    patience,
  );
});
