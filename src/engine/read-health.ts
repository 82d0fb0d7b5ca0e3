import { span, timeLeft } from '../base/format-time.ts';
import type { ApiError } from '../client/errors.ts';
import type { Advice, AdviceInput } from './advice.ts';
import type { Deck } from './deck.ts';
import { advise } from './error-advice.ts';
import { keys } from './read-keys.ts';
import { isServicesWord, tellNothing } from './write-advice.ts';

/** What is known of something that is read again and again. Times in epoch ms. */
export type ReadFacts = {
  /** Why the last try failed; absent while it did not. */
  error?: AdviceInput | undefined;
  /** The last good answer; absent while none ever came. */
  at?: number | undefined;
  /** The next try of a read that failed. */
  retryAt?: number | undefined;
  /** For how many ms the one that is under way has been; absent while none is. */
  underWayMs?: number | undefined;
  /** The person has asked for the one that is under way. */
  awaited?: boolean | undefined;
  /** The time between two reads. */
  everyMs?: number | undefined;
  /** The person has asked for it a short while ago: its age is counted. */
  asked?: boolean;
  /** It is read slowly and changes slowly: it counts beside others only when it fails. */
  quiet?: boolean;
  /** What is charged is seen by it: that nothing is seen any more is told on every screen. */
  watches?: boolean;
  /** It is behind the rows of the screen, which say of it when it is tried again. */
  inSight?: boolean;
  /** The figures of the money line are made from it: they are as old as its last answer, whatever refuses the next. */
  behindFigures?: boolean;
};

export type ReadState = 'live' | 'asking' | 'stale' | 'failing';

const leastStaleMs = 60_000;
/** A read is late when half of its period has passed once more. */
const lateFactor = 1.5;
const severity: Record<ReadState, number> = { live: 0, asking: 1, stale: 2, failing: 3 };

/**
 * What is told beside other words of a read that is under way, as `asking, 4s`; undefined while that is nothing to tell.
 * One that nobody has asked for is told once it takes long.
 */
export function underWayWords({ underWayMs = 0, awaited }: ReadFacts, ellipsis: string): string | undefined {
  if (underWayMs >= longMs) return `asking, ${span(underWayMs)}`;
  return awaited === true && underWayMs >= quietMs ? `asking${ellipsis}` : undefined;
}

/**
 * Whether whoever asks anew gives up the read that is under way. One that took the place of another is given more time: a
 * service that answers after some seconds is not to be asked anew for ever by somebody who is impatient.
 */
export const mayHang = (underWayMs: number, isSecond: boolean): boolean =>
  underWayMs >= (isSecond ? tooLongMs : longMs);

/** How far a read can be relied on at `now`. What is read slowly on purpose is not stale before it is late. */
export function readState({ error, at, everyMs = 0 }: ReadFacts, now: number): ReadState {
  if (error !== undefined) return 'failing';
  if (at === undefined) return 'asking';
  return isOld({ at, everyMs }, now) ? 'stale' : 'live';
}

/** Older than anybody should decide by: a minute, and later than it was due where nothing has failed. */
export function isOld({ error, at, everyMs = 0 }: ReadFacts, now: number): boolean {
  const due = error === undefined ? everyMs * lateFactor : 0;
  return at !== undefined && now - at > Math.max(leastStaleMs, due);
}

const isBlind = (read: ReadFacts): boolean => read.watches === true && hasEnded(read);

/** The read that can be relied on least; of equals what no longer watches, the one in sight, then the oldest answer. */
export function worstRead<F extends ReadFacts>(reads: readonly F[], now: number): F | undefined {
  const rank = (read: F) => severity[readState(read, now)];
  const told = reads.filter(({ quiet, error }) => quiet !== true || error !== undefined);
  return [...(told.length === 0 ? reads : told)].sort(
    (a, b) =>
      rank(b) - rank(a) ||
      Number(isBlind(b)) - Number(isBlind(a)) ||
      Number(b.inSight === true) - Number(a.inSight === true) ||
      (a.at ?? 0) - (b.at ?? 0),
  )[0];
}

/**
 * No waiting changes it: a refused search, an id that is not there, a permission that the key lacks. What is no word of the
 * service's own, as the page of a gateway, passes.
 */
export function isLasting(error: AdviceInput): boolean {
  const { status } = error;
  // Asked again it is as long: each time 64 MiB for nothing.
  if (error.reason === 'too-large' && error.endpoint === 'searchOffers') return true;
  if (error.kind !== 'http' || status === undefined) return error.kind === 'refused';
  return status >= 400 && status < 500 && status !== 429 && !tellNothing.has(status) && isServicesWord(error);
}

/** Why a read fails, in a few words for a narrow place. */
export function whyFailing(error: AdviceInput): string {
  if (error.kind === 'network') return 'offline';
  if (error.kind === 'timeout') return 'no answer in time';
  if (error.kind === 'shape') return 'answer not readable';
  if (error.kind !== 'http') return 'not asked';
  if (error.status === 429) return 'too many requests';
  const { exitCode } = advise(error);
  if (exitCode === 8) return 'two-factor needed';
  return exitCode === 4 ? 'key refused' : `HTTP ${error.status}`;
}

/** What the keys are called that read anew and that lead to a two-factor login. */
export type MendingKeys = { verify: string; refresh: string };

/** When a failed read is tried again: `retry in 20s`. One that is not waits for the person and the keys named. */
export function nextTry(read: ReadFacts, now: number, keys: MendingKeys): string {
  const { error, retryAt } = read;
  if (error !== undefined && isLasting(error) && advise(error).exitCode === 8)
    return `${keys.verify} verifies`;
  return hasEnded(read) ? `${keys.refresh} asks again` : retryWords(retryAt, now);
}

/** It failed for good: nothing but the person asks again. */
export const hasEnded = ({ error, retryAt }: ReadFacts): boolean =>
  error !== undefined && isLasting(error) && retryAt === undefined;

/** The same of a read that is tried again by itself. Less than a second is no time to be told. */
export const retryWords = (retryAt: number | undefined, now: number): string =>
  retryAt === undefined || retryAt - now < 1000 ? 'asking again' : `retry in ${span(timeLeft(retryAt, now))}`;

/**
 * What is said in place of what could not be read. A pause that the service asks for is counted in `again`, the words on
 * when it is read again by itself, and in no other place.
 */
export function adviseRead(error: AdviceInput, again: string | undefined): Advice {
  const advice = advise(error);
  return error.status === 429 && again !== undefined ? { ...advice, next: '' } : advice;
}

/**
 * Why what is shown is not as it is now, the shortest wording last; none while it is. `what` names the thing shown:
 * `Rows`, `Record`.
 */
export function troubleWords(
  read: ReadFacts,
  what: string,
  now: number,
  keys: MendingKeys,
): readonly string[] {
  const { error, at, underWayMs = 0 } = read;
  const state = readState(read, now);
  if (state === 'asking') return [];
  if (state === 'live' && underWayMs < tooLongMs) return [];
  if (state === 'live') {
    const still = `Still asking for newer ${what.toLowerCase()}`;
    const anew = `${keys.refresh} asks anew`;
    return [`${still}, ${span(underWayMs)}: ${anew}.`, `${still}: ${anew}`];
  }
  const age = at === undefined ? 'nothing read yet' : `${what.toLowerCase()} ${span(now - at)} old`;
  if (error === undefined) return [`No newer answer has come: ${age}.`, `No newer answer: ${age}`];
  const again = nextTry(read, now, keys);
  const next = again.startsWith('retry') ? again.replace('retry', 'next try') : again;
  const { title } = advise(error);
  const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1);
  return [
    `${title} ${capital(age)}, ${next}.`,
    `${title} ${capital(age)}, ${again}`,
    `${capital(whyFailing(error))}: ${age}, ${again}`,
  ];
}

const second = 1000;
const minute = 60 * second;
/** Spans that an answer is said to be younger than. */
const bounds = [5, 15, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * second);
/** An answer comes later than planned by as much of its period without anybody counting. */
const slack = 1.25;
const stepMs = 5 * second;
/** What is read more rarely than this is told by a few steps, each as it is reached: its first minute is not an old one. */
const oftenMs = minute;
const leastRareMs = 30 * second;

const boundText = (ms: number): string => (ms < minute ? `${ms / second}s` : `${ms / minute}m`);

/**
 * How old an answer is while it comes as planned: `<30s`, a bound that stands until the next answer has come, so that
 * nothing is to be drawn when it does; of what is read once a minute or more rarely the next bounds follow, which draws
 * three times a minute at most. One that is late is told its age by fives, `35s`: it is never said to be younger
 * than it is by five seconds or more. So is any for whoever asked for it (`asked`), and where no next one is planned.
 */
export function answerAge(
  ageMs: number,
  { everyMs = 0, asked = false }: { everyMs?: number | undefined; asked?: boolean | undefined } = {},
): string {
  const age = Math.max(0, ageMs);
  const planned = everyMs * slack;
  const late = everyMs <= 0 || asked ? 0 : (bounds.find((ms) => ms >= planned) ?? 0);
  const least = planned <= oftenMs ? planned : leastRareMs;
  const bound = bounds.find((ms) => ms >= least && ms > age);
  return bound !== undefined && age < late ? `<${boundText(bound)}` : span(Math.floor(age / stepMs) * stepMs);
}

/** What is known of something that is read from the service. A failure keeps the last good data. */
export type Loadable<T> =
  | { state: 'loading' }
  | { state: 'ready'; data: T }
  | { state: 'failed'; error: ApiError; last?: T };

/** The data to show, fresh or old; undefined while none ever came. */
export function dataOf<T>(loadable: Loadable<T>): T | undefined {
  return loadable.state === 'ready' ? loadable.data : loadable.state === 'failed' ? loadable.last : undefined;
}

/** Data older than this is nothing to spend money or destroy machines by. */
const decideWithinMs = 60_000;

/**
 * Why nothing may be changed by what was read at `readAt` (epoch ms), and what ends that; undefined while it is fresh
 * enough, and while nothing was ever read. `refreshKey` is what the key is called that reads anew.
 */
export function staleBlock(readAt: number | undefined, now: number, refreshKey: string): string | undefined {
  if (readAt === undefined || now - readAt <= decideWithinMs) return undefined;
  const minutes = Math.floor((now - readAt) / 60_000);
  return `What stands here is over ${minutes} min old, too old to decide by: ${refreshKey} asks the service again`;
}

/**
 * Why nothing may be spent or destroyed now, and what ends that: what stands on the screen is more than a minute old.
 * Of several reads `behind` it the newest counts; undefined while it is fresh, and while nothing was ever read.
 */
export function staleNow(
  { reads, services, keyName }: Pick<Deck, 'reads' | 'services' | 'keyName'>,
  behind: readonly string[] = [keys.instances],
): string | undefined {
  const known = behind.map((key) => reads.askedAt(key)).filter((at) => at !== undefined);
  return staleBlock(
    known.length === 0 ? undefined : Math.max(...known),
    services.clock.now(),
    keyName('app.refresh'),
  );
}

/**
 * Waits shorter than the first are not worth a word, in ms; from the second on their length is told, from the third for
 * what, and how to get away.
 */
export const quietMs = 300;
export const longMs = 3_000;
export const tooLongMs = 10_000;

const looks = {
  moving: { first: quietMs, second: longMs, every: 1000 },
  still: { first: quietMs, second: longMs, every: 5000 },
} as const;

/** When the length of a wait is looked at: each second once it is told, or each fifth where nothing moves by itself. */
export const waitLooks = (still: boolean): (typeof looks)[keyof typeof looks] =>
  still ? looks.still : looks.moving;

/** One line of a wait of `ms` so far; empty as long as that is not worth a word. */
export const waitLine = (ms: number): string =>
  ms < quietMs ? '' : `asking the service${ms < longMs ? '' : `, ${span(ms)}`}`;
