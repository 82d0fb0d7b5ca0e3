import { type JsonObject, parseBody } from './body.ts';
import type { Control } from './control.ts';
import { Rejection, rejectionReply } from './errors.ts';
import { trimmedPath } from './faults.ts';
import { type Reply, toResponse } from './reply.ts';

export type ControlSurface = (request: Request) => Promise<Response>;

type Row = [method: string, path: RegExp, call: (body: JsonObject, id: number) => unknown];

/** The control surface over HTTP: JSON in and out, no key. Nothing here is logged or hit by a fault. */
export function createControlSurface(control: Control): ControlSurface {
  const rows: Row[] = [
    ['POST', /^\/reset$/, (body) => control.reset(body)],
    ['POST', /^\/clock$/, (body) => control.clock(body)],
    ['GET', /^\/outbox$/, () => control.outbox()],
    ['POST', /^\/account$/, (body) => control.account(body)],
    ['POST', /^\/login$/, () => control.login()],
    ['POST', /^\/keys$/, (body) => control.keys(body)],
    ['POST', /^\/keys\/revoke$/, (body) => control.revoke(body)],
    ['POST', /^\/sessions\/expire$/, () => control.expireSessions()],
    ['POST', /^\/instances\/(\d+)$/, (body, id) => control.instance(id, body)],
    ['POST', /^\/offers\/(\d+)$/, (body, id) => control.offer(id, body)],
    ['GET', /^\/offers\/(\d+)$/, (_, id) => control.offerNow(id)],
    ['POST', /^\/volumes\/(\d+)$/, (body, id) => control.volume(id, body)],
    ['POST', /^\/tfa\/lock$/, () => control.lockMethods()],
    ['POST', /^\/faults$/, (body) => control.addFault(body)],
    ['GET', /^\/faults$/, () => control.faults()],
    ['DELETE', /^\/faults$/, () => control.clearFaults()],
    ['GET', /^\/log$/, () => control.log()],
    ['GET', /^\/ledger$/, () => control.ledger()],
  ];
  return async (request) => {
    const path = trimmedPath(new URL(request.url).pathname).slice('/_sandbox'.length);
    const source = await request.text();
    return toResponse(answer(rows, request.method, path, source));
  };
}

function answer(rows: readonly Row[], method: string, path: string, source: string): Reply {
  for (const [rowMethod, pattern, call] of rows) {
    const found = rowMethod === method ? pattern.exec(path) : null;
    if (found === null) continue;
    try {
      return { body: call(parseBody(source), Number(found[1])) };
    } catch (error) {
      if (error instanceof Rejection) return rejectionReply(error);
      throw error;
    }
  }
  return { status: 404, body: { success: false, error: 'not_found', msg: 'there is no such control call' } };
}
