import { isObject } from '../body.ts';
import { type Call, type Route, success } from '../call.ts';
import { readCreation, type Wanted } from '../creation.ts';
import { Rejection, reject } from '../errors.ts';
import type { OfferFacts } from '../market/market.ts';
import { readQuery } from '../market/query.ts';
import { newInstance } from '../new-instance.ts';
import { isBusy, isTaken, offerPrice } from '../offer-state.ts';
import type { Reply } from '../reply.ts';
import type { Store } from '../store.ts';

/** Accepts the offer of the path; a refusal makes nothing. */
function create(call: Call): Reply {
  const { store, id: offerId, now } = call;
  const wanted = readCreation(store, call.body);
  const facts = store.market.facts(offerId);
  if (facts === undefined) return unavailable(offerId, false);
  if (isTaken(store, offerId, now)) return unavailable(offerId, wanted.cancelUnavail);
  checkAgainstOffer(store, wanted, facts);
  if (store.state.account.credit < 1e-9) reject('insufficient_credit', 'insufficient credit');

  const price = offerPrice(store, offerId, now);
  const beaten = wanted.price !== undefined && wanted.price < price.minBid;
  const free = !beaten && !isBusy(store, offerId);
  if (!free && wanted.cancelUnavail && !wanted.stopped) return unavailable(offerId, true);

  const record = newInstance(store, wanted, facts, { now, price, free, beaten });
  store.save(record);
  return success({ new_contract: record.id, instance_api_key: record.apiKey });
}

/** With cancel_unavail the service says that the offer is gone, without it that there is none. */
const unavailable = (offerId: number, cancel: boolean): never =>
  cancel
    ? reject('no_such_ask', `no_such_ask: offer ${offerId} is not available`)
    : reject('invalid_args', `no_such_ask: there is no offer ${offerId} to accept`, { status: 404 });

function checkAgainstOffer(store: Store, wanted: Wanted, facts: OfferFacts): void {
  if (wanted.disk > facts.disk_space) reject('invalid_args', `disk: the offer has ${facts.disk_space} GB`);
  if (wanted.vm && store.state.sshKeys.every((key) => key.deletedAt !== undefined)) {
    reject('no_ssh_key_for_vm', 'a VM needs an ssh key on the account');
  }
  if (wanted.volumeId === null) return;
  const volume = store.state.volumes.find((one) => one.id === wanted.volumeId && one.deletedAt === undefined);
  if (volume === undefined) reject('bad_request', 'no volume has this volume_id');
  if (volume.machineId !== facts.machine_id) {
    reject('invalid_args', `volume ${volume.id} lies on machine ${volume.machineId}, the offer is another`);
  }
}

/** `PUT /api/v0/asks/<offer_id>/`. Every refusal carries `ask_id`. */
function createOrRefuse(call: Call): Reply {
  try {
    return create(call);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Rejection(error.code, error.message, error.status, { ...error.extra, ask_id: call.id });
  }
}

/** `PUT /api/v0/launch_instance/`: the first offer of the search `q` that takes the instance is accepted. */
function launch(call: Call): Reply {
  const { q } = call.body;
  if (!isObject(q)) return reject('bad_request', '"q" is missing or has the wrong type');
  const query = readQuery(q);
  // What is wrong with the request is so for every offer.
  readCreation(call.store, call.body);
  const found = call.store.market.search(query, call.now / 1000, call.store.offerStates());
  for (const { id } of JSON.parse(found) as { id: number }[]) {
    try {
      return create({ ...call, id });
    } catch (error) {
      if (!(error instanceof Rejection) || error.code === 'insufficient_credit') throw error;
    }
  }
  return reject('no_such_ask', 'no_such_ask: no offer of this search can be rented');
}

export const createRoutes: Route[] = [
  {
    method: 'PUT',
    path: '/api/v0/asks/:id',
    auth: { category: 'instance_write' },
    interval: 4.5,
    penalty: 12,
    handler: createOrRefuse,
  },
  {
    method: 'PUT',
    path: '/api/v0/launch_instance',
    auth: { category: 'misc' },
    interval: 4.5,
    penalty: 12,
    handler: launch,
  },
];
