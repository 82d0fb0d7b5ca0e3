import type { Glyphs } from '../../tui/theme/theme.ts';

const cells = 10;

/** Time that is left of a whole, as a bar that drains to the left. */
export function drainBar(
  leftMs: number,
  wholeMs: number,
  { full, empty }: Pick<Glyphs, 'full' | 'empty'>,
): string {
  const filled = Math.max(0, Math.min(cells, Math.ceil((leftMs / wholeMs) * cells)));
  return full.repeat(filled) + empty.repeat(cells - filled);
}
