import type { Instance } from '../../client/wire.ts';
import type { Route } from '../../engine/route.ts';
import type { Rehearsal } from '../../engine/services.ts';

/** What the person is looking at: an instance or an offer, by its own screen or by the cursor of a list. */
export type Place = { instance?: Pick<Instance, 'id' | 'is_bid'>; offer?: { id: number } };

export type RehearsalEntry = {
  label: string;
  what: Rehearsal;
  /** Said once it has happened. */
  done: string;
  /** The deck asks the service again at once, so that it shows. */
  refresh: boolean;
  blocked?: string;
};

/** The place of a route. `underCursor` as in the deck, `instances` as they were read last. */
export function placeOf(
  route: Route,
  underCursor: ReadonlyMap<string, number>,
  instances: readonly Instance[],
): Place {
  const instance = (id: number | undefined): Place =>
    id === undefined ? {} : { instance: instances.find((row) => row.id === id) ?? { id } };
  const offer = (id: number | undefined): Place => (id === undefined ? {} : { offer: { id } });
  switch (route.screen) {
    case 'instance':
      return instance(route.id);
    case 'instances':
      return instance(underCursor.get('instances'));
    case 'offers':
      return offer(underCursor.get('offers'));
    case 'rent':
      return offer(route.offer.id);
    default:
      return {};
  }
}

const minute = 60;
const hour = 60 * minute;
const waitSeconds = 20;

/** What can be rehearsed at a place, in the order of the palette (design.md 7). */
export function rehearsalEntries({ instance, offer }: Place): readonly RehearsalEntry[] {
  return [
    ...(instance === undefined ? [] : instanceEntries(instance)),
    ...(offer === undefined ? [] : offerEntries(offer)),
    ...always,
  ];
}

const entry = (label: string, what: Rehearsal, done: string, refresh = true): RehearsalEntry => ({
  label: `Sandbox: ${label}`,
  what,
  done,
  refresh,
});

const pass = (span: string, seconds: number): RehearsalEntry =>
  entry(`let ${span} pass`, { kind: 'pass', seconds }, `It is ${span} later now, here and in the sandbox`);

const always: readonly RehearsalEntry[] = [
  pass('5 minutes', 5 * minute),
  pass('15 minutes', 15 * minute),
  pass('1 hour', hour),
  pass('1 day', 24 * hour),
  // Asking again would use these calls up before the person can do anything.
  entry(
    'no answer to the next 5 calls',
    { kind: 'no-answer', calls: 5 },
    'The next 5 calls get no answer; reads are repeated by themselves, writes are not',
    false,
  ),
  entry('no answer at all from now on', { kind: 'no-answer' }, 'No call is answered any more'),
  entry(
    "the next rent's answer is lost",
    { kind: 'lose-rent-answer' },
    'The next rent is heard, but its answer is lost on the way',
    false,
  ),
  entry(
    'too many requests (429) once',
    { kind: 'too-many-requests', waitSeconds },
    `One call is answered with 429 and asks for ${waitSeconds} s`,
  ),
  entry('everything works again', { kind: 'heal' }, 'Every call is answered again'),
  entry('two-factor required', { kind: 'require-two-factor' }, 'The account asks for two-factor now'),
  entry(
    'lock every two-factor method',
    { kind: 'lock-methods' },
    'Every two-factor method is locked for 15 minutes',
  ),
  entry('credit falls to $1', { kind: 'credit', dollars: 1 }, 'The credit is $1 now'),
  entry('credit is $100', { kind: 'credit', dollars: 100 }, 'The credit is $100 now'),
  entry('revoke this key', { kind: 'revoke-key' }, 'This key is revoked'),
];

function instanceEntries({ id, is_bid }: NonNullable<Place['instance']>): RehearsalEntry[] {
  const fate = (label: string, to: Extract<Rehearsal, { kind: 'instance' }>['fate'], done: string) =>
    entry(label, { kind: 'instance', id, fate: to }, `Instance ${id} ${done}`);
  return [
    fate('this instance exits', 'exited', 'has exited'),
    fate('its host goes silent (unknown)', 'unknown', 'is unknown: its host went silent'),
    fate('its host goes offline', 'offline', 'is offline: its host is disconnected'),
    {
      ...fate('this instance is outbid', 'outbid', 'was outbid'),
      ...(is_bid === false ? { blocked: 'Only a bid can be outbid; this one is on-demand' } : {}),
    },
    fate('this instance goes on by itself', 'by-itself', 'goes on by itself'),
  ];
}

function offerEntries({ id }: NonNullable<Place['offer']>): RehearsalEntry[] {
  const fate = (label: string, to: Extract<Rehearsal, { kind: 'offer' }>['fate'], done: string) =>
    entry(label, { kind: 'offer', id, fate: to }, `Offer ${id} ${done}`);
  return [
    fate('somebody takes this offer', 'taken', 'was taken by somebody else'),
    fate('this host is busy', 'busy', 'cannot start at once: its host is busy'),
    fate('its price rises by a tenth', 'dearer', 'costs a tenth more'),
    fate('this offer is as it was', 'as-it-was', 'is as it was'),
  ];
}
