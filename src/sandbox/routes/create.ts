import { readCreation, type Wanted } from '../creation.ts';
import { reject } from '../errors.ts';
import type { OfferFacts } from '../market.ts';
import { newInstance } from '../new-instance.ts';
import { isBusy, isTaken, offerPrice } from '../offer-state.ts';
import type { Store } from '../store.ts';
import { type Call, type Route, success } from './call.ts';

/** `PUT /api/v0/asks/<offer_id>/`: accepts an offer. Every refusal carries `ask_id`, and then nothing is made. */
function create(call: Call) {
  const { store, id: offerId, now } = call;
  const wanted = readCreation(store, call.body);
  const facts = store.market.facts(offerId);
  const unavailable = (gone: boolean) =>
    gone
      ? reject('no_such_ask', `no_such_ask: offer ${offerId} is not available`, {
          extra: { ask_id: offerId },
        })
      : reject(
          'invalid_args',
          `error 404/3603: no_such_ask Instance type by id ${offerId} is not available.`,
          {
            status: 404,
            extra: { ask_id: offerId },
          },
        );
  if (facts === undefined) return unavailable(false);
  if (isTaken(store, offerId, now)) return unavailable(wanted.cancelUnavail);
  checkAgainstOffer(store, wanted, facts);
  if (store.state.account.credit < 1e-9) reject('insufficient_credit', 'insufficient credit');

  const price = offerPrice(store, offerId, now);
  const beaten = wanted.price !== undefined && wanted.price < price.minBid;
  const free = !beaten && !isBusy(store, offerId);
  if (!free && wanted.cancelUnavail && !wanted.stopped) return unavailable(true);

  const record = newInstance(store, wanted, facts, { now, price, free, beaten });
  store.save(record);
  return success({ new_contract: record.id, instance_api_key: record.apiKey });
}

function checkAgainstOffer(store: Store, wanted: Wanted, facts: OfferFacts): void {
  const extra = { ask_id: facts.id };
  if (wanted.disk > facts.disk_space) {
    reject('invalid_args', `disk: the offer has ${facts.disk_space} GB`, { extra });
  }
  if (wanted.vm && store.state.sshKeys.every((key) => key.deletedAt !== undefined)) {
    reject('no_ssh_key_for_vm', 'a VM needs an ssh key on the account', { extra });
  }
  if (wanted.volumeId === null) return;
  const volume = store.state.volumes.find((one) => one.id === wanted.volumeId && one.deletedAt === undefined);
  if (volume === undefined) reject('bad_request', 'no volume has this volume_id', { extra });
  if (volume.machineId !== facts.machine_id) {
    reject('invalid_args', `volume ${volume.id} lies on machine ${volume.machineId}, the offer is another`, {
      extra,
    });
  }
}

export const createRoutes: Route[] = [
  {
    method: 'PUT',
    path: '/api/v0/asks/:id',
    auth: { category: 'instance_write' },
    interval: 4.5,
    handler: create,
  },
];
