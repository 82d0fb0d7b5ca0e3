import type { ReplyHeaders } from './transport.ts';
import type { PermissionCategory } from './wire.ts';

/** What is known of a call apart from its arguments and its answer. */
export type EndpointRow = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL; `:id` stands for the id of the path, `:key` for that of a key below it. */
  path: string;
  /** A fixed query, which is never part of an error or a trace. */
  query?: string;
  /** `bearer-or-secret`: the logged-out flow calls it with a challenge secret in the body (2FA matrix). */
  auth: 'bearer' | 'bearer-or-secret';
  /** True when it changes, sends or spends something. */
  write: boolean;
  /** `safe`: it may be sent again after a failure. A property of the endpoint, not of its HTTP method. */
  retry: 'safe' | 'never';
  /** Deadline of one attempt, body included, in ms. */
  timeoutMs: number;
  /** The shortest time between two such calls that services of this kind are known to bear, in ms. */
  minIntervalMs: number;
  /** So many may come at once, as long as no more of them fall into so many intervals; 1 when absent. */
  burst?: number;
  /** The call that takes this deprecated path's place (interface.md, Deprecated endpoints). */
  replacedBy?: string;
  /** `public`: not in interface.md; a refusal means "not known". */
  source: 'interface' | 'public';
  /** The permission that a scoped key most likely needs for it. */
  needs: PermissionCategory;
};

/** What a call puts into its path, its body and its query. */
export type Sent = {
  id?: number;
  /** Stands for `:key` in the path. */
  key?: number;
  body?: unknown;
  /** Like the query of a row, never part of an error or a trace. */
  query?: Record<string, string>;
};

/** Reads a sanitized body; undefined when it lacks what interface.md promises. `askedFor` is the path's id. */
export type Decoder<T> = (body: unknown, askedFor?: number, headers?: ReplyHeaders) => T | undefined;

/** One that lets the event loop turn while it reads. */
export type LongDecoder<T> = (body: unknown) => Promise<T | undefined>;

/** One call: `request` makes what is sent out of the arguments of the client's method, `reply` reads the answer. */
export type Endpoint<Args extends readonly unknown[] = never, Reply = unknown> = EndpointRow & {
  request: (...args: Args) => Sent;
  reply: Decoder<Reply> | LongDecoder<Reply>;
};

export type Endpoints = Readonly<Record<string, Endpoint>>;

/**
 * No argument of a request is optional: what a caller gives after the last of them is the options of the call, so their
 * number has to be known.
 */
type AllRequired<Args extends readonly unknown[]> = number extends Args['length']
  ? 'a request takes a fixed number of arguments'
  : Args extends Required<Args>
    ? unknown
    : 'a request takes no optional arguments';

type Preset = 'auth' | 'timeoutMs' | 'source';
type Given<Args extends readonly unknown[], Reply> = Omit<
  EndpointRow,
  Preset | 'method' | 'path' | 'write' | 'retry'
> &
  Partial<Pick<EndpointRow, Preset>> & {
    request: ((...args: Args) => Sent) & AllRequired<Args>;
    reply: Decoder<Reply> | LongDecoder<Reply>;
  };

const make =
  (of: Pick<EndpointRow, 'write' | 'retry' | 'timeoutMs'>) =>
  <Args extends readonly unknown[], Reply>(
    method: EndpointRow['method'],
    path: string,
    row: Given<Args, Reply>,
  ): Endpoint<Args, Reply> => ({ method, path, auth: 'bearer', source: 'interface', ...of, ...row });

/** A call that changes nothing, whatever its method. */
export const read = make({ write: false, retry: 'safe', timeoutMs: 20_000 });

/** A call that changes, sends or spends something. It is sent once: its first sending may have been heard. */
export const write = make({ write: true, retry: 'never', timeoutMs: 30_000 });
