import type { SearchBody } from '../../client/wire.ts';
import type { RentEvent, RescueEvent } from '../journal-events.ts';

/** What a person has agreed to, as part of the purchase. */
export type RescuePlan = {
  /** Only say that a boot failed; wait for a yes; or go ahead. */
  consent: 'tell' | 'ask' | 'by-itself';
  /** $/h, disk included, that no rent of it may exceed. Without one nothing is rented by itself. */
  cap?: number;
  /** Requests to rent that may be sent, whatever became of them. */
  tries: number;
  /** The machine is a guess, so that `by-itself` became `ask`. */
  guessed?: true;
  search: SearchBody;
};

/** Where something failed to boot. What a record does not say cannot be remembered. */
export type Place = { offer_id?: number; host_id?: number; machine_id?: number };

/** `why` of a boot-failed that is none: what came costs more than the cap. */
export const overCap = 'over-cap';

/** `why` of a not-rented that says nothing of its offer: no price could be read, so that nothing was sent. */
export const unread = 'unread';

export type RescueStep = Extract<RescueEvent, { t: 'rescue-step' }>;

/** Why a rescue ended. */
export type RescueEnd =
  | 'running'
  /** `u` before or while something was under way. */
  | 'called-off'
  | 'no-offer'
  | 'tries-used'
  | 'not-destroyed'
  | 'refused'
  /** The rent got no clear answer: the journal settles it. */
  | 'unknown'
  /** The program ended in the middle, and with it the request body, which holds secrets and is on no disk. */
  | 'cut-off'
  /** What it was about to do could not be noted on the disk first. */
  | 'unprotected'
  /** Destroyed by the person, or gone by itself. */
  | 'gone';

/**
 * One purchase and what is to become of it when it does not boot, made of the journal. `watching` until something is
 * done, then `destroying`, `empty-handed` (it is known to be gone), `renting`; `watching` again when that was rented.
 */
export type Rescue = {
  rescue: string;
  plan: RescuePlan;
  phase: 'watching' | 'destroying' | 'empty-handed' | 'renting' | 'ended';
  end?: RescueEnd;
  /** The instance that is watched, or is being replaced; while nothing is rented, the one that is gone. */
  id: number;
  place: Place;
  /** Every instance it was about, the first one first. */
  ids: readonly number[];
  /** Its state when its boot failed, and since when (epoch ms) that is known. */
  failed?: { word: string; at: number };
  /** Requests to rent that were sent. */
  used: number;
  /** Offers that were asked for and not given. */
  missed: readonly number[];
  /** What happened, oldest first. */
  steps: readonly RescueStep[];
};

const ends: ReadonlySet<string> = new Set<RescueEnd>([
  'no-offer',
  'tries-used',
  'not-destroyed',
  'refused',
  'unknown',
  'cut-off',
  'unprotected',
]);

/** The place that a record or an event names. */
export const placeOf = ({ offer_id, host_id, machine_id }: Place): Place => ({
  ...(offer_id === undefined ? {} : { offer_id }),
  ...(host_id === undefined ? {} : { host_id }),
  ...(machine_id === undefined ? {} : { machine_id }),
});

function begun(event: Extract<RescueEvent, { t: 'rescue' }>): Rescue {
  const { rescue, consent, cap, tries, guessed, search, id } = event;
  return {
    rescue,
    plan: { consent, tries, search, ...(cap === undefined ? {} : { cap }), ...(guessed && { guessed }) },
    phase: 'watching',
    id,
    place: placeOf(event),
    ids: [id],
    used: 0,
    missed: [],
    steps: [],
  };
}

const ended = (rescue: Rescue, end: RescueEnd): Rescue => ({ ...rescue, phase: 'ended', end });

const withId = (ids: readonly number[], id: number): readonly number[] =>
  ids.includes(id) ? ids : [...ids, id];

/** The offer that was asked for last. */
export const askedFor = ({ steps }: Pick<Rescue, 'steps'>): number | undefined =>
  steps.findLast(({ step }) => step === 'renting')?.offer_id;

/** What the rent journal found out about a rent of this rescue whose answer was missing, or came after a restart. */
function foundOut(rescue: Rescue, event: Extract<RentEvent, { t: 'rented' }>): Rescue {
  if (askedFor(rescue) !== event.offer_id || rescue.ids.includes(event.id)) return rescue;
  if (rescue.phase === 'renting') return replaced(asking(rescue, event), event.id, placeOf(event));
  return rescue.phase === 'ended' ? { ...rescue, ids: withId(rescue.ids, event.id) } : rescue;
}

/** A machine that is a guess is not destroyed without a question, whatever was agreed to. */
function asking(rescue: Rescue, { guessed }: Extract<RentEvent, { t: 'rented' }>): Rescue {
  if (guessed !== true || rescue.plan.consent !== 'by-itself') return rescue;
  return { ...rescue, plan: { ...rescue.plan, consent: 'ask', guessed } };
}

/** The instance that was rented in place of `id`; what failed before is history. */
function replaced(rescue: Rescue, id: number, place: Place): Rescue {
  const { failed: _, ...rest } = rescue;
  return { ...rest, phase: 'watching', id, place, ids: withId(rescue.ids, id) };
}

function stepped(before: Rescue, step: RescueStep): Rescue {
  const rescue: Rescue = { ...before, steps: [...before.steps, step] };
  // Called off while something was on its way: what came of it is told, and nothing more is done.
  if (before.phase === 'ended')
    return step.step === 'rented' && step.id !== undefined
      ? { ...rescue, ids: withId(rescue.ids, step.id) }
      : rescue;
  switch (step.step) {
    case 'boot-failed':
      return { ...rescue, failed: { word: step.why ?? 'failed', at: step.at } };
    case 'destroying':
      return { ...rescue, phase: 'destroying' };
    case 'gone':
      return { ...rescue, phase: 'empty-handed' };
    case 'renting':
      return { ...rescue, phase: 'renting', used: rescue.used + 1 };
    case 'not-rented': {
      if (step.why === unread) return { ...rescue, used: rescue.used - 1, phase: 'empty-handed' };
      const missed = step.offer_id === undefined ? rescue.missed : [...rescue.missed, step.offer_id];
      return { ...rescue, missed, phase: 'empty-handed' };
    }
    case 'rented':
      return step.id === undefined ? rescue : replaced(rescue, step.id, placeOf(step));
    case 'called-off':
      return ended(rescue, 'called-off');
    case 'running':
      return ended(rescue, 'running');
    case 'failed':
      return ended(rescue, ends.has(step.why ?? '') ? (step.why as RescueEnd) : 'not-destroyed');
  }
}

/** Every rescue that the journal tells of, in the order in which they were agreed to. */
export function rescuesOf(events: readonly (RentEvent | RescueEvent | { t: string })[]): Rescue[] {
  const all = new Map<string, Rescue>();
  for (const event of events as readonly (RentEvent | RescueEvent)[]) {
    if (event.t === 'rescue') all.set(event.rescue, begun(event));
    if (event.t === 'rescue-step') {
      const known = all.get(event.rescue);
      if (known !== undefined) all.set(event.rescue, stepped(known, event));
    }
    if (event.t === 'rented') for (const known of all.values()) all.set(known.rescue, foundOut(known, event));
    if (event.t === 'gone') {
      for (const known of all.values())
        if (known.id === event.id && known.phase === 'watching') all.set(known.rescue, ended(known, 'gone'));
    }
  }
  return [...all.values()];
}

/** The rescue that an instance belongs to, the latest where there were several. */
export const rescueOf = (rescues: readonly Rescue[], id: number): Rescue | undefined =>
  rescues.findLast(({ ids }) => ids.includes(id));

/** The one that is between destroying and renting, if any: there are never two. */
export const underWay = (rescues: readonly Rescue[]): Rescue | undefined =>
  rescues.find(({ phase }) => phase === 'destroying' || phase === 'empty-handed' || phase === 'renting');

/** Places that the journal knows to have failed. */
export function failedPlaces(events: readonly (RescueEvent | { t: string })[]): Place[] {
  return (events as readonly RescueEvent[]).flatMap((event) =>
    event.t === 'rescue-step' && (event.step === 'boot-failed' || event.step === 'destroying')
      ? [placeOf(event)]
      : [],
  );
}
