import * as v from 'valibot';
import { assumptions } from '../assumptions.ts';
import { ratesIn } from '../billing.ts';
import { int, named, num, optional, readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import { checkEnv, findTemplate, templateImage } from '../creation.ts';
import { envFromFlags } from '../docker-flags.ts';
import type { InstanceRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import { isAlive, restart, statusAt } from '../machines/instance.ts';
import { presentInstance } from '../present-instance.ts';
import type { Reply } from '../reply.ts';
import { livingInstance } from './instances.ts';

const update = v.object({
  template_id: optional(int),
  template_hash_id: optional(text),
  image: optional(text),
  args: optional(v.array(text)),
  env: optional(named(v.string())),
  onstart: optional(text),
});

/**
 * `PUT /api/v0/instances/update_template/<id>/`: another image, template or environment. The container is made anew, so
 * what was in it is gone; what is not named stays, and env is taken as a whole.
 */
function changeContainer({ store, id, now, body }: Call): Reply {
  const given = readShape(update, body);
  const instance = livingInstance(store, id);
  if (Object.values(given).every((value) => value === undefined))
    reject('invalid_args', 'nothing to change: template, image, args, env or onstart');
  const template = findTemplate(store, given.template_hash_id, given.template_id);
  const base: Partial<InstanceRecord> =
    template === undefined
      ? {}
      : {
          image: templateImage(template),
          env: envFromFlags(template.env),
          onstart: template.onstart || null,
          template: { id: template.id, hash: template.hash, name: template.name },
        };
  const changed: InstanceRecord = {
    ...instance,
    ...base,
    ...(given.image === undefined ? {} : { image: given.image }),
    ...(given.args === undefined ? {} : { args: given.args }),
    ...(given.env === undefined ? {} : { env: { ...base.env, ...given.env } }),
    ...(given.onstart === undefined ? {} : { onstart: given.onstart }),
  };
  checkEnv(changed.env);
  const runs = statusAt(instance, now) === 'running';
  store.save(runs ? restart(changed, now, store.state.seed, 'recycle') : changed);
  return success({ updated_instance: presentInstance(store, livingInstance(store, id), now) });
}

const snapshot = v.object({
  container_registry: optional(text),
  personal_repo: v.pipe(text, v.nonEmpty()),
  docker_login_user: optional(text),
  docker_login_pass: optional(text),
  pause: optional(v.picklist(['true', 'false'])),
});

/** `POST /api/v0/instances/take_snapshot/<id>/`: nothing is pushed anywhere from a sandbox, and it says so. */
function takeSnapshot({ store, id, now, body }: Call): Reply {
  const { personal_repo } = readShape(snapshot, body);
  if (statusAt(livingInstance(store, id), now) !== 'running')
    reject('invalid_args', 'the instance is not running');
  return success({ msg: `a snapshot would be pushed to ${personal_repo}; a sandbox pushes nothing` });
}

const prepayment = v.object({ amount: v.nonOptional(num) });

/** `PUT /api/v0/instances/prepay/<id>/`: for how many months it is enough, and the discount that these bring. */
function prepay({ store, id, body }: Call): Reply {
  const { amount } = readShape(prepayment, body);
  const instance = livingInstance(store, id);
  if (amount <= 0) reject('invalid_args', 'amount must be above 0');
  if (instance.bid) reject('invalid_args', 'an interruptible instance cannot be reserved');
  if (amount > store.state.account.credit) reject('insufficient_credit', 'insufficient credit');
  const { gpu, disk } = ratesIn(instance, 'running');
  const timescale = amount / ((gpu + disk) * assumptions.monthHours);
  const [perMonth, most] = assumptions.prepayDiscount;
  return success({ timescale, discount_rate: Math.min(most, perMonth * timescale) });
}

/** This call takes that one field and no other. */
const increase = v.strictObject({ pending_price_increase_id: int });

/** No host of the sandbox raises a price, so there is never one to answer. */
function answerIncrease({ body }: Call): Reply {
  const { pending_price_increase_id: id } = readShape(increase, body);
  return reject('no_pending_price_increase', `no_pending_price_increase: ${id}`);
}

const read = { category: 'instance_read' } as const;
const write = { category: 'instance_write' } as const;
const instances = '/api/v0/instances';

/** What else can be done to an instance (service-facts.md (b), Actions). */
export const instanceChangeRoutes: Route[] = [
  { method: 'PUT', path: `${instances}/update_template/:id`, auth: write, handler: changeContainer },
  { method: 'POST', path: `${instances}/take_snapshot/:id`, auth: write, handler: takeSnapshot },
  {
    method: 'GET',
    path: `${instances}/balance/:id`,
    auth: read,
    interval: 3,
    handler: ({ store, id }) => {
      livingInstance(store, id);
      return success({ refundable_deposit: 0, total_discount: 0, discount_months: 0 });
    },
  },
  { method: 'PUT', path: `${instances}/prepay/:id`, auth: write, interval: 2, handler: prepay },
  {
    method: 'GET',
    path: `${instances}/pending-price-increases`,
    auth: read,
    handler: () => success({ count: 0, truncated: false, pending_price_increases: [] }),
  },
  { method: 'PUT', path: `${instances}/accept-price-increase`, auth: write, handler: answerIncrease },
  { method: 'PUT', path: `${instances}/reject-price-increase`, auth: write, handler: answerIncrease },
  {
    // A report of a machine changes nothing that a renter sees.
    method: 'PUT',
    path: '/api/v0/machines/:id/report',
    auth: write,
    handler: ({ store, id }) => {
      const used = store.state.instances.some(
        (one) => store.market.facts(one.offerId)?.machine_id === id && isAlive(one),
      );
      return used ? success() : reject('not_found', `none of your instances is on machine ${id}`);
    },
  },
];
