import type { Decoder, Endpoint, Endpoints, LongDecoder } from './endpoint-row.ts';
import type { endpoints } from './endpoints.ts';
import type { ApiError, ResultCall } from './errors.ts';
import type { PermissionCategory } from './wire.ts';

/** What each call may be given. */
export type CallOptions = {
  signal?: AbortSignal;
  /** Sends it once, also where it may be sent again: the caller tries again itself, and shows when. */
  once?: boolean;
};

/** What a row's call resolves with. */
export type ReplyOf<Row extends Endpoint> = Row['reply'] extends Decoder<infer T> | LongDecoder<infer T>
  ? T
  : never;

/**
 * One method for each row. Each resolves with the decoded reply or throws an ApiError; none is retried beyond what its
 * row says.
 */
export type Calls<Rows extends Endpoints> = {
  readonly [Name in keyof Rows]: (
    ...args: [...Parameters<Rows[Name]['request']>, o?: CallOptions]
  ) => Promise<ReplyOf<Rows[Name]>>;
};

/** What the client answers beside the calls of its rows. */
export type BesideCalls = {
  readonly baseUrl: string;
  /** Milliseconds by which the service's clock is ahead of ours (from `Date` headers); 0 until known. */
  clockOffsetMs(): number;
  /** For how many ms no read is sent, after a 429; and how many times slower than usual reads are best repeated. */
  limits(): { pausedMs: number; slower: number };
  /**
   * For how many ms a call, by the name of its row, is not sent because the service asked for a pause when it refused one
   * like it; 0 when it may be. A call that is made while more than a few seconds are left fails at once.
   */
  heldMs(call: string): number;
  /** What a call would be answered that is not sent now; undefined where one may be `byMs` from now. */
  heldError(call: string, byMs?: number): ApiError | undefined;
  /** The permission that a key needs for a call, by the name of its row. */
  needs(call: string): PermissionCategory | undefined;
  /**
   * The lines behind the `result_url` of a call, waited for until they are written (about ten seconds, then a `timeout`).
   * No key goes there, and it goes only where `cleanResultUrl` lets it.
   */
  readResult(of: ResultCall, url: string, o?: CallOptions): Promise<readonly string[]>;
};

export type Client<Rows extends Endpoints = typeof endpoints> = Calls<Rows> & BesideCalls;
