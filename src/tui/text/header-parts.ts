import type { Part, Parts } from '../../base/parts.ts';
import type { Glyphs } from '../theme/theme.ts';
import { cutParts, fitting, partsWidth, spread } from './parts.ts';

export type Tab = { key: string; name: string; active: boolean; attention: boolean };

export type HeaderGiven = {
  tabs: readonly Tab[];
  crumbs: readonly string[];
  /** The profile, at the right. */
  corner: Parts;
  columns: number;
};

/** The name of the program, where each frame begins. */
export const programName: Part = [' rigdeck  ', 'bold'];

/** The first line: either the tabs, or the trail of crumbs that leads to a deeper screen; the profile at the right. */
export function headerParts({ tabs, crumbs, corner, columns }: HeaderGiven, glyphs: Glyphs): Parts {
  // A long name of an account takes no more than its quarter of the line.
  const shortCorner = cutParts(corner, Math.floor(columns / 4));
  if (crumbs.length > 0) {
    const between = ` ${glyphs.crumb} `;
    const from = (first: number): Parts => [
      programName,
      (first === 0 ? '' : glyphs.ellipsis + between) + crumbs.slice(first).join(between),
    ];
    // Where one is stays, and what led there goes from its beginning; a name too long for the line is cut behind its list.
    const room = columns - partsWidth(shortCorner) - 2;
    const trails = crumbs.map((_, index) => from(index));
    const trail = trails.find((parts) => partsWidth(parts) <= room) ?? from(Math.max(0, crumbs.length - 2));
    return spread(trail, [...shortCorner, ' '], columns);
  }
  const row = (named: number, gap: string): Parts => [
    programName,
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
  return spread(left, [...shortCorner, ' '], columns);
}
