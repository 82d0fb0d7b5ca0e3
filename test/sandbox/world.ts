import { manualClock } from '../../src/base/clock.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

export type Answer = { status: number; headers: Headers; text: string; body: Fields };
/** JSON as it came; a test names the fields that it reads. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are compared as they came, without our wire types.
export type Fields = any;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** 2026-09-21T14:13:20Z. */
export const start = 1_790_000_000_000;

/** A sandbox on a clock that stands still, and a customer of it who types bodies by hand. */
export function world(options: Partial<SandboxOptions> = {}) {
  const clock = manualClock(start);
  // A small market keeps the tests quick; those that are about its size say so.
  const sandbox = createSandbox({ clock, offers: 400, ...options });

  /** Sends a request with the printed key, another one, or none (null). A string body goes out as it is. */
  async function call(
    method: Method,
    path: string,
    body?: unknown,
    key: string | null = sandbox.apiKey,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const response = await sandbox.fetch(
      new Request(`http://sandbox.localhost${path}`, {
        method,
        headers: key === null ? {} : { Authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
    const text = await response.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      parsed = undefined;
    }
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  const control = (method: Method, path: string, body?: unknown) =>
    call(method, `/_sandbox/${path}`, body, null);

  const search = async (body: Fields = {}): Promise<Fields[]> =>
    (await call('POST', '/api/v0/bundles/', { limit: 64, ...body })).body.offers;

  /** An offer that suits nearly everything: verified, with ports and room. */
  async function offer(more: Fields = {}): Promise<Fields> {
    const [first] = await search({
      verified: { eq: true },
      rentable: { eq: true },
      direct_port_count: { gte: 4 },
      disk_space: { gte: 100 },
      limit: 1,
      ...more,
    });
    return first;
  }

  return {
    sandbox,
    clock,
    call,
    control,
    search,
    offer,
    /** Seconds go by. */
    pass: (seconds: number) => clock.advance(seconds * 1000),
    rent: async (offerId: number, body: Fields = {}): Promise<Answer> =>
      call('PUT', `/api/v0/asks/${offerId}/`, { image: 'ubuntu:22.04', disk: 10, ...body }),
    /** Rents some offer and answers the new instance's id. */
    async rented(body: Fields = {}): Promise<number> {
      const { id } = await offer();
      const answer = await call('PUT', `/api/v0/asks/${id}/`, { image: 'ubuntu:22.04', disk: 10, ...body });
      return answer.body.new_contract;
    },
    instance: async (id: number): Promise<Fields> =>
      (await call('GET', `/api/v0/instances/${id}/`)).body.instances,
    credit: async (): Promise<number> => (await call('GET', '/api/v0/users/current/')).body.credit,
    ledger: async (): Promise<Fields> => (await control('GET', 'ledger')).body,
  };
}
