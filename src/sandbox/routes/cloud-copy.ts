import * as v from 'valibot';
import { isKnownKey } from '../auth.ts';
import { filled, int, optional, readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import { reject } from '../errors.ts';
import { cancelled, copyReport, copySpan, isCopying } from '../machines/cloud-copy.ts';
import type { Reply } from '../reply.ts';
import { livingInstance } from './instances.ts';

const required = v.pipe(text, v.trim(), v.nonEmpty());
const shape = v.object({
  /** A text (interface.md, Cloud copy body); the public client writes `C.` before the number. */
  instance_id: v.pipe(text, v.trim(), v.regex(/^(C\.)?\d+$/)),
  src: required,
  dst: required,
  selected: required,
  transfer: required,
  flags: optional(v.array(text)),
  api_key: filled,
});
const directions = ['Instance To Cloud', 'Cloud To Instance'] as const;

const idIn = (name: string): number => Number(name.replace(/^C\./, ''));

/** `POST /api/v0/commands/rclone/`: starts a copy. How far it is stands in the `status_msg` of the instance. */
function start({ store, body, now, origin }: Call): Reply {
  const { state } = store;
  const given = readShape(shape, body);
  if (given.api_key !== undefined && !isKnownKey(store, given.api_key)) {
    reject('auth_error', 'the api_key in the body is no valid key', { status: 401 });
  }
  const word = given.transfer.toLowerCase();
  const direction = directions.find((one) => one.toLowerCase() === word);
  if (direction === undefined) reject('bad_request', `"transfer" is one of ${directions.join(', ')}`);
  const connection = state.connections.find((one) => String(one.id) === given.selected);
  if (connection === undefined) reject('bad_request', '"selected" is no cloud connection of this account');
  const instance = livingInstance(store, idIn(given.instance_id));
  if (instance.vm) reject('invalid_args', 'a VM has no cloud copy');

  const token = store.secret(40);
  state.copies.push({
    token,
    instanceId: instance.id,
    connectionId: connection.id,
    direction,
    src: given.src,
    dst: given.dst,
    flags: given.flags ?? [],
    startedAt: now,
    endsAt: now + copySpan(state, instance.id),
  });
  const result_url = `${origin}/results/copy-${token}.txt`;
  return success({ msg: `Cloud Copy Operation Started: ${direction}`, result_url });
}

const target = v.object({ dst_id: v.union([int, required]) });

/** `DELETE /api/v0/commands/rclone/`: cancels what is being copied from or to an instance. */
function cancel({ store, body, now }: Call): Reply {
  const { state } = store;
  const { dst_id } = readShape(target, body);
  const id = typeof dst_id === 'number' ? dst_id : idIn(dst_id);
  const going = state.copies.filter(
    (one) => one.instanceId === id && one.direction !== 'Direct' && isCopying(one, now),
  );
  if (going.length === 0) reject('not_found', 'nothing is being copied there');
  state.copies = state.copies.map((one) => (going.includes(one) ? cancelled(one, now) : one));
  return success({ msg: 'Cloud Copy Operation Cancelled' });
}

const auth = { category: 'instance_write' } as const;

export const cloudCopyRoutes: Route[] = [
  { method: 'POST', path: '/api/v0/commands/rclone', auth, handler: start },
  { method: 'DELETE', path: '/api/v0/commands/rclone', auth, handler: cancel },
  {
    // Fetched without a key, as every result_url is.
    method: 'GET',
    path: '/results/:name{copy-[0-9a-f]+\\.txt}',
    auth: {},
    handler: ({ store, params, now }) => {
      const copy = store.state.copies.find((one) => `copy-${one.token}.txt` === params.name);
      return copy === undefined
        ? reject('not_found', 'there is no such result')
        : { text: copyReport(copy, now) };
    },
  },
];
