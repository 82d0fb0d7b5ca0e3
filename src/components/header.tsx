import { cut, width } from '../cells.ts';
import { type HeaderGiven, headerParts } from '../header-parts.ts';
import { useTheme } from '../theme.ts';
import { Line } from './line.tsx';

/** The first line of the screen. */
export function Header(given: HeaderGiven) {
  const { glyphs } = useTheme();
  return <Line parts={headerParts(given, glyphs)} columns={given.columns} />;
}

/** A rule across the screen, with an optional title near its left end and a hint near its right. */
export function Rule({ columns, title, hint }: { columns: number; title?: string; hint?: string }) {
  const { glyphs, spoken } = useTheme();
  if (spoken) return title === undefined ? null : <Line parts={[`${title}:`]} columns={columns} />;
  const end = hint === undefined ? '' : ` ${hint} ${glyphs.rule.repeat(2)}`;
  // A long title gives way to the hint, which names a key.
  const named = cut(title ?? '', Math.max(1, columns - width(end) - 6));
  const start = title === undefined ? '' : `${glyphs.rule.repeat(2)} ${named} `;
  const room = Math.max(0, columns - width(start) - width(end));
  return <Line parts={[[start + glyphs.rule.repeat(room) + end, 'rule']]} columns={columns} />;
}
