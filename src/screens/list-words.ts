import type { Parts } from '../base/parts.ts';
import type { Instance } from '../client/wire.ts';
import { boundSign, type Spent, spentFigure } from '../engine/money/money.ts';
import type { ListView } from '../hooks/use-list.ts';
import type { SpentView } from '../hooks/use-spent.ts';
import { drawFilter, shownFilter } from '../tui/text/field-parts.ts';
import type { Glyphs } from '../tui/theme/theme.ts';

/** What a sentence calls the column that a list is sorted by here; undefined while it is not. */
export const sortedBy = <Row>({ sortColumn }: ListView<Row>): string | undefined =>
  sortColumn === undefined ? undefined : (sortColumn.name ?? sortColumn.title.toLowerCase());

/** The signs of the words over a list. */
export type ListSigns = Pick<Glyphs, 'caret' | 'ellipsis'>;

/** That the rows are still those of before; empty once they are what was asked for. */
const settlingWords = <Row>({ settling, state }: ListView<Row>, { ellipsis }: ListSigns): string =>
  settling === undefined ? '' : `${state.filter === '' ? 'sorting' : 'filtering'}${ellipsis}`;

/** What stands in place of the rows where the filter leaves none, `what` as in `offer`; not said before that is known. */
export const noMatch = <Row>({ settling }: ListView<Row>, what: string): [string, string] =>
  settling === undefined
    ? [`No ${what} matches the filter.`, 'Esc clears it.']
    : ['Filtering, a moment.', 'Esc clears the filter.'];

/** The filter as it is typed, and why it cannot be read: the rows are those of the last one that could. */
export function filterText<Row>({ state, filterError }: ListView<Row>, { caret }: ListSigns): Parts {
  return [
    state.typing
      ? [`${drawFilter(state.filter, caret)} `, 'accent']
      : state.filter === ''
        ? ''
        : [`${shownFilter(state.filter, caret)} `, 'accent'],
    filterError === undefined ? '' : [`${filterError} `, 'bad'],
  ];
}

/**
 * What stands over a list at its right: the filter, how many rows it leaves, and the order that was chosen here. Why a
 * filter cannot be read stands in the place of the count, which would be that of another filter.
 */
export function filterParts<Row>(list: ListView<Row>, signs: ListSigns): Parts {
  if (list.filterError !== undefined) return filterText(list, signs);
  const settling = settlingWords(list, signs);
  if (settling !== '') return [...filterText(list, signs), [`${settling} `, 'busy']];
  const by = sortedBy(list);
  return [
    ...filterText(list, signs),
    list.state.filter === '' ? '' : [`${list.rows.length} of ${list.total} `, 'dim'],
    by === undefined ? '' : [`by ${by} `, 'dim'],
  ];
}

/** `3 marked`; while a range is open, where it began and what ends it. */
export const markedWords = (marked: number, from: number | undefined, rangeKey: string): string =>
  `${marked} marked${from === undefined ? '' : `, range from ${from}, ${rangeKey} ends it`}`;

/** What an instance has cost as a cell: a sign that it is coming while the service is asked, nothing where nobody knows. */
export const spentCell =
  ({ of, isAsked }: Pick<SpentView, 'of' | 'isAsked'>) =>
  (instance: Instance, now: number): string | undefined =>
    spentFigure(of(instance, now)) ?? (isAsked ? '…' : undefined);

/** What the signs before figures of what was spent mean, those that stand in a text. */
export const boundLegend = (text: string, sep: string): string =>
  [text.includes('≥') ? '≥ at least' : '', text.includes('≤') ? '≤ at most' : '']
    .filter((words) => words !== '')
    .join(` ${sep} `);

/** The signs that stand before what some of them have cost. */
export const boundSigns = (
  rows: readonly Instance[],
  spentOf: (instance: Instance) => Spent | undefined,
): string =>
  [...new Set(rows.map(spentOf).map((spent) => (spent === undefined ? '' : boundSign(spent))))].join('');
