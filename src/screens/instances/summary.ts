import { ratePerHour } from '../../base/format.ts';
import { dateTime, runwayGainSpan } from '../../base/format-time.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { runwayGain } from '../../engine/money/act-effect.ts';
import { type DearerById, needsPerson } from '../../engine/money/agreed-price.ts';
import {
  type AccountBurn,
  burn,
  burnOnceBooted,
  type Money,
  nothingRented,
} from '../../engine/money/money.ts';
import type { Watch } from '../../engine/services.ts';
import type { ListView } from '../../hooks/use-list.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';
import { boundLegend, markedWords, noMatch } from '../list-words.ts';

/**
 * What the message line says of marks: how many, what they cost, and what stopping them would win. Without marks it says
 * what the sign before a figure of what was spent means, where one stands in the list (`least`).
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
  if (marked.length === 0)
    return bounds === '' ? [] : [[`spent: ${boundLegend(bounds, glyphs.sep)}, as far as is known`, 'dim']];
  const { perHour, priced, count } = burn(marked);
  const coming = burnOnceBooted(marked);
  const soon = coming === undefined ? '' : ` ${glyphs.soon} ${ratePerHour(coming)}`;
  const cost =
    priced === 0 ? 'price not known' : `${priced < count ? 'at least ' : ''}${ratePerHour(perHour)}${soon}`;
  const gain = runwayGain(rows, new Set(marked.map(({ id }) => id)), 'stop', money, missing);
  const won =
    gain === undefined
      ? ''
      : ` ${glyphs.sep} stopping: ${gain === 'forever' ? 'nothing is spent then' : wonWords(runwayGainSpan(gain))}`;
  return [
    [`${glyphs.mark} ${markedWords(count, rangeFrom, keyName('list.mark-range'))}`, 'bold'],
    ` ${glyphs.sep} ${cost}${won}`,
    [` ${glyphs.sep} esc clears`, 'dim'],
  ];
}

/** `+6h runway`, and what has no figure behind it. */
const wonWords = (won: string): string => (won.startsWith('+') ? `${won} runway` : `runway ${won}`);

/** Instances that need the person first, then the newest. */
export const byNeed = (rows: readonly Instance[], dearer: DearerById): Instance[] =>
  [...rows].sort((a, b) => Number(needsPerson(b, dearer)) - Number(needsPerson(a, dearer)) || b.id - a.id);

/** How many there are in each state, the longest wording first: that some need the person stands in all of them. */
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

/** `open`: of some rent nobody knows yet whether it made one, so that an empty list is no comfort; `offersKey` leads to the offers. */
export const empty = (
  list: ListView<Instance>,
  { open, missing }: { open: boolean; missing: number },
  burn: AccountBurn | undefined,
  offersKey: string,
): string[] =>
  list.total > 0
    ? noMatch(list, 'instance')
    : open || missing > 0
      ? ['The list shows no instance so far.']
      : nothingRented(burn, offersKey);

/** Ids that were rented here and are not known to be gone: all that can be shown while the list cannot be read. */
export function watchedLines(watches: readonly Watch[], timeZone: string): Parts[] {
  if (watches.length === 0) return [];
  return [
    [],
    [['   Rented here and not known to be gone; they may be charged:', 'warn']],
    ...watches.map(({ id, label, gpu, at }): Parts => {
      const what = [label, gpu].filter((part) => part !== undefined && part !== '').join('  ');
      return [[`     ${id}`, 'bold'], `  ${what}`, [`  rented ${dateTime(at, timeZone)}`, 'dim']];
    }),
  ];
}
