import { useEffect } from 'react';
import { span } from '../base/format-time.ts';
import type { ApiError } from '../client/errors.ts';
import type { Missing } from '../client/wire.ts';
import type { Deck } from '../engine/deck.ts';
import { heldMs } from '../engine/held-calls.ts';
import { missingWords } from '../engine/missing-rows.ts';
import {
  answerAge,
  dataOf,
  isOld,
  type Loadable,
  type MendingKeys,
  nextTry,
  quietMs,
  type ReadFacts,
  troubleWords,
} from '../engine/read-health.ts';
import { keys } from '../engine/read-keys.ts';
import type { AskedAgain } from '../engine/reads.ts';
import { useStore } from '../tui/use-store.ts';
import { useInstances, useUser } from './resources.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useTicking } from './use-now.ts';

export type LiveRead = Omit<ReadFacts, 'error'> & { key: string; error?: ApiError | undefined };

const errorOf = (read: Loadable<unknown>): ApiError | undefined =>
  read.state === 'failed' ? read.error : undefined;

/** For so long after the person has asked for everything anew, ages are counted. */
const countedMs = 60_000;

/** Whether the person has asked for everything anew a short while ago. */
const hasAsked = (deck: Deck): boolean => deck.reads.sinceAskedMs() < countedMs;

/** How old the answer of a cache key is said to be that was asked for at `at` (epoch ms), by answerAge. */
export function useAnswerAge(): (key: string, at: number, now: number) => string {
  const deck = useDeck();
  return (key, at, now) => answerAge(now - at, { everyMs: deck.reads.everyMs(key), asked: hasAsked(deck) });
}

/** Reads everything that is shown again now. The money line tells of it a moment later, and once it is answered. */
export function readAgain(deck: Deck): AskedAgain {
  const asked = deck.reads.refreshAll();
  if (asked.pausedMs > 0) return asked;
  void asked.done.then(() => deck.moneyAsked.set((n) => n + 1));
  void deck.local.sleep(quietMs).then(() => deck.looked.set((n) => n + 1));
  return asked;
}

/** What is known of a read now; its times are read on the ticker. */
function factsOf(deck: Deck, key: string, error: ApiError | undefined): LiveRead {
  const { reads } = deck;
  const [retryAt, underWay] = [reads.retryAt(key), reads.underWay(key)];
  // The pause may have become longer since, by what was said to another read.
  const pausedMs = error?.status === 429 ? heldMs(deck.session.get()?.api, error.endpoint) : 0;
  return {
    ...{ key, error, at: reads.askedAt(key), everyMs: reads.everyMs(key), asked: hasAsked(deck) },
    ...{ underWayMs: underWay?.ms, awaited: underWay?.awaited },
    retryAt: retryAt && Math.max(retryAt, deck.services.clock.now() + pausedMs),
  };
}

/**
 * Every read that somebody looks at: those of the account, and the one behind the screen that is shown. Their times are
 * as they are when they are asked for.
 */
export function useLiveReads(): () => readonly LiveRead[] {
  const deck = useDeck();
  const user = useUser();
  const instances = useInstances();
  const shown = useStore(deck.shown);
  return () => {
    const account = [
      { ...factsOf(deck, keys.user, errorOf(user)), quiet: true, behindFigures: true },
      { ...factsOf(deck, keys.instances, errorOf(instances)), behindFigures: true, watches: true },
    ];
    const all =
      shown === undefined || account.some(({ key }) => key === shown.key)
        ? account
        : [...account, factsOf(deck, shown.key, shown.error)];
    return all.map((read) => (read.key === shown?.key ? { ...read, inSight: true } : read));
  };
}

const mendingKeys = ({ keyName }: Deck): MendingKeys => ({
  verify: `${keyName('app.security')} then ${keyName('security.verify')}`,
  refresh: keyName('app.refresh'),
});

/** Why what `read` has told is not as it is now, for a part of a screen that stands for another read; as `trouble` below. */
export function useTrouble(key: string, read: Loadable<unknown>, what: string): readonly string[] {
  const deck = useDeck();
  const { clock } = deck.services;
  const error = errorOf(read);
  // One text, so that a screen in order is not redrawn each second.
  const said = useTicking(() =>
    troubleWords(factsOf(deck, key, error), what, clock.now(), mendingKeys(deck)).join('\n'),
  );
  return said === '' ? [] : said.split('\n');
}

/** What a row of a list is called, by the list's key. */
const rowNames: Readonly<Record<string, string>> = {
  [keys.instances]: 'instance',
  [keys.volumes]: 'volume',
  [keys.apiKeys]: 'API key',
  [keys.sshKeys]: 'SSH key',
  [keys.groups]: 'group',
};

/** What is said of a list that lacks rows. */
function incomplete(key: string, list: unknown): readonly string[] {
  const { missing = 0 } = (list ?? {}) as Missing;
  if (missing === 0) return [];
  const said = missingWords(missing, rowNames[key] ?? 'row');
  return key === keys.instances ? [`${said}. Totals are minimums.`, said] : [said];
}

/**
 * Makes `read` the one that the screen stands for on the money line. `trouble` says, in the order of their length,
 * why what is shown is not as it is now; `old` that it is drawn dim; `again` when a failed read is tried again.
 */
export function useShownRead(
  key: string,
  read: Loadable<unknown>,
  what: string,
): { trouble: readonly string[]; old: boolean; again: string | undefined } {
  const deck = useDeck();
  const { clock } = deck.services;
  const error = errorOf(read);
  const { state } = read;
  useEffect(
    () => deck.shown.set({ key, state, ...(error === undefined ? {} : { error }) }),
    [deck, key, state, error],
  );
  useEffect(() => () => deck.shown.set(undefined), [deck]);
  const trouble = useTrouble(key, read, what);
  const facts = factsOf(deck, key, error);
  return {
    trouble: trouble.length > 0 ? trouble : incomplete(key, dataOf(read)),
    old: error !== undefined || isOld(facts, clock.now()),
    again: error === undefined ? undefined : nextTry(facts, clock.now(), mendingKeys(deck)),
  };
}

/**
 * That what the screen shows is from before, in a sentence: the last read of it failed. For questions, which are answered
 * by what stands there; undefined while the reads go well, and where nothing was read yet.
 */
export function useOldWords(): string | undefined {
  const deck = useDeck();
  const shown = useStore(deck.shown);
  const { clock } = deck.services;
  const words = useTicking(() => {
    const at = shown?.error === undefined ? undefined : deck.reads.askedAt(shown.key);
    return at === undefined
      ? ''
      : `What stands here is ${span(clock.now() - at)} old: reading it again has failed since.`;
  });
  return words === '' ? undefined : words;
}

/** Whose account it is that something is about to happen to: `Profile main, me@example.com.`; undefined without one. */
export function useAccountWords(): string | undefined {
  const session = useSession();
  const email = dataOf(useUser())?.email;
  return session && `Profile ${session.profile}${email === undefined ? '' : `, ${email}`}.`;
}
