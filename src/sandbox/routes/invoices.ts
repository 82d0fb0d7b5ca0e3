import * as v from 'valibot';
import { jsonParameter, num, readShape, text } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import type { TransferRecord } from '../entities.ts';
import { reject } from '../errors.ts';
import type { Reply } from '../reply.ts';

const range = v.looseObject({ gte: v.optional(num), lte: v.optional(num) });
const when = v.looseObject({ when: range });

/** What moved credit other than by machines: here only transfers to others, since nothing is ever paid in. */
const present = ({ recipient, amount, at }: TransferRecord) => ({
  start: at / 1000,
  end: at / 1000,
  type: 'transfer',
  source: 'transfer',
  description: `Credit to ${recipient}`,
  amount,
  metadata: {},
  items: [],
});

/** A missing range is refused with 200, as it is publicly known of this one call. */
function invoices({ store, query }: Call): Reply {
  const filters = v.safeParse(when, jsonParameter(query, 'select_filters'));
  if (!filters.success) {
    const msg = 'select_filters must have a "when" range';
    return { body: { success: false, error: 'invalid_request', msg } };
  }
  const { gte = 0, lte = Number.POSITIVE_INFINITY } = filters.output.when;
  const found = store.state.transfers.filter(({ at }) => at / 1000 >= gte && at / 1000 <= lte).map(present);
  if (query.get('latest_first') === 'true') found.reverse();
  return success({ count: found.length, total: found.length, next_token: null, results: found });
}

/** The older list, with what has been charged so far. */
function olderInvoices({ store }: Call): Reply {
  const charged = store.state.charges.reduce((sum, { amount }) => sum + amount, 0);
  const { credit } = store.state.account;
  return { body: { invoices: [], current: { charges: charged, service_fee: 0, total: charged, credit } } };
}

const transfer = v.object({
  sender: v.literal('me'),
  recipient: v.pipe(text, v.trim(), v.nonEmpty()),
  amount: v.nonOptional(num),
});

/** Sends credit to an e-mail address; nothing takes it back. */
function send({ store, body, now }: Call): Reply {
  const { recipient, amount } = readShape(transfer, body);
  const { account, transfers } = store.state;
  if (amount <= 0) reject('invalid_args', 'amount must be above 0');
  if (!/^\S+@\S+$/.test(recipient) || recipient === account.email)
    reject('invalid_recipient', 'the recipient is the e-mail address of somebody else');
  if (amount > account.credit) reject('insufficient_balance', 'the credit does not hold so much');
  account.credit -= amount;
  transfers.push({ recipient, amount, at: now });
  return success();
}

const read = { category: 'billing_read' } as const;

/** Invoices and transfers (service-facts.md (d)). */
export const invoiceRoutes: Route[] = [
  { method: 'GET', path: '/api/v1/invoices', auth: read, interval: 3, handler: invoices },
  { method: 'GET', path: '/api/v0/users/me/invoices', auth: read, handler: olderInvoices },
  {
    method: 'PUT',
    path: '/api/v0/commands/transfer_credit',
    auth: { category: 'billing_write' },
    handler: send,
  },
];
