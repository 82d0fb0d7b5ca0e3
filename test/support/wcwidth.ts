import { eastAsianWidth } from 'get-east-asian-width';

/**
 * The cells of `text` on a terminal that knows code points and no clusters, as tmux and most others do: the sum of its
 * signs. `spacingMarks` are drawn in one cell by some of these terminals, and in none by others.
 */
export function wcwidth(text: string, { spacingMarks = 1 }: { spacingMarks?: 0 | 1 } = {}): number {
  let cells = 0;
  for (const sign of text) cells += cellsOf(sign, spacingMarks);
  return cells;
}

function cellsOf(sign: string, spacingMarks: 0 | 1): number {
  if (/[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff\ud7b0-\ud7ff]/u.test(sign)) return 0;
  if (/\p{Mc}/u.test(sign)) return spacingMarks;
  return eastAsianWidth(sign.codePointAt(0) as number);
}
