/**
 * Decodes one long reply in a process of its own, whose young heap is so large that nothing is collected meanwhile, and
 * prints what it found. `bench/measure-decode.ts` starts it.
 */

import { performance } from 'node:perf_hooks';
import { systemClock } from '../src/base/clock.ts';
import { createClient } from '../src/client/client.ts';
import { createSandbox } from '../src/sandbox/index.ts';

export type Decoded = {
  rows: number;
  megabytes: number;
  /** Each in ms. */
  parse: number;
  client: number;
  /** The most processor time between two turns of the event loop, in which no key could be taken. */
  blocked: number;
  /** The same while nothing is decoded. */
  calm: number;
  /** Bytes of heap taken, what goes at the next collection included. */
  parseHeap: number;
  clientHeap: number;
  /** Bytes that stay while the records do. */
  parseKept: number;
  clientKept: number;
};

const apiKey = 'a'.repeat(64);
const sandbox = createSandbox({ clock: systemClock, seed: 7, offers: 20_000, apiKey });
const rows = 10_000;
const found = await sandbox.fetch(
  new Request('http://sandbox.test/api/v0/bundles/', {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ limit: rows }),
  }),
);
const text = await found.text();
const bytes = new TextEncoder().encode(text);
const client = createClient({
  baseUrl: 'http://sandbox.test',
  bearer: () => apiKey,
  transport: async () => new Response(arriving(), { headers: { 'Content-Type': 'application/json' } }),
  clock: systemClock,
  random: Math.random,
  userAgent: 'bench',
});

/** The reply as a network brings it. */
function arriving(): ReadableStream<Uint8Array> {
  const size = 64 * 1024;
  let from = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((next) => setImmediate(next));
      controller.enqueue(bytes.subarray(from, from + size));
      from += size;
      if (from >= bytes.length) controller.close();
    },
  });
}

/** Processor time so far in ms, which other programs on the machine do not stretch as they do the clock's. */
const worked = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const heap = () => process.memoryUsage().heapUsed;
const collect = globalThis.gc ?? (() => {});

async function decoded() {
  collect();
  const before = heap();
  const from = performance.now();
  let last = worked();
  let blocked = 0;
  let going = true;
  const beat = () => {
    const now = worked();
    blocked = Math.max(blocked, now - last);
    last = now;
    if (going) setImmediate(beat);
  };
  setImmediate(beat);
  const reply = await client.searchOffers({ limit: rows });
  const ms = performance.now() - from;
  going = false;
  blocked = Math.max(blocked, worked() - last);
  const clientHeap = heap() - before;
  collect();
  const clientKept = heap() - before;
  if (reply.offers.length !== rows) throw new Error(`${reply.offers.length} rows`);
  return { client: ms, blocked, clientHeap, clientKept };
}

function parsed() {
  collect();
  const before = heap();
  const from = performance.now();
  const body = JSON.parse(text) as { offers: unknown[] };
  const parse = performance.now() - from;
  const parseHeap = heap() - before;
  collect();
  const parseKept = heap() - before;
  if (body.offers.length !== rows) throw new Error(`${body.offers.length} rows`);
  return { parse, parseHeap, parseKept };
}

/** Turns of the event loop while the same time passes with nothing to do. */
async function calm(ms: number): Promise<number> {
  const until = performance.now() + ms;
  let last = worked();
  let longest = 0;
  while (performance.now() < until) {
    await new Promise((next) => setImmediate(next));
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}

const results: Decoded[] = [];
for (let run = 0; run <= Number(process.argv[2] ?? 5); run += 1) {
  const plain = parsed();
  const whole = await decoded();
  const quiet = await calm(whole.client);
  if (run > 0) results.push({ rows, megabytes: bytes.length / 1e6, ...plain, ...whole, calm: quiet });
}
console.log(JSON.stringify(results));
process.exit(0);
