import type { ApiErrorKind } from './errors.ts';

/** One attempt, for a log or a debug view. Never a body, a header or a query. */
export type TraceEvent = {
  /** Epoch ms of the end. */
  at: number;
  /** The name of its row, or `readResult`. */
  endpoint: string;
  method: string;
  path: string;
  /** Counts from 1. */
  attempt: number;
  ms: number;
  status?: number;
  /** The kind of error it ended with; absent when it went well. */
  kind?: ApiErrorKind;
};

/** What one attempt carried, secrets included: for whoever masks it before it is shown or kept. */
export type TraceBodies = {
  /** Behind the path, with its question mark; empty when there is none. */
  query: string;
  sent?: unknown;
  /** The body of the answer, parsed; absent when none came or it is no JSON. */
  got?: unknown;
};
