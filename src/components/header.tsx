import { width } from '../cells.ts';
import { fitting, type Part, type Parts, partsWidth, spread } from '../parts.ts';
import { useTheme } from '../theme.ts';
import { Line } from './line.tsx';

export type Tab = { key: string; name: string; active: boolean; attention: boolean };

/** The first line: either the tabs, or the trail of crumbs that leads to a deeper screen; the profile at the right. */
export function Header({
  tabs,
  crumbs,
  corner,
  columns,
}: {
  tabs: readonly Tab[];
  crumbs: readonly string[];
  corner: Parts;
  columns: number;
}) {
  const { glyphs } = useTheme();
  const name: Part = [' rigdeck  ', 'bold'];
  if (crumbs.length > 0) {
    const trail = [name, crumbs.join(` ${glyphs.crumb} `)];
    return <Line parts={spread(trail, [...corner, ' '], columns)} columns={columns} />;
  }
  const row = (named: (tab: Tab) => boolean, gap: string): Parts => [
    name,
    ...tabs.flatMap((tab, index): Parts => {
      const isLast = index === tabs.length - 1;
      const dot = tab.attention ? glyphs.dot : isLast || (tab.active && gap === '') ? '' : ' ';
      const label = named(tab) ? `${tab.key} ${tab.name}`.trim() : tab.key || tab.name.charAt(0);
      return tab.active ? [[`[${label}]`, 'accent'], dot] : [` ${label}`, [dot, 'warn'], isLast ? '' : gap];
    }),
  ];
  // Names stand closer before they go; where they do not fit, only the place where one is has its own.
  const room = columns - partsWidth(corner) - 2;
  const left = fitting([row(() => true, ' '), row(() => true, ''), row(({ active }) => active, ' ')], room);
  return <Line parts={spread(left, [...corner, ' '], columns)} columns={columns} />;
}

/** A rule across the screen, with an optional title near its left end and a hint near its right. */
export function Rule({ columns, title, hint }: { columns: number; title?: string; hint?: string }) {
  const { glyphs, spoken } = useTheme();
  if (spoken) return title === undefined ? null : <Line parts={[`${title}:`]} columns={columns} />;
  const start = title === undefined ? '' : `${glyphs.rule.repeat(2)} ${title} `;
  const end = hint === undefined ? '' : ` ${hint} ${glyphs.rule.repeat(2)}`;
  const room = Math.max(0, columns - width(start) - width(end));
  return <Line parts={[[start + glyphs.rule.repeat(room) + end, 'rule']]} columns={columns} />;
}
