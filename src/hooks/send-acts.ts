import { recheckTargets, type Target } from '../domain/act-targets.ts';
import { atMost } from '../domain/at-most.ts';
import { currentRoute } from '../route.ts';
import type { Session } from '../services.ts';
import type { Deck } from './deck.ts';
import {
  type ActName,
  type ActResult,
  actVerb,
  changeHeld,
  destroyInstance,
  type HeldAct,
  heldName,
  restartInstance,
  startInstance,
  stopInstance,
} from './held-acts.ts';
import { listStore } from './list-state.ts';
import { reportFailure } from './report-failure.ts';
import { keys } from './resources.ts';
import { staleNow } from './stale-block.ts';

/** Requests of one act that are on their way at the same time. */
const atOnce = 2;

const senders: Readonly<Record<ActName, (deck: Deck, session: Session, id: number) => Promise<ActResult>>> = {
  stop: stopInstance,
  start: startInstance,
  destroy: destroyInstance,
  reboot: restartInstance('reboot'),
  recycle: restartInstance('recycle'),
};

const done: Readonly<Record<ActName, string>> = {
  stop: 'asked to stop; compute billing halts, the disk is still charged',
  start: 'asked to start',
  destroy: 'is destroyed; nothing of it is charged any more',
  reboot: 'asked to reboot; its disk stays',
  recycle: 'asked to recycle; it is made anew from its image',
};
const doneTogether: Readonly<Record<ActName, string>> = {
  stop: 'Asked to stop',
  start: 'Asked to start',
  destroy: 'Destroyed',
  reboot: 'Asked to reboot',
  recycle: 'Asked to recycle',
};

const names = (targets: readonly Target[]): string => targets.map(({ name }) => name).join(', ');

/**
 * Sends a confirmed act to each of its targets that is still as the person saw it, two at a time, and says what became
 * of each. One that fails stops none of the others, and stays marked.
 */
export async function sendAct(deck: Deck, held: HeldAct): Promise<void> {
  const { act, session } = held;
  // The machine may have slept, or the service not have answered, since the person decided.
  // A single one may have been read by itself.
  const [only] = held.targets;
  const alone = held.targets.length === 1 && only !== undefined ? [keys.instance(only.id)] : [];
  const old = staleNow(deck, [keys.instances, ...alone]);
  if (old !== undefined) return deck.messages.say('warn', `Not sent: ${heldName(held)}. ${old}.`);
  const { go, left } = recheckTargets(held.targets, deck.latest.current);
  for (const { target, why } of left)
    deck.messages.say('warn', `${target.name} ${why}, so it was left out: nothing was sent to it.`);
  changeHeld(deck, held, () => ({ answered: left.length }));
  const results = await atMost(atOnce, go, async (target) => {
    const result = await senders[act](deck, session, target.id);
    changeHeld(deck, held, ({ answered }) => ({ answered: answered + 1 }));
    return { target, result };
  });
  const well = results.filter(({ result }) => result.ok).map(({ target }) => target);
  const failed = results.flatMap(({ target, result }) =>
    result.ok ? [] : [{ target, error: result.error }],
  );
  unmark(deck, [...well, ...left.map(({ target }) => target)]);
  for (const { target, error } of failed) reportFailure(deck, `${actVerb[act]} ${target.name}`, error);
  if (act === 'destroy') leaveDestroyed(deck, well);
  sayTogether(
    deck,
    act,
    well,
    failed.map(({ target }) => target),
  );
}

function sayTogether(deck: Deck, act: ActName, well: readonly Target[], failed: readonly Target[]): void {
  const [only] = well;
  if (well.length + failed.length === 1) {
    if (only !== undefined) deck.messages.say('info', `${only.name}: ${done[act]}`.replace(': is ', ' is '));
    return;
  }
  const went = well.length === 0 ? '' : `${doneTogether[act]}: ${names(well)}.`;
  if (failed.length === 0) {
    if (went !== '') deck.messages.say('info', went);
    return;
  }
  deck.messages.say('error', `Failed and still marked: ${names(failed)}. ${went}`.trim());
}

function unmark(deck: Deck, targets: readonly Target[]): void {
  const gone = new Set(targets.map(({ id }) => id));
  listStore(deck.lists, 'instances').set((now) =>
    now.marks.size === 0 ? now : { ...now, marks: new Set([...now.marks].filter((id) => !gone.has(id))) },
  );
}

/** The screen of an instance that is no more gives way to the one before it. */
function leaveDestroyed(deck: Deck, targets: readonly Target[]): void {
  const route = currentRoute(deck.nav.get());
  if (route.screen === 'instance' && targets.some(({ id }) => id === route.id)) deck.go({ go: 'back' });
}
