import type { Offer } from '../../client/wire.ts';
import type { ListView } from '../../hooks/use-list.ts';
import type { Parts } from '../../parts.ts';
import { wrapWords } from '../../wrap-words.ts';

/** How many rows are shown, of how many; what the filter says while there is one. */
export function counted(list: ListView<Offer>, limit: number, caret: string): Parts {
  if (list.filterError !== undefined) return [[`${list.filterError} `, 'bad']];
  const filter = list.state.typing
    ? `/${list.state.filter}${caret} `
    : list.state.filter === ''
      ? ''
      : `/${list.state.filter} `;
  const many =
    list.total >= limit
      ? `first ${list.total}, more may exist`
      : `${list.total} ${list.total === 1 ? 'offer' : 'offers'}`;
  const shown = list.rows.length === list.total ? many : `${list.rows.length} of ${list.total}`;
  const sort = list.sort === undefined ? '' : ', sorted here';
  return [
    [filter, 'accent'],
    [`${shown}${sort} `, 'dim'],
  ];
}

/** What stands in place of rows where there are none; `loosen` says which conditions there are, and what without. */
export const empty = (list: ListView<Offer>, loosen: readonly string[], columns: number): string[] =>
  list.total > 0
    ? ['No offer matches the filter.', 'Esc clears it.']
    : ['No offer matches this search.', ...loosen].flatMap((line) => wrapWords(line, columns - 4));
