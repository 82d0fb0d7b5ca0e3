/** A service with as many offers as asked for, in one reply; whatever else it is asked the sandbox answers. */

import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchTools } from './result.ts';

const gpus = ['RTX 3060', 'RTX 3090', 'RTX 4070 Ti', 'RTX 4090', 'A100 SXM4', 'H100 SXM'];
const places = ['Texas, US', 'Paris, FR', 'Sofia, BG', 'Quebec, CA', 'Lagos, NG'];

/** The fields that columns, pane and filter read; the same offers on every run. */
function offer(index: number) {
  const spread = (most: number, step: number) => (((index * step) % 997) / 997) * most;
  const price = Number((0.05 + spread(3, 31)).toFixed(4));
  return {
    ...{ id: 1_000_000 + index, machine_id: 40_000 + (index % 9000), host_id: 1000 + (index % 700) },
    ...{ gpu_name: gpus[index % gpus.length], num_gpus: 1, gpu_ram: 12_000 * (1 + (index % 4)) },
    ...{ dph_total: price, dph_base: price, storage_cost: 0.2, min_bid: Number((price / 2).toFixed(4)) },
    ...{ dlperf_per_dphtotal: Number(spread(400, 17).toFixed(2)), reliability2: 0.9 + spread(0.0999, 13) },
    ...{ inet_down: Math.round(spread(2000, 7)), inet_up: Math.round(spread(1500, 11)) },
    ...{
      disk_space: Math.round(20 + spread(4000, 5)),
      cpu_ram: 64_000,
      cpu_cores: 32,
      cpu_cores_effective: 16,
    },
    ...{ geolocation: places[index % places.length], duration: 86_400 * (1 + (index % 300)) },
    ...{ cuda_max_good: 12.4, rentable: true, verification: 'verified', direct_port_count: 20 },
  };
}

/** `polls` tells how often the list of instances was asked for. */
export type OfferService = { url: string; apiKey: string; polls(): number; stop(): void };

/**
 * What a service is to hold: offers, and instances that run, none of them unless said; `args` go to the sandbox. Of one
 * that is `same` each answer is the first one again. The instances of one that is `still` besides are old and cost
 * nothing, so that no time that is shown of them changes either.
 */
export type Held = {
  offers: number;
  running?: number;
  args?: readonly string[];
  same?: boolean;
  still?: boolean;
  /** Those that boot come before those that run, instead of none. */
  boots?: boolean;
};

type Rented = { start_date: number; dph_total: number };

/** Machines are rented one after another and for different prices: no two figures of theirs change at the same time. */
const rentedApart = ({ start_date, dph_total }: Rented, index: number) => ({
  start_date: start_date - index * 737,
  dph_total: Number((dph_total * (1 + (index % 7) / 10)).toFixed(4)),
});

/** The reply of the sandbox with its first running instance as often as asked for, and none but those that boot. */
function manyRunning(
  reply: string,
  count: number,
  { still, boots }: { still: boolean; boots: boolean },
): string {
  const { instances } = JSON.parse(reply) as { instances: (Rented & { actual_status: string })[] };
  const one = instances.find(({ actual_status }) => actual_status === 'running');
  const all = Array.from({ length: count }, (_, index) => ({
    ...{ ...one, id: 9_200_000 + index },
    ...(still
      ? { start_date: Date.now() / 1000 - 30.5 * 86_400, dph_total: 0, dph_base: 0, storage_total_cost: 0 }
      : rentedApart(one as Rented, index)),
  }));
  const first = boots ? instances.filter(({ actual_status }) => actual_status === 'loading') : [];
  return JSON.stringify({ instances_found: count + first.length, instances: [...first, ...all] });
}

/** Starts both on ports of 127.0.0.1. */
export async function offerService(
  { program, node }: BenchTools,
  { offers: count, running, args = [], still = false, same = still, boots = false }: Held,
): Promise<OfferService> {
  const sandbox = spawn(node, [program, 'sandbox', '--offers', '1000', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, api_key: apiKey } = await new Promise<{ url: string; api_key: string }>((resolve) => {
    let said = '';
    sandbox.stdout.on('data', (data) => {
      said += data;
      if (said.includes('\n')) resolve(JSON.parse(said.slice(0, said.indexOf('\n'))));
    });
  });
  const offers = JSON.stringify({ offers: Array.from({ length: count }, (_, index) => offer(index)) });
  const body = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };
  let polls = 0;
  const first = new Map<string, { status: number; text: string }>();
  const server = createServer(async (request, response) => {
    const json = { 'content-type': 'application/json' };
    const sent = await body(request);
    if (request.url?.startsWith('/api/v0/bundles') === true) return response.writeHead(200, json).end(offers);
    const isList = running !== undefined && /^\/api\/v0\/instances\/(\?|$)/.test(request.url ?? '');
    if (isList) polls += 1;
    const path = (request.url ?? '').replace(/\?.*/, '');
    const known = same ? first.get(path) : undefined;
    if (known !== undefined) return response.writeHead(known.status, json).end(known.text);
    const answer = await fetch(url + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', ...json },
      ...(sent.length === 0 ? {} : { body: sent }),
    });
    const said = await answer.text();
    const text = isList && answer.ok ? manyRunning(said, running, { still, boots }) : said;
    first.set(path, { status: answer.status, text });
    response.writeHead(answer.status, json).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    polls: () => polls,
    stop() {
      sandbox.kill();
      server.close();
      server.closeAllConnections();
    },
  };
}
