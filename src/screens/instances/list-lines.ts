import { rate, ratePerDay, ratePerHour, span } from '../../base/format.ts';
import { dateTime, runwayGainSpan } from '../../base/format-time.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { instanceName } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import type { ActionId, KeyName } from '../../engine/keymap.ts';
import { runwayGain } from '../../engine/money/act-effect.ts';
import { type Dearer, type DearerById, dearerWords, needsPerson } from '../../engine/money/agreed-price.ts';
import { bidWords } from '../../engine/money/bid.ts';
import {
  type AccountBurn,
  burn,
  burnOnceBooted,
  instanceBurn,
  instancePrices,
  type Money,
  nothingRented,
} from '../../engine/money/money.ts';
import { keys } from '../../engine/read-keys.ts';
import { unknownForMs, verdictWords } from '../../engine/rent/unsettled-words.ts';
import type { Watch } from '../../engine/services.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import type { ListView } from '../../hooks/use-list.ts';
import type { Outlook } from '../../hooks/use-next-offers.ts';
import { useTicking } from '../../hooks/use-now.ts';
import { useListReading, useUnsettled } from '../../hooks/use-unsettled.ts';
import { fitting } from '../../tui/text/parts.ts';
import { type Glyphs, useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { boundLegend, markedWords, noMatch } from '../list-words.ts';

type Around = {
  keyName: KeyName;
  glyphs: Glyphs;
  columns: number;
  /** The keys act on this row. */
  underCursor: boolean;
  /** It costs more than was agreed. */
  dearer?: Dearer | undefined;
};

/** Why an instance that may resume automatically is not running. */
const why: Readonly<Record<string, string>> = {
  interrupted: 'outbid',
  waiting: 'no free GPU, or out of credit',
};

/**
 * Lines for a row that needs the user: what is wrong and what waiting costs, then the keys that end it. The keys act on
 * the row under the cursor, so only that row shows them.
 */
export function note(row: Instance, outlook: Outlook, around: Around): Parts[] {
  const { glyphs, columns, dearer } = around;
  const { neverRuns, needsYou } = readInstance(row);
  if (dearer !== undefined && !needsYou) return dearerNote(row, dearer, around);
  const sign = `    ${glyphs[neverRuns ? 'exited' : 'warn']} `;
  const matter = matterWords(row).map((words): Parts => [[sign + words, neverRuns ? 'bad' : 'warn']]);
  const keys = keyWords(row, outlook, around).map((parts): Parts => ['      ', ...parts]);
  return [fitting(matter, columns - 1), ...(around.underCursor ? [fitting(keys, columns - 1)] : [])];
}

/** For an instance that works as it should, only the price matters. */
function dearerNote(
  row: Instance,
  dearer: Dearer,
  { glyphs, columns, underCursor, keyName }: Around,
): Parts[] {
  const [id, name] = [String(row.id), instanceName(row)];
  const matter = [...(name === id ? [] : [`${id} ${name}`]), id].map(
    (who): Parts => [[`    ${glyphs.warn} ${who} ${dearerWords(dearer)}`, 'warn']],
  );
  const key = (id: ActionId): Part => [keyName(id), 'bold'];
  const keys = ['      ', key('instance.destroy'), ' destroy   ', key('instance.stop'), ' stop'];
  return [fitting(matter, columns - 1), ...(underCursor ? [keys] : [])];
}

/** Longest wording first. All of them contain the ID and the cost. */
function matterWords(row: Instance): string[] {
  const { kind, word, neverRuns } = readInstance(row);
  const { perHour } = instanceBurn(row);
  const [costs, cost] =
    perHour === undefined
      ? ['Disk: price unknown', 'price unknown']
      : [`Disk: ${ratePerDay(perHour)}`, ratePerDay(perHour)];
  const id = String(row.id);
  const name = instanceName(row) === id ? id : `${id} ${instanceName(row)}`;
  if (neverRuns) {
    const what = kind === 'exited' ? 'crashed' : kind === 'offline' ? 'is offline' : 'sends no heartbeat';
    return [
      `${name} ${what} and won't start. ${costs}`,
      `${name} won't start. ${costs}`,
      `${id} won't start. ${costs}`,
      `${id} ${word}, ${cost}`,
    ];
  }
  return [
    ...(why[kind] === undefined ? [] : [`${name} is ${word} (${why[kind]}). ${costs}`]),
    `${name} is ${word}. ${costs}`,
    `${id} is ${word}. ${costs}`,
    `${id} ${word}, ${cost}`,
  ];
}

function keyWords(row: Instance, outlook: Outlook, { keyName }: Around): Parts[] {
  const key = (id: ActionId): Part => [keyName(id), 'bold'];
  if (outlook.is === 'begun')
    return [
      [key('instance.rescue'), ' cancel replacement   ', key('instance.destroy'), ' destroy'],
      [key('instance.rescue'), ' cancel replacement'],
    ];
  const destroy: Parts = [key('instance.destroy'), ' destroy   '];
  const { kind } = readInstance(row);
  if (kind === 'interrupted')
    return [
      [...destroy, key('instance.bid'), ` raise bid (${bidWords(row)})`],
      [...destroy, key('instance.bid'), ' raise bid'],
    ];
  if (outlook.is === 'none' || (outlook.byHand && outlook.next === undefined))
    return [[...destroy, key('instance.rent-like'), ' find another']];
  return rescueWords(outlook, row).map((words) => [...destroy, key('instance.rescue'), ` ${words}`]);
}

/** What would be rented instead, if known. The search behind it may be a minute old; the key repeats it. */
function rescueWords({ looked, next }: Extract<Outlook, { is: 'open' }>, row: Instance): string[] {
  if (next === undefined) return [`replace (${looked ? 'no offer fits the plan' : 'searching for offers'})`];
  const { offer, perHour } = next;
  const was = instancePrices(row).total;
  const figure = perHour === undefined ? 'price unknown' : ratePerHour(perHour);
  return [
    ...(was === undefined ? [] : [`replace with ${offer.id} (${figure}, was $${rate(was)})`]),
    `replace with ${offer.id} (${figure})`,
  ];
}

/**
 * The message line about marks: how many, what they cost, and what stopping them gains. Without marks it explains the
 * signs before spent figures, if the list has any (`bounds`).
 */
export function marksParts(
  { marked, rangeFrom }: Pick<ListView<Instance>, 'marked' | 'rangeFrom'>,
  keyName: KeyName,
  {
    rows,
    missing,
    money,
    bounds,
    glyphs,
  }: {
    rows: readonly Instance[];
    missing: number;
    money: Money;
    bounds: string;
    glyphs: Glyphs;
  },
): Parts {
  if (marked.length === 0) return bounds === '' ? [] : [[`Spent: ${boundLegend(bounds, glyphs.sep)}`, 'dim']];
  const { perHour, priced, count } = burn(marked);
  const coming = burnOnceBooted(marked);
  const soon = coming === undefined ? '' : ` ${glyphs.soon} ${ratePerHour(coming)}`;
  const cost =
    priced === 0 ? 'price unknown' : `${priced < count ? 'at least ' : ''}${ratePerHour(perHour)}${soon}`;
  const gain = runwayGain(rows, new Set(marked.map(({ id }) => id)), 'stop', money, missing);
  const won =
    gain === undefined
      ? ''
      : ` ${glyphs.sep} stop: ${gain === 'forever' ? 'spending stops' : wonWords(runwayGainSpan(gain))}`;
  return [
    [`${glyphs.mark} ${markedWords(count, rangeFrom, keyName('list.mark-range'))}`, 'bold'],
    ` ${glyphs.sep} ${cost}${won}`,
    [` ${glyphs.sep} esc clear`, 'dim'],
  ];
}

const wonWords = (won: string): string => `runway ${won}`;

/** Instances that need the user first, then the newest. */
export const byNeed = (rows: readonly Instance[], dearer: DearerById): Instance[] =>
  [...rows].sort((a, b) => Number(needsPerson(b, dearer)) - Number(needsPerson(a, dearer)) || b.id - a.id);

/** Instances per state, longest wording first. All of them say how many need the user. */
export function summary(rows: readonly Instance[], dearer: DearerById, missing: number): readonly Parts[] {
  const readings = rows.map((row) => readInstance(row));
  const count = (kind: (r: (typeof readings)[number]) => boolean, word: string) => {
    const n = readings.filter(kind).length;
    return n === 0 ? [] : [`${n} ${word}`];
  };
  const words = [
    ...count((r) => r.kind === 'running', 'running'),
    ...count((r) => r.kind === 'provisioning' || r.kind === 'loading', 'booting'),
    ...count((r) => r.kind === 'stopped', 'stopped'),
  ];
  const needs = rows.filter((row) => needsPerson(row, dearer)).length;
  const needy: Part = needs === 0 ? '' : [` · ${needs} ${needs === 1 ? 'needs' : 'need'} you`, 'bad'];
  const lost: Part = missing === 0 ? '' : [` · ${missing} missing`, 'warn'];
  const all = String(rows.length);
  return [
    [`   ${[`${all} ${rows.length === 1 ? 'instance' : 'instances'}`, ...words].join(' · ')}`, lost, needy],
    [`   ${all}: ${words.join(' · ')}`, lost, needy],
    [`   ${all} in all`, lost, needy],
  ];
}

/** `open`: the outcome of a rent is unknown, so an empty list proves nothing. `offersKey` opens the offers. */
export const empty = (
  list: ListView<Instance>,
  { open, missing }: { open: boolean; missing: number },
  burn: AccountBurn | undefined,
  offersKey: string,
): string[] =>
  list.total > 0
    ? noMatch(list, 'instance')
    : open || missing > 0
      ? ['No instances listed yet.']
      : nothingRented(burn, offersKey);

/** IDs that were rented here and are not confirmed gone: all that can be shown while the list can't be read. */
export function watchedLines(watches: readonly Watch[], timeZone: string): Parts[] {
  if (watches.length === 0) return [];
  return [
    [],
    [['   Rented here, not confirmed destroyed (may be billed):', 'warn']],
    ...watches.map(({ id, label, gpu, at }): Parts => {
      const what = [label, gpu].filter((part) => part !== undefined && part !== '').join('  ');
      return [[`     ${id}`, 'bold'], `  ${what}`, [`  rented ${dateTime(at, timeZone)}`, 'dim']];
    }),
  ];
}

/** More than this are only counted: the list needs the room. */
const most = 2;

/** Two lines for each rent with an unknown outcome: what it is, and what is being done about it. */
export function useUnsettledLines(columns: number): readonly Parts[] {
  const deck = useDeck();
  const { glyphs } = useTheme();
  const open = useUnsettled();
  useTicking(() => (open.length === 0 ? 0 : Math.floor(deck.own() / 1000)));
  const list = useListReading(open.length > 0);
  const writer = useStore(deck.writer);
  // The spans are in our own time, and so is the clock for them.
  const now = deck.own();
  const lines = open.slice(0, most).flatMap(({ rent, verdict }): Parts[] => [
    openWords(
      {
        ...{ sign: glyphs.unclear, gpu: rent.gpu, offerId: rent.offerId },
        age: span(unknownForMs(rent, now)),
        block: rent.overridden ? 'other rents allowed' : 'other rents paused',
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
  return rest > 0 ? [...lines, [`   and ${rest} more unconfirmed`]] : lines;
}

type Open = { sign: string; offerId: number; gpu: string | undefined; age: string; block: string };

/** What it is. The offer and how long the outcome has been unknown fit even the narrowest screen. */
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

/** What is being done about it, and the key, which is never dropped. */
function doingWords(words: string, columns: number, settleKey: string): Parts {
  const key = `${settleKey} options`;
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

/** What was rented here after the last read of the list, and is not in it: all to show while it can't be read. */
export function useUnseenLines(rows: readonly Instance[]): readonly Parts[] {
  const deck = useDeck();
  const session = useSession();
  const newer = () => {
    const readAt = deck.reads.askedAt(keys.instances) ?? Number.NEGATIVE_INFINITY;
    const all = session === undefined ? [] : deck.services.watches(session).list();
    return all.filter(({ id, at }) => at > readAt && !rows.some((row) => row.id === id));
  };
  // A poll that brings the same rows shows these, too.
  useTicking(() => newer().length);
  const unseen = newer();
  return watchedLines(unseen, deck.services.timeZone);
}
