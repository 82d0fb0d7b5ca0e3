import { useRef, useSyncExternalStore } from 'react';
import { type longMs, quietMs, waitLooks } from '../engine/read-health.ts';
import type { WriteUnderWay } from '../engine/services.ts';
import { titleOfWrite, writesBeside } from '../engine/unfinished.ts';
import { titleOf } from '../engine/writes.ts';
import { useTheme } from '../tui/theme/theme.ts';
import { useStore } from '../tui/use-store.ts';
import { type WriteWait, writeWaitWords } from './on-its-way-words.ts';
import { useDeck, useRoute, useServices } from './use-deck.ts';
import { useHasWaited, useWaited } from './use-now.ts';
import { usePending } from './use-writes.ts';

/** Times by the machine's clock: since when the oldest of them is out, and the newest. */
export type OnItsWay = WriteWait & { since: number; newest: number };

const none: readonly WriteUnderWay[] = [];
const never = () => () => {};

/**
 * The write that has waited longest for its answer, once it has waited so long that it is worth a word; undefined while
 * there is none. The client tells of each write (engine/write-words.ts), whoever asks for it and on whatever screen. A form
 * that says that its write is on its way does not say since when, so it is told of here as well; the steps of a
 * two-factor flow tell that themselves, where the code stands, as long as they are shown. What a key has asked for, and has
 * nothing to show before (asked-reads.ts), is told of in the same way.
 */
export function useOnItsWay(afterMs: typeof quietMs | typeof longMs = quietMs): OnItsWay | undefined {
  const { local } = useDeck();
  const oldest = useOldest();
  return useHasWaited(local, oldest?.since, afterMs) ? oldest : undefined;
}

/** What is said of it in at most `cells`, by the second. */
export function useOnItsWayWords(write: OnItsWay | undefined, cells: number): string {
  const { local } = useDeck();
  const { still } = useTheme();
  const waited = useWaited(local, write?.since, waitLooks(still));
  return write === undefined ? '' : writeWaitWords(write, waited, { cells, still });
}

function useOldest(): OnItsWay | undefined {
  const deck = useDeck();
  const { sending, renting, local } = deck;
  const { calls } = useServices();
  const writes = useSyncExternalStore(calls?.subscribe ?? never, calls?.underWay ?? (() => none));
  const { screen } = useRoute();
  const isShown = (endpoint: string) => screen === 'tfa' && endpoint.startsWith('tfa');
  // Several targets are one write, and go out two at a time.
  const acts = usePending().flatMap(({ sentAt, ...act }) =>
    sentAt === undefined || act.targets.length === 1 ? [] : [{ ...act, sentAt }],
  );
  // A rent is out from the yes on: it is noted on the disk before it is sent.
  const isRenting = useStore(sending).size > 0;
  const rented = useStore(renting);
  const rentSince = useRef<number | undefined>(undefined);
  if (!isRenting) rentSince.current = undefined;
  else rentSince.current ??= local.now();
  const title = (write: WriteUnderWay) => titleOfWrite(deck, write);
  const rent = writes.find(({ endpoint }) => endpoint === 'createInstance');
  const asked = useStore(deck.asked);
  const isOfAsked = ({ endpoint, subject }: WriteUnderWay) =>
    asked.some(({ write }) => write?.endpoint === endpoint && write.id === subject.instance);
  const all: Pick<OnItsWay, 'what' | 'since' | 'answers' | 'isAsked'>[] = [
    ...asked.map(({ what, since }) => ({ what, since, isAsked: true as const })),
    ...acts.map((act) => ({
      what: titleOf(act),
      since: act.sentAt,
      answers: { got: act.answered, of: act.targets.length },
    })),
    ...writesBeside(writes, acts)
      .filter((write) => !isOfAsked(write))
      .filter(({ endpoint }) => !(endpoint === 'createInstance' && isRenting) && !isShown(endpoint))
      .map((write) => ({ what: title(write), since: write.since })),
  ];
  if (rentSince.current !== undefined) {
    const offer = rented === undefined ? '' : ` offer ${rented}`;
    all.push({ what: rent === undefined ? `Rent${offer}` : title(rent), since: rentSince.current });
  }
  const [oldest, ...others] = all.toSorted((a, b) => a.since - b.since);
  if (oldest === undefined) return undefined;
  return { ...oldest, more: others.length, newest: others.at(-1)?.since ?? oldest.since };
}
