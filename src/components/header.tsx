import { cut, width } from '../cells.ts';
import { cutParts, fitting, type Part, type Parts, partsWidth, spread } from '../parts.ts';
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
  // A long name of an account takes no more than its quarter of the line.
  const shortCorner = cutParts(corner, Math.floor(columns / 4));
  const name: Part = [' rigdeck  ', 'bold'];
  if (crumbs.length > 0) {
    const trail = [name, crumbs.join(` ${glyphs.crumb} `)];
    return <Line parts={spread(trail, [...shortCorner, ' '], columns)} columns={columns} />;
  }
  const row = (named: number, gap: string): Parts => [
    name,
    ...tabs.flatMap((tab, index): Parts => {
      const isLast = index === tabs.length - 1;
      const isNamed = index < named || tab.active;
      // No tab moves for a dot: where the bracket takes its cell, one is in that place and sees what it stands for.
      const hasRoom = !tab.active || gap !== '';
      const dot = tab.attention && hasRoom ? glyphs.dot : isLast || !hasRoom ? '' : ' ';
      const label = isNamed ? `${tab.key} ${tab.name}`.trim() : tab.key || tab.name.charAt(0);
      return tab.active
        ? [
            [`[${label}]`, 'accent'],
            [dot, 'warn'],
          ]
        : [` ${label}`, [dot, 'warn'], isLast ? '' : gap];
    }),
  ];
  // Names stand closer before they go, from the right; the place where one is keeps its own.
  const room = columns - partsWidth(shortCorner) - 2;
  const fewer = tabs.map((_, index) => row(tabs.length - 1 - index, ''));
  const left = fitting([row(tabs.length, ' '), row(tabs.length, ''), ...fewer], room);
  return <Line parts={spread(left, [...shortCorner, ' '], columns)} columns={columns} />;
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
