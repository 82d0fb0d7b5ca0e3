import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { num, optional, readShape, text } from '../body.ts';
import { type Call, type Handler, type Route, success } from '../call.ts';
import { splitWords } from '../docker-flags.ts';
import type { InstanceRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { goOn, isAlive, outbid, restart, statusAt } from '../machines/instance.ts';
import { hostOf, offerPrice } from '../offer-state.ts';
import type { Reply } from '../reply.ts';
import { logOf, runCommand } from './container-text.ts';
import { livingInstance } from './instances.ts';

const again =
  (how: 'reboot' | 'recycle'): Handler =>
  ({ store, id, now }) => {
    const instance = livingInstance(store, id);
    if (statusAt(instance, now) !== 'running') reject('invalid_args', 'the instance is not running');
    store.save(restart(instance, now, store.state.seed, how));
    return success();
  };

const bid = v.object({ price: optional(num) });

/** Changes a bid; without a price the lowest that wins is taken. A bid below the market's is beaten at once. */
function changeBid({ store, id, now, body }: Call): Reply {
  const instance = livingInstance(store, id);
  if (!instance.bid) reject('invalid_args', 'only an interruptible instance has a bid');
  const lowest = Math.max(instance.bidFloor ?? 0, offerPrice(store, instance.offerId, now).minBid);
  const price = readShape(bid, body).price ?? lowest;
  const gpus = store.market.facts(instance.offerId)?.num_gpus ?? 1;
  if (price < assumptions.price[0] || price > assumptions.mostBidPerGpu * gpus) {
    reject(
      'invalid_args',
      `price must lie between ${assumptions.price[0]} and ${assumptions.mostBidPerGpu} $/h per GPU`,
    );
  }
  const changed: InstanceRecord = { ...instance, gpuPrice: price };
  if (changed.waiting === 'bid') store.save(goOn(changed, now, hostOf(store, changed)));
  else store.save(price < lowest ? outbid(changed, now, lowest) : changed);
  return success();
}

/** Keeps a text under a secret address, from which it is fetched without a key. */
function result({ store, origin, now }: Call, content: string): string {
  const token = store.secret(40);
  store.state.results.push({ token, text: content, readyAt: now + assumptions.resultAfter * 1000 });
  if (store.state.results.length > assumptions.keptResults) store.state.results.shift();
  return `${origin}/results/${token}.txt`;
}

const logs = v.object({ tail: optional(num), filter: optional(text), daemon_logs: optional(text) });

function requestLogs(call: Call): Reply {
  const { store, id, now, body } = call;
  const given = readShape(logs, body);
  // This call alone has another code for it.
  const instance = store.instance(id);
  if (instance === undefined || !isAlive(instance)) return reject('invalid_id', `invalid_id: ${id}`);
  const lines = logOf(instance, now, given.daemon_logs === 'true').filter((line) =>
    line.includes(given.filter ?? ''),
  );
  const content = lines.slice(-(given.tail ?? 1_000)).join('\n');
  return success({ result_url: result(call, `${content}\n`), msg: 'the log is being written' });
}

const command = v.object({ command: text });

function execute(call: Call): Reply {
  const { store, id, body } = call;
  const line = readShape(command, body).command;
  const instance = livingInstance(store, id);
  const allowed: readonly string[] = assumptions.executePrograms;
  if (line.length > assumptions.executeChars || !allowed.includes(splitWords(line)[0] ?? '')) {
    reject(
      'invalid_args',
      `a command is one of ${allowed.join(', ')}, at most ${assumptions.executeChars} characters`,
    );
  }
  const result_url = result(call, runCommand(instance, line));
  return success({ result_url, writeable_path: '/workspace', msg: 'the command runs' });
}

const row = (name: string, handler: Handler, interval?: number): Route => ({
  method: 'PUT',
  path: `/api/v0/instances/${name}/:id`,
  auth: { category: 'instance_write' },
  ...(interval === undefined ? {} : { interval }),
  handler,
});

export const instanceActionRoutes: Route[] = [
  row('reboot', again('reboot'), 1),
  row('recycle', again('recycle'), 1),
  row('bid_price', changeBid, 5.5),
  { ...row('request_logs', requestLogs), auth: { category: 'instance_read' } },
  row('command', execute, 1.5),
  {
    method: 'GET',
    path: '/results/:name{[0-9a-f]+\\.txt}',
    auth: {},
    handler: ({ store, params, now }) => {
      const found = store.state.results.find((one) => `${one.token}.txt` === params.name);
      return found === undefined || (found.readyAt ?? 0) > now
        ? reject('not_found', 'there is no such result')
        : { text: found.text };
    },
  },
];
