/** `rigdeck sandbox` of the built program as a process of its own, and what a test asks of its control surface. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { program } from '../support/program.ts';

export type Ledger = {
  charges: { instance_id: number; kind: string }[];
  instances: { id: number; label: string | null; created_at: number; destroyed_at: number | null }[];
};

export type Service = {
  url: string;
  apiKey: string;
  /** What a deck needs to find it. */
  env: Record<string, string>;
  /** A call of the service itself, with the account's key. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  ledger(): Promise<Ledger>;
  /** Rents the first offer there is, behind the deck's back; answers the instance's id. */
  rent(label?: string): Promise<number>;
  stop(): Promise<void>;
};

/** Starts a sandbox on a free port; `flags` are those of `rigdeck sandbox`. */
export async function startService(...flags: string[]): Promise<Service> {
  const child = spawn(process.execPath, [program(), 'sandbox', '--port', '0', '--seed', '7', ...flags], {
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, api_key: apiKey, control } = await firstLine(child);
  const request = async <T>(method: string, address: string, body?: unknown): Promise<T> => {
    const answer = await fetch(address, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const call: Service['call'] = (method, path, body) => request(method, `${url}${path}`, body);
  const ask: Service['control'] = (method, path, body) => request(method, `${control}${path}`, body);
  return {
    url,
    apiKey,
    env: { RIGDECK_BASE_URL: url, RIGDECK_API_KEY: apiKey },
    call,
    control: ask,
    ledger: () => ask<Ledger>('GET', '/ledger'),
    async rent(label) {
      const query = { rentable: { eq: true }, direct_port_count: { gte: 1 }, limit: 1 };
      const { offers } = await call<{ offers: { id: number }[] }>('POST', '/api/v0/bundles/', query);
      const created = await call<{ new_contract: number }>('PUT', `/api/v0/asks/${offers[0]?.id}/`, {
        image: 'a/b:1',
        runtype: 'ssh_direct',
        ...(label === undefined ? {} : { label }),
      });
      return created.new_contract;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<{ url: string; api_key: string; control: string }> {
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  for await (const line of lines)
    return JSON.parse(line) as { url: string; api_key: string; control: string };
  throw new Error('rigdeck sandbox ended before its first line');
}
