import type { Instance } from '../client/wire.ts';
import { isLeast, type Spent, spentFigure } from '../domain/money.ts';
import { drawFilter, shownFilter } from '../field-parts.ts';
import type { ListView } from '../hooks/use-list.ts';
import type { SpentView } from '../hooks/use-spent.ts';
import type { Parts } from '../parts.ts';

/** What a sentence calls the column that a list is sorted by here; undefined while it is not. */
export const sortedBy = <Row>({ sortColumn }: ListView<Row>): string | undefined =>
  sortColumn === undefined ? undefined : (sortColumn.name ?? sortColumn.title.toLowerCase());

/** The filter as it is typed, and why it cannot be read: the rows are those of the last one that could. */
export function filterText<Row>({ state, filterError }: ListView<Row>, caret: string): Parts {
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
export function filterParts<Row>(list: ListView<Row>, caret: string): Parts {
  if (list.filterError !== undefined) return filterText(list, caret);
  const by = sortedBy(list);
  return [
    ...filterText(list, caret),
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

/** What the sign before a figure of what was spent means. */
export const leastLegend = '≥ at least';

/** Whether that sign stands before what one of them has cost. */
export const hasLeast = (
  rows: readonly Instance[],
  spentOf: (instance: Instance) => Spent | undefined,
): boolean => rows.map(spentOf).some((spent) => spent !== undefined && isLeast(spent));
