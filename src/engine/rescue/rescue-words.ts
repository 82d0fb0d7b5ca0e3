import { askedFor, overCap, type Rescue, type RescueEnd, type RescueStep, unread } from './rescue.ts';

/** What an end means, as a sentence without its full stop. */
export const endWords: Readonly<Record<RescueEnd, string>> = {
  running: 'It runs, and the rescue is over',
  'called-off': 'Called off',
  'no-offer': 'No offer of the search is like it, under the cap and on another host: nothing is rented',
  'tries-used': 'The tries are used up: nothing more is rented',
  'not-destroyed': 'It is not known to be destroyed, so nothing was rented in its place',
  refused: 'The rent was refused, nothing was created',
  unknown: 'It is not known whether the rent went through: the list of instances will show it',
  'cut-off': 'rigdeck ended in the middle of it: nothing more is done by itself',
  unprotected: 'The disk does not take a note of it, so nothing was done',
  gone: 'The machine was destroyed, and the rescue with it',
};

const isEnd = (why: string | undefined): why is RescueEnd =>
  why !== undefined && Object.hasOwn(endWords, why);

/** A step as a line of what happened. */
export function stepWords(step: RescueStep): string {
  const { id, offer_id: offer, why } = step;
  switch (step.step) {
    case 'boot-failed':
      return why === overCap ? `${id} costs more than the cap` : `${id} will not boot: ${why}`;
    case 'destroying':
      return `rescue: destroying ${id}`;
    case 'gone':
      return `rescue: ${id} is gone`;
    case 'renting':
      return `rescue: rent request for offer ${offer} sent once`;
    case 'not-rented':
      return `rescue: offer ${offer} ${missedWords(why)}, nothing was created`;
    case 'rented':
      return `rescue: rented as ${id} from offer ${offer}`;
    case 'called-off':
      return 'rescue: called off';
    case 'running':
      return `${id} runs`;
    case 'failed':
      return `rescue ended: ${lowerFirst(endWords[isEnd(why) ? why : 'not-destroyed'])}`;
  }
}

/** Why an offer was not rented, after its name. */
export const missedWords = (why: string | undefined): string => missed.get(why ?? '') ?? 'is taken';

const missed: ReadonlyMap<string, string> = new Map([
  ['busy', 'cannot start now'],
  ['dear', 'costs more than the cap now'],
  [unread, 'has a price that could not be checked'],
]);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What a rescue does just now, for the plan on the screen. */
export function phaseWords(rescue: Rescue): string {
  const { phase, id, end } = rescue;
  switch (phase) {
    case 'watching':
      return 'watching the boot';
    case 'destroying':
      return `destroying ${id}, until it is known to be gone`;
    case 'empty-handed':
      return `${id} is gone; looking for the next best offer`;
    case 'renting':
      return `asking for offer ${askedFor(rescue)}`;
    case 'ended':
      return endWords[end ?? 'called-off'];
  }
}

/** What has happened already when a rescue is called off, and what becomes of it. */
export function calledOffWords(rescue: Pick<Rescue, 'phase' | 'id' | 'steps'>): string {
  const { phase, id } = rescue;
  switch (phase) {
    case 'destroying':
      return `${id} is being destroyed, which cannot be called back; nothing is rented in its place.`;
    case 'empty-handed':
      return `${id} is destroyed already; nothing is rented in its place.`;
    case 'renting':
      return `${id} is destroyed, and the rent of offer ${askedFor(rescue)} is on its way: if it is accepted you have that machine. Nothing more is sent.`;
    default:
      return `Nothing has happened: ${id} is as it was.`;
  }
}
