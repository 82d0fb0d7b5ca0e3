import { useMemo } from 'react';
import { cut, width } from '../cells.ts';
import { useDeck, useRoute } from '../hooks/deck.ts';
import { heldTitle } from '../hooks/held-acts.ts';
import { useStore } from '../hooks/store.ts';
import { useTicking } from '../hooks/use-now.ts';
import { useTheme } from '../theme.ts';
import { Messages } from './messages.tsx';

/** What was sent and has no answer yet; `since` by the machine's clock. */
type OnItsWay = { what: string; since: number };

/** From here on a wait is worth a line, its time, and a word on what is being done about it. */
const seenMs = 1_000;
const countedMs = 3_000;
const explainedMs = 10_000;
const stillSeconds = 5;
/** The glyph of a message and the blanks around it. */
const edgeCells = 6;

/**
 * The write that has waited longest for its answer; undefined while there is none. Several targets of one act have a line
 * of their own, and a rent is told of by its form while that is open.
 */
export function useOnItsWay(): OnItsWay | undefined {
  const { held, sending, local } = useDeck();
  const acts = useStore(held);
  const isRenting = useStore(sending).size > 0;
  const { screen } = useRoute();
  const rentSince = useMemo(() => (isRenting ? local.now() : undefined), [isRenting, local]);
  const all = acts.flatMap((act) =>
    act.sentAt === undefined ? [] : [{ what: heldTitle(act), since: act.sentAt }],
  );
  if (rentSince !== undefined && screen !== 'rent') all.push({ what: 'Rent', since: rentSince });
  return all.toSorted((a, b) => a.since - b.since)[0];
}

/** The message line while nothing else stands there: the hint of the screen, until a write has waited for a moment. */
export function OnItsWayLine({ what, since, columns }: OnItsWay & { columns: number }) {
  const { local } = useDeck();
  const { still } = useTheme();
  const text = useTicking(() =>
    onItsWayWords(what, local.now() - since, { cells: columns - edgeCells, still }),
  );
  return (
    <Messages
      message={text === '' ? undefined : { level: 'info', text, more: 0, coming: true }}
      columns={columns}
    />
  );
}

/**
 * One line of at most `cells`, empty for what is answered at once. It is sent once: nobody has to send it again.
 */
export function onItsWayWords(
  what: string,
  waitedMs: number,
  { cells, still }: { cells: number; still: boolean },
): string {
  if (waitedMs < seenMs) return '';
  const all = Math.floor(waitedMs / 1000);
  const seconds = still ? Math.floor(all / stillSeconds) * stillSeconds : all;
  const asking = waitedMs < countedMs || seconds === 0 ? 'asking' : `asking, ${seconds}s`;
  const explained = `: ${asking}. It goes out once; its end will be told here`;
  if (waitedMs >= explainedMs && width(what + explained) <= cells) return what + explained;
  const short = `: ${asking}`;
  return cut(what, Math.max(1, cells - width(short))) + short;
}
