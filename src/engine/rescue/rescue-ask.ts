import { disk, memory, percent, ratePerHour } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance, Offer } from '../../client/wire.ts';
import { isFree } from '../asked-reads.ts';
import type { Deck } from '../deck.ts';
import { gpuLabel, instanceName, phraseFor, saidAct } from '../instances/names.ts';
import { readInstance } from '../instances/reading.ts';
import { lackingNow } from '../lacking.ts';
import { instancePrices } from '../money/money.ts';
import { noteDown } from '../note-down.ts';
import { type HeldRequest, withEntry } from '../rent/held-request.ts';
import type { Session } from '../services.ts';
import { type Rescue, underWay } from './rescue.ts';
import { bound, priceWith } from './rescue-memory.ts';
import { dearRescues, rescuable } from './rescue-move.ts';
import { findOffer, pickOffer } from './rescue-offers.ts';
import { knownRescues, rescueBlock } from './rescue-run.ts';

/** Why there is nothing to rescue about this instance, however long one waits; undefined when there is. */
export function noRescue(
  deck: Deck,
  session: Session,
  instance: Instance | undefined,
  rescue: Rescue | undefined,
): string | undefined {
  if (session.readOnly) return 'rigdeck is in read-only mode';
  if (instance === undefined) return 'No instance selected';
  const seen = deck.rescue.get().seen.get(instance.id);
  const { kind, word, neverRuns } = readInstance(instance);
  if (seen?.hasRun === true && neverRuns)
    return `It ran before it failed: its disk may be wanted. ${deck.keyName('instance.destroy')} destroys it, ${deck.keyName('instance.rent-like')} rents another`;
  const dear = rescue !== undefined && dearRescues([rescue], [instance]).size > 0;
  if (!dear && kind === 'running') return `${instanceName(instance)} is running. Nothing to replace`;
  if (!dear && seen !== undefined && !rescuable(seen)) return `It is ${word}: no boot has failed`;
  const request = rescue && deck.rescue.get().requests.get(rescue.rescue);
  const tied = request && bound(request);
  if (tied !== undefined) return tied;
  if (rescue !== undefined && rescue.used >= rescue.plan.tries)
    return `The tries that were agreed to are used up: ${deck.keyName('instance.destroy')} destroys it, ${deck.keyName('instance.rent-like')} rents another`;
  return undefined;
}

/** Why this instance cannot be rescued just now; undefined when it can. */
export function whyNot(
  deck: Deck,
  session: Session,
  instance: Instance | undefined,
  rescue: Rescue | undefined,
): string | undefined {
  const never = noRescue(deck, session, instance, rescue);
  if (never !== undefined) return never;
  const other = underWay(knownRescues(deck, session));
  if (other !== undefined) return `The rescue of ${other.id} is under way: one at a time`;
  return lackingNow(session, 'instance_write') ?? rescueBlock(deck, session);
}

/**
 * Asks before an instance is destroyed and another rented in its place: names both, and what is paid. Where what it was
 * rented with is not in memory any more, the form of the next best offer opens instead, and nothing is destroyed.
 */
export async function askRescue(
  deck: Deck,
  session: Session,
  instance: Instance,
  rescue: Rescue | undefined,
  loaded: readonly Offer[],
): Promise<void> {
  const request = rescue && deck.rescue.get().requests.get(rescue.rescue);
  if (rescue === undefined || request === undefined) return byHand(deck, session, instance, rescue, loaded);
  const found = await findOffer(deck, session, rescue, request);
  if (found === undefined) return;
  if (found.offer === undefined)
    return deck.messages.say('warn', 'No offer of its search is like it, under the cap and on another host');
  // The search took its time: what the person has opened or types meanwhile is not pushed aside.
  if (!isFree(deck))
    return deck.messages.say(
      'warn',
      `The rescue of ${instanceName(instance)} was not asked about: ${deck.keyName('instance.rescue')} asks again`,
    );
  const { id } = instance;
  deck.open({
    kind: 'confirm',
    action: 'instance.rescue',
    title: 'Rescue this instance?',
    body: body(instance, rescue, request, found.offer),
    no: 'Keep it',
    yes: 'Destroy and rent',
    typed: phraseFor(instance),
    run: () => agree(deck, session, id, rescue),
  });
}

/** The yes of a person to what a dialog named. One that was called off before is agreed to anew. */
function agree(deck: Deck, session: Session, id: number, rescue: Rescue): void {
  if (rescue.phase === 'ended') {
    const { plan, place, used } = rescue;
    const again = `${rescue.rescue}+`;
    const request = deck.rescue.get().requests.get(rescue.rescue);
    if (request === undefined) return;
    deck.rescue.set((memory) => ({ ...memory, requests: withEntry(memory.requests, again, request) }));
    void noteDown(deck, session, {
      t: 'rescue',
      rescue: again,
      at: deck.services.clock.now(),
      id,
      ...plan,
      tries: plan.tries - used,
      ...place,
      offer_id: place.offer_id ?? request.offer.id,
    });
  }
  deck.rescue.set((memory) => ({ ...memory, wanted: withEntry(memory.wanted, id, deck.local.now()) }));
  deck.messages.say('warn', `Rescue of ${id} begins in 5s: ${deck.keyName('app.undo')} calls it off.`);
}

function body(instance: Instance, { plan, used }: Rescue, request: HeldRequest, offer: Offer): Parts[] {
  const size = instance.disk_space === undefined ? 'Its disk' : `Its disk (${disk(instance.disk_space)})`;
  const gpu = [gpuLabel(offer), offer.gpu_ram === undefined ? undefined : memory(offer.gpu_ram)];
  const reliable = offer.reliability2 ?? offer.reliability;
  const was = instancePrices(instance).total;
  return [
    [[`Destroy ${instance.id}  ${instance.label ?? ''}`.trim(), 'bold'], `  ${readInstance(instance).word}`],
    [`${size} is erased and cannot be brought back.`],
    [
      [`Rent offer ${offer.id}`, 'bold'],
      `  ${gpu.filter((part) => part !== undefined).join(' ')} · ${percent(reliable)} reliable`,
    ],
    [
      [ratePerHour(priceWith(request, offer)), 'bold'],
      ` instead of ${ratePerHour(was)}${plan.cap === undefined ? '' : `, cap ${ratePerHour(plan.cap)}`}`,
    ],
    ['If it is taken by then, the next best under the cap.'],
    [[`Try ${used + 1} of ${plan.tries}.`, 'dim']],
  ];
}

/** The next best of `loaded` for an instance, as it could be rented by hand, with its $/h. */
export function offerByHand(
  deck: Deck,
  session: Session,
  instance: Instance,
  rescue: Rescue | undefined,
  loaded: readonly Offer[],
): { offer: Offer; perHour: number | undefined } | undefined {
  const place = { host_id: instance.host_id, machine_id: instance.machine_id };
  const stand: Offer = {
    id: rescue?.place.offer_id ?? 0,
    ...(instance.gpu_name === undefined ? {} : { gpu_name: instance.gpu_name }),
    ...(instance.num_gpus === undefined ? {} : { num_gpus: instance.num_gpus }),
  };
  const open = loaded.filter(
    ({ host_id, machine_id }) =>
      (host_id === undefined || host_id !== place.host_id) &&
      (machine_id === undefined || machine_id !== place.machine_id),
  );
  const plan = rescue ?? noPlan(instance.id);
  const request = { offer: stand, body: {}, diskGb: instance.disk_space ?? 8 };
  const offer = pickOffer(deck, session, plan, request, open);
  return offer && { offer, perHour: priceWith(request, offer) };
}

function byHand(
  deck: Deck,
  session: Session,
  instance: Instance,
  rescue: Rescue | undefined,
  loaded: readonly Offer[],
): void {
  const found = offerByHand(deck, session, instance, rescue, loaded);
  const kept = 'What it was rented with holds secrets and is not kept on the disk';
  if (found === undefined) {
    deck.messages.say(
      'warn',
      `${kept}, and no offer like it is loaded. ${deck.keyName('app.offers')} goes to the offers.`,
    );
    return;
  }
  deck.go({ go: 'push', route: { screen: 'rent', offer: found.offer } });
  deck.messages.say(
    'warn',
    `${kept}: this is the form for the next best offer. Nothing is destroyed: ${saidAct(deck, 'destroy', instance.id)} destroys it.`,
  );
}

const noPlan = (id: number): Rescue => ({
  rescue: '',
  plan: { consent: 'tell', tries: 1, search: {} },
  phase: 'watching',
  id,
  place: {},
  ids: [id],
  used: 0,
  missed: [],
  steps: [],
});
