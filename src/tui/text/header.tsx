import { cut, width } from '../../base/cells.ts';
import { useTheme } from '../theme/theme.ts';
import { type HeaderGiven, headerParts } from './header-parts.ts';
import { Line } from './line.tsx';

/** The first line of the screen. */
export function Header(given: HeaderGiven) {
  const { glyphs } = useTheme();
  return <Line parts={headerParts(given, glyphs)} columns={given.columns} />;
}

type RuleProps = {
  columns: number;
  title?: string;
  /** At its right, or wordings of that, the longest first: where none stands beside the whole title, none does. */
  hint?: string | readonly string[];
};

/** A rule across the screen, with an optional title near its left end and a hint near its right. */
export function Rule({ columns, title, hint }: RuleProps) {
  const { glyphs, spoken } = useTheme();
  if (spoken) return title === undefined ? null : <Line parts={[`${title}:`]} columns={columns} />;
  const beside = columns - width(title ?? '') - 11;
  const said = typeof hint === 'string' ? hint : hint?.find((words) => width(words) <= beside);
  const end = said === undefined ? '' : ` ${said} ${glyphs.rule.repeat(2)}`;
  // A long title gives way to a hint of one wording, which names a key.
  const named = cut(title ?? '', Math.max(1, columns - width(end) - 6));
  const start = title === undefined ? '' : `${glyphs.rule.repeat(2)} ${named} `;
  const room = Math.max(0, columns - width(start) - width(end));
  return <Line parts={[[start + glyphs.rule.repeat(room) + end, 'rule']]} columns={columns} />;
}
