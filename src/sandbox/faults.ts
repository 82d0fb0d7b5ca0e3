import * as v from 'valibot';
import type { ErrorCode } from '../client/errors.ts';
import { int, type JsonObject, named, num, optional, readShape, text } from './body.ts';
import { interfaceStatus, reject } from './errors.ts';
import { type Reply, toResponse } from './reply.ts';

export const faultKinds = [
  'status',
  'drop',
  'drop-after',
  'delay',
  'hang',
  'garbage',
  'html',
  'truncate',
  'error',
] as const;

/** A fault as it waits for its calls (design.md 7, control surface). */
export type Fault = {
  id: number;
  kind: (typeof faultKinds)[number];
  /** How many more calls it will hit. */
  left: number;
  method?: string;
  path?: string;
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  delayMs?: number;
  code?: ErrorCode;
};

const shape = v.object({
  kind: v.picklist(faultKinds),
  method: optional(text),
  path: optional(text),
  times: optional(v.pipe(int, v.minValue(1))),
  status: optional(v.pipe(int, v.minValue(200), v.maxValue(599))),
  body: v.optional(v.unknown()),
  headers: optional(named(v.string())),
  delay_ms: optional(v.pipe(num, v.minValue(0))),
  code: optional(v.picklist(Object.keys(interfaceStatus) as ErrorCode[])),
});

/** Reads the body of `POST /_sandbox/faults`. */
export function readFault(body: JsonObject, id: number): Fault {
  const given = readShape(shape, body);
  if (given.kind === 'status' && given.status === undefined) reject('bad_request', '"status" is missing');
  if (given.kind === 'delay' && given.delay_ms === undefined) reject('bad_request', '"delay_ms" is missing');
  if (given.kind === 'error' && given.code === undefined) reject('bad_request', '"code" is missing');
  return {
    id,
    kind: given.kind,
    left: given.times ?? 1,
    ...(given.method === undefined ? {} : { method: given.method.toUpperCase() }),
    ...(given.path === undefined ? {} : { path: given.path }),
    ...(given.status === undefined ? {} : { status: given.status }),
    ...(given.body === undefined ? {} : { body: given.body }),
    ...(given.headers === undefined ? {} : { headers: given.headers }),
    ...(given.delay_ms === undefined ? {} : { delayMs: given.delay_ms }),
    ...(given.code === undefined ? {} : { code: given.code }),
  };
}

/** A path without the slash at its end, as routes and faults compare it. */
export const trimmedPath = (path: string): string => path.replace(/\/+$/, '') || '/';

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method.toUpperCase()) return false;
  const wanted = fault.path;
  if (wanted === undefined) return true;
  if (wanted.endsWith('*')) return path.startsWith(wanted.slice(0, -1));
  return trimmedPath(wanted) === trimmedPath(path);
}

/** The fault that hits this call, counted down; the oldest that matches. Those that are used up are gone. */
export function takeFault(faults: Fault[], method: string, path: string): Fault | undefined {
  const at = faults.findIndex((fault) => matches(fault, method, path));
  const fault = faults[at];
  if (fault === undefined) return undefined;
  fault.left -= 1;
  if (fault.left <= 0) faults.splice(at, 1);
  return fault;
}

/** The answer that a fault gives in the place of the service; undefined when the service answers after all. */
export function faultReply(fault: Fault, now: number): Response | undefined {
  if (fault.kind === 'status') {
    const status = fault.status ?? 500;
    if (status === 204 || status === 205 || status === 304) {
      return new Response(null, {
        status,
        ...(fault.headers === undefined ? {} : { headers: fault.headers }),
      });
    }
    const body =
      fault.body === undefined ? { success: false, error: 'fault', msg: `status ${status}` } : fault.body;
    const answer: Reply = typeof body === 'string' ? { text: body } : { body };
    return toResponse({
      ...answer,
      status,
      ...(fault.headers === undefined ? {} : { headers: fault.headers }),
    });
  }
  if (fault.kind === 'html') {
    return toResponse({
      status: fault.status ?? 200,
      text: '<!doctype html><html><head><title>Gateway</title></head><body><h1>Just a moment…</h1></body></html>',
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...fault.headers },
    });
  }
  if (fault.kind === 'error' && fault.code !== undefined) return toResponse(errorReply(fault.code, now));
  return undefined;
}

/** Any error of interface.md as the service would answer it. */
function errorReply(code: ErrorCode, now: number): Reply {
  const counted: Record<string, unknown> =
    code === 'tfa_locked'
      ? { fail_count: 3, locked_until: Math.floor(now / 1000) + 900 }
      : code === '2fa_verification_failed' || code === '2fa_login_failed'
        ? { fail_count: 1, locked_until: null }
        : {};
  return {
    status: interfaceStatus[code],
    body: { success: false, error: code, msg: `${code.replaceAll('_', ' ')} (provoked)`, ...counted },
  };
}
