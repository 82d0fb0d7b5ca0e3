import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { Offer } from '../../client/wire.ts';
import { quotedName } from '../../engine/offers/saved-search.ts';
import type { ListView } from '../../hooks/use-list.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';
import { filterParts, filterText, type ListSigns, noMatch, sortedBy } from '../list-words.ts';

/**
 * How many rows are shown, of how many, and in whose order: of a search that was cut off at its limit the service has
 * chosen which ones came, whatever they are sorted by here. The longest wording first.
 */
export function counted(
  list: ListView<Offer>,
  { limit, order, saved }: { limit: number; order: string | undefined; saved: string | undefined },
  signs: ListSigns & Pick<Glyphs, 'sep'>,
): readonly Parts[] {
  if (list.filterError !== undefined) return [filterText(list, signs)];
  if (list.settling !== undefined) return [filterParts(list, signs)];
  const { sep } = signs;
  const { total } = list;
  const by = sortedBy(list);
  const isCut = total >= limit;
  const few = list.rows.length === total ? '' : `${list.rows.length} of `;
  const all = `${total} ${total === 1 ? 'offer' : 'offers'}`;
  const chosen =
    isCut && order !== undefined && by !== undefined
      ? `${few}${few === '' ? '' : 'the '}top ${total} by ${order}`
      : few !== ''
        ? `${few}${total}`
        : isCut
          ? `first ${total}, more may exist`
          : all;
  const said = (words: string): Parts => [...filterText(list, signs), [`${words} `, 'dim']];
  const name = saved === undefined ? undefined : `${sep} ${quotedName(saved)}`;
  const first = isCut && few === '' ? 'first ' : '';
  const named =
    name === undefined
      ? []
      : by === undefined
        ? [said(`${chosen} ${name}`), said(`${first}${few}${total} ${name}`)]
        : [said(`${few}${total}, here by ${by} ${name}`)];
  const unnamed =
    by === undefined
      ? [said(chosen), said(`${few}${total}`)]
      : [
          said(`${chosen}, sorted here by ${by}`),
          said(`${chosen}, here by ${by}`),
          said(`${few}${total}, here by ${by}`),
        ];
  return [...named, ...unnamed];
}

/** What stands in place of rows where there are none; `loosen` says which conditions there are, and what without. */
export const empty = (list: ListView<Offer>, loosen: readonly string[], columns: number): string[] =>
  list.total > 0
    ? noMatch(list, 'offer')
    : ['No offer matches this search.', ...loosen].flatMap((line) => wrapWords(line, columns - 4));
