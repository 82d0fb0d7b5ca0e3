import { span } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { keys } from '../../engine/read-keys.ts';
import { unknownForMs, verdictWords } from '../../engine/rent/unsettled-words.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useTicking } from '../../hooks/use-now.ts';
import { useListReading, useUnsettled } from '../../hooks/use-unsettled.ts';
import { fitting } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { watchedLines } from './summary.ts';

/** More than these are counted only: the machines of the list need the room. */
const most = 2;

/** A row of two lines for each rent whose outcome is not known: what it is, and what is being done about it. */
export function useUnsettledLines(columns: number): readonly Parts[] {
  const deck = useDeck();
  const { glyphs } = useTheme();
  const open = useUnsettled();
  useTicking(() => (open.length === 0 ? 0 : Math.floor(deck.own() / 1000)));
  const list = useListReading(open.length > 0);
  const writer = useStore(deck.writer);
  // Its spans are ours, and so is the clock that they are counted by.
  const now = deck.own();
  const lines = open.slice(0, most).flatMap(({ rent, verdict }): Parts[] => [
    openWords(
      {
        ...{ sign: glyphs.unclear, gpu: rent.gpu, offerId: rent.offerId },
        age: span(unknownForMs(rent, now)),
        block: rent.overridden ? 'others may go out' : 'nothing else is rented',
      },
      columns,
    ),
    doingWords(
      verdictWords(verdict, {
        canRead: list !== undefined,
        settlesHere: writer.state !== 'other',
        nextLookMs: deck.reads.dueMs(keys.instances),
        since: rent.since,
        otherKey: rent.otherKey === true,
        now,
      }),
      columns,
      deck.keyName('rent.settle'),
    ),
  ]);
  const rest = open.length - most;
  return rest > 0 ? [...lines, [`   and ${rest} more without an outcome`]] : lines;
}

type Open = { sign: string; offerId: number; gpu: string | undefined; age: string; block: string };

/** What it is; the offer and for how long nothing is known stand on the narrowest screen too. */
function openWords({ sign, offerId, gpu, age, block }: Open, columns: number): Parts {
  const row = (what: string, model: string | undefined, rest: string | undefined): Parts => [
    ' ',
    [`${sign} ${what}`, 'warn'],
    [`  offer ${offerId}`, 'bold'],
    model === undefined ? '' : `  ${model}`,
    [`  for ${age}`, 'dim'],
    rest === undefined ? '' : [`  ${rest}`, 'dim'],
  ];
  return fitting(
    [
      row('outcome unknown', gpu, block),
      row('outcome unknown', gpu, undefined),
      row('outcome unknown', undefined, undefined),
    ],
    columns,
  );
}

/** What is being done about it, and the key, which gives way to nothing. */
function doingWords(words: string, columns: number, settleKey: string): Parts {
  const key = `${settleKey} what to do`;
  const [first = words] = words.split(';');
  return fitting(
    [
      ['   ', words, [`  ${key}`, 'accent']],
      ['   ', first, [`  ${key}`, 'accent']],
      ['   ', [`${key}  `, 'accent'], first],
    ],
    columns,
  );
}

/** What was rented here after the list was read, and is not in it: all that can be shown while it cannot be read. */
export function useUnseenLines(rows: readonly Instance[]): readonly Parts[] {
  const deck = useDeck();
  const session = useSession();
  const newer = () => {
    const readAt = deck.reads.askedAt(keys.instances) ?? Number.NEGATIVE_INFINITY;
    const all = session === undefined ? [] : deck.services.watches(session).list();
    return all.filter(({ id, at }) => at > readAt && !rows.some((row) => row.id === id));
  };
  // A poll that brings the same rows tells of these too.
  useTicking(() => newer().length);
  const unseen = newer();
  return watchedLines(unseen, deck.services.timeZone);
}
