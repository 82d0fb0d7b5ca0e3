import type { ApiError } from '../../client/errors.ts';
import type { InstanceListReply } from '../../client/wire.ts';
import { listStore } from '../../tui/list/list-state.ts';
import type { Deck } from '../deck.ts';
import { saidNow } from '../held-calls.ts';
import { isNotListed } from '../known-gone.ts';
import { absentAfterMs } from '../lost-creation.ts';
import type { LostWrite } from '../lost-writes.ts';
import { isWhole } from '../missing-rows.ts';
import { keys } from '../read-keys.ts';
import { reportFailure } from '../report-failure.ts';
import { currentRoute } from '../route.ts';
import type { Session } from '../services.ts';
import { staleNow } from '../stale-block.ts';
import { isUnclear } from '../write-advice.ts';
import { recheckTargets, type Target } from './act-targets.ts';
import { atMost } from './at-most.ts';
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
  type Undestroyed,
} from './held-acts.ts';
import { forgetLostPower, lostPower } from './lost-power.ts';

/** Requests of one act that are on their way at the same time. */
const atOnce = 2;

type Sender = (deck: Deck, session: Session, id: number, lost?: Omit<LostWrite, 'at'>) => Promise<ActResult>;

const senders: Readonly<Record<ActName, Sender>> = {
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

const failedWords = 'Failed and still marked:';
const unclearWords = 'Not confirmed and still marked:';

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
  const { go, left } = recheckTargets(held.targets, deck.latest.current, isWhole(deck.latest));
  for (const { target, why } of left)
    deck.messages.say('warn', `${target.name} ${why}, so it was left out: nothing was sent to it.`);
  // What was said of those that failed before is told anew by this one.
  deck.messages.settle(failedWords + act);
  let count = left.length;
  changeHeld(deck, held, () => ({ answered: count }));
  // A list may tell what became of a lost one while others are still asked.
  const doneAfterAll = new Set<number>();
  const results = await atMost(atOnce, go, async (target) => {
    const at = deck.own();
    const result = await senders[act](deck, session, target.id, lostAct(deck, act, target, doneAfterAll));
    count += 1;
    changeHeld(deck, held, () => ({ answered: count }));
    // Each has its word as it comes; a single one is told of below.
    if (!result.ok) reportFailure(deck, `${actVerb[act]} ${target.name}`, result.error);
    else deck.messages.settle(`${actVerb[act]} ${target.name}`);
    if (result.ok) unmark(deck, [target]);
    if (result.ok && held.targets.length > 1)
      deck.messages.say('info', `${doneOne(act, target)} (${count} of ${held.targets.length})`);
    return { target: { ...target, at }, result };
  });
  const isDone = ({ target, result }: (typeof results)[number]) => result.ok || doneAfterAll.has(target.id);
  const well = results.filter(isDone).map(({ target }) => target);
  const failures = results.filter((one) => !isDone(one));
  const failed = failures.map(({ target, result }) => ({
    ...target,
    unclear: !result.ok && isUnclear(result.error),
  }));
  if (act === 'destroy')
    deck.undestroyed.set((now) => [
      ...now.filter(({ id }) => !failed.some((one) => one.id === id)),
      ...failed,
    ]);
  unmark(deck, [...well, ...left.map(({ target }) => target)]);
  if (act === 'destroy') leaveDestroyed(deck, well);
  const errors = failures.flatMap(({ result }) => (result.ok ? [] : [result.error]));
  sayTogether(deck, act, { well, failed, errors });
}

/**
 * What tells later what became of one whose answer is lost, and puts its id among those `doneAfterAll` where it was;
 * nothing does of a machine that was to begin anew.
 */
function lostAct(
  deck: Deck,
  act: ActName,
  target: Target,
  doneAfterAll: Set<number>,
): Omit<LostWrite, 'at'> | undefined {
  if (act === 'reboot' || act === 'recycle') return undefined;
  return lostPower(deck, `${actVerb[act]} ${target.name}`, act, target, () => {
    doneAfterAll.add(target.id);
    unmark(deck, [target]);
    deck.messages.settle(failedWords + act);
  });
}

const doneOne = (act: ActName, { name }: Target): string => `${name}: ${done[act]}`.replace(': is ', ' is ');

type Failed = Target & { unclear: boolean };
type Ends = { well: readonly Target[]; failed: readonly Failed[]; errors: readonly ApiError[] };

/** Which of them failed, and which may have been done all the same. */
const failedText = (failed: readonly Failed[]): string =>
  [
    { words: failedWords, of: failed.filter(({ unclear }) => !unclear) },
    { words: unclearWords, of: failed.filter(({ unclear }) => unclear) },
  ]
    .flatMap(({ words, of }) => (of.length === 0 ? [] : [`${words} ${names(of)}.`]))
    .join(' ');

function sayTogether(deck: Deck, act: ActName, { well, failed, errors }: Ends): void {
  const [only] = well;
  if (well.length + failed.length === 1) {
    if (only !== undefined) deck.messages.say('info', doneOne(act, only));
    return;
  }
  const went = well.length === 0 ? '' : `${doneTogether[act]}: ${names(well)}.`;
  if (failed.length === 0) {
    // What so many became of is worth more than a moment.
    if (went !== '') deck.messages.say('info', went, { stays: true });
    return;
  }
  const said = `${failedText(failed)} ${went}`;
  const held = errors.find(({ waitMs }) => waitMs !== undefined);
  if (held === undefined) deck.messages.say('error', said.trim(), { of: failedWords + act });
  else {
    const { text, now } = saidNow(deck, held, ({ title, next }) => `${said} ${title} ${next}`);
    deck.messages.say('error', text, { of: failedWords + act, now });
  }
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

/**
 * A destroy whose answer was bad may have been done all the same: when a whole list no longer has a target, what was said of
 * it is corrected. `askedAt` is when the list was asked for (own ms).
 */
export function correctUndestroyed(deck: Deck, list: InstanceListReply, askedAt: number): void {
  const gone = deck.undestroyed
    .get()
    .filter((target) => tellsOf(target, askedAt) && isNotListed(list, target.id));
  if (gone.length === 0) return;
  const left = deck.undestroyed.get().filter((target) => !gone.includes(target));
  deck.undestroyed.set(left);
  for (const { id } of gone) deck.destroyed.add(id);
  forgetLostPower(
    deck,
    gone.map(({ id }) => id),
  );
  unmark(deck, gone);
  const shown = deck.messages.current();
  const failure = gone.some(({ name }) => shown?.text.startsWith(`${actVerb.destroy} ${name}`));
  const isOfAll = shown?.of === `${failedWords}destroy`;
  if (failure || isOfAll) deck.messages.dismiss();
  const still = left.length === 0 ? '' : ` ${failedText(left)}`;
  const is = gone.length === 1 ? 'is' : 'are';
  deck.messages.say(left.length === 0 ? 'info' : 'error', `${names(gone)} ${is} gone after all.${still}`, {
    stays: true,
  });
}

/**
 * Whether a list that lacks a target tells that it is gone: one that was asked for before the destroy does not, nor does any
 * so soon of a machine that no list has shown yet.
 */
const tellsOf = ({ at, listed }: Undestroyed, askedAt: number): boolean =>
  askedAt >= at + (listed ? 0 : absentAfterMs);
