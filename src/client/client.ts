import type { Clock } from '../base/clock.ts';
import { type CallSettings, call } from './call.ts';
import type { CallOptions, Calls, Client } from './client-type.ts';
import type { Endpoint, Endpoints } from './endpoint-row.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { ApiError } from './errors.ts';
import { createLastReplies } from './last-replies.ts';
import { type KnownService, newlyKnown } from './rate-limiter.ts';
import { readResult } from './read-result.ts';
import type { FetchLike } from './transport.ts';

export type { TraceBodies, TraceEvent } from './call.ts';

export type ClientSettings = {
  /** As cleanBaseUrl answers it. */
  baseUrl: string;
  /** The key or session to send, asked for at each call; undefined sends none (the logged-out 2FA flow). */
  bearer: (call: string) => string | undefined;
  /** None when absent. */
  isSession?: CallSettings['isSession'];
  /** Hears each refusal of the service, with the Bearer that was refused. */
  heardRefusal?: CallSettings['heardRefusal'];
  transport: FetchLike;
  clock: Clock;
  /** For the jitter of retries. */
  random: () => number;
  /** When it answers true, whatever would change something is refused before it is sent. */
  readOnly?: () => boolean;
  userAgent: string;
  trace?: CallSettings['trace'];
  /**
   * Hears each write as it begins, before its turn to be sent has come; what it answers is called when the write is over,
   * whichever way. `sent` may hold secrets: for whoever takes a name out of it, as in `TraceBodies`.
   */
  heardWrite?: (write: WriteBegun) => () => void;
  /** Whether the account had instances by the last list that was read before this process. */
  hadInstances?: () => Promise<boolean>;
  /** What this process knows of the service, where other clients of it talk to the same one. */
  known?: KnownService;
};

export type WriteBegun = { endpoint: string; id?: number | undefined; sent?: unknown };

/**
 * The client of the service that interface.md describes, or of one with other calls (`endpoints`). Every method resolves
 * with a decoded, sanitized reply or rejects with an ApiError.
 */
export function createClient<Rows extends Endpoints>(
  settings: ClientSettings & { endpoints: Rows },
): Client<Rows>;
export function createClient(settings: ClientSettings): Client;
export function createClient(settings: ClientSettings & { endpoints?: Endpoints }): Client {
  const rows: Endpoints = settings.endpoints ?? endpoints;
  const known = settings.known ?? newlyKnown(settings.clock);
  const inner: CallSettings = {
    readOnly: () => false,
    trace: () => {},
    heardRefusal: () => {},
    isSession: () => false,
    ...settings,
    known,
    last: createLastReplies(),
  };

  /** The method of a row: what is given behind the arguments of its request are the options of the call. */
  const method =
    (name: string, row: Endpoint) =>
    (...args: unknown[]): Promise<unknown> => {
      const count = row.request.length;
      const sent = row.request(...(args.slice(0, count) as never));
      const { signal, once } = (args[count] ?? {}) as CallOptions;
      const over = row.write
        ? settings.heardWrite?.({ endpoint: name, id: sent.id, sent: sent.body })
        : undefined;
      const reply = call(inner, { name, row, sent, signal, once: once === true });
      return over === undefined ? reply : reply.finally(over);
    };
  // Its type is that of the rows: the compiler cannot follow names through `fromEntries`.
  const calls = Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, method(name, row)]),
  ) as unknown as Calls<typeof endpoints>;

  /** Ids of the last list, without those that were destroyed here since. */
  let there: Set<number> | undefined;
  /** An empty list in the place of one that was not is asked for again: only a second one is believed. */
  const listInstances: typeof calls.listInstances = async (o) => {
    const list = await calls.listInstances(o);
    const hadSome = there === undefined ? settings.hadInstances?.() : there.size > 0;
    const isDoubtful = list.instances_found === 0 && (await hadSome) === true;
    there = new Set(list.instances.map(({ id }) => id));
    return isDoubtful ? listInstances(o) : list;
  };

  const rowOf = (call: string) => (Object.hasOwn(rows, call) ? (rows[call] as Endpoint) : undefined);
  const heldMs = (call: string): number => {
    const row = rowOf(call);
    return row === undefined ? 0 : known.limiter.heldMs(row, settings.bearer(call) ?? '');
  };

  return {
    ...calls,
    listInstances,
    async destroyInstance(id, o) {
      const reply = await calls.destroyInstance(id, o);
      there?.delete(id);
      return reply;
    },
    baseUrl: settings.baseUrl,
    clockOffsetMs: known.offset.ms,
    limits: () => ({ pausedMs: known.limiter.pausedMs(), slower: known.limiter.slower() }),
    heldMs,
    heldError(call, byMs = 0) {
      const waitMs = heldMs(call);
      const row = rowOf(call);
      if (row === undefined || waitMs <= byMs) return undefined;
      const { method, path } = row;
      const endpoint = call as EndpointName;
      return new ApiError({ kind: 'http', endpoint, method, path, status: 429, reason: 'paused', waitMs });
    },
    needs: (call) => rowOf(call)?.needs,
    readResult: (of, url, o) => readResult(inner, { of, url }, o?.signal),
  };
}
