import type { Parts } from '../../base/parts.ts';
import type { Glyphs } from '../theme/theme.ts';

/**
 * The last line of something that does not fit: how many lines or rows are below, and how many above.
 * `keys` says how to get there where no cursor leads.
 */
export function moreLine(
  { above, below }: { above: number; below: number },
  { moreDown, moreUp }: Pick<Glyphs, 'moreDown' | 'moreUp'>,
  { margin = '   ', keys = '' }: { margin?: string; keys?: string } = {},
): Parts {
  const more = [
    ...(below > 0 ? [`${moreDown} ${below} more`] : []),
    ...(above > 0 || below === 0 ? [`${moreUp} ${above} above`] : []),
  ];
  return [[`${margin}${more.join('   ')}${keys === '' ? '' : `   ${keys}`}`, 'dim']];
}
