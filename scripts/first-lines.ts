/** The lines that the entry paints at a start for which no frame was kept, made of what the deck makes them of. */

import type { Parts } from '../src/base/parts.ts';
import { type ActionId, actionRow, defaultKeymap, globalActions } from '../src/engine/keymap.ts';
import { buildSearchBody, describeFilters } from '../src/engine/offers/query.ts';
import { defaultSearch } from '../src/engine/offers/search-state.ts';
import type { FirstLines, Wordings } from '../src/platform/start/first-lines.ts';
import { definitionOf, tabs } from '../src/screens/registry.ts';
import { headerParts, programName } from '../src/tui/text/header-parts.ts';
import { keyLineParts } from '../src/tui/text/key-line-parts.ts';
import { partsText } from '../src/tui/text/parts.ts';
import { makeTheme } from '../src/tui/theme/theme.ts';

/** What cannot be done while there is no offer. */
const blockedYet: readonly ActionId[] = ['offer.rent', 'list.mark'];
const smallest = 60;
const widest = 400;
const looks: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['\x1b[1m', '\x1b[22m'],
  accent: ['\x1b[1m', '\x1b[22m'],
  dim: ['\x1b[2m', '\x1b[22m'],
};

const drawn = (parts: Parts): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const [on, off] = looks[part[1]] ?? ['', ''];
      return on + part[0] + off;
    })
    .join('')
    .replaceAll('\x1b[22m\x1b[1m', '');

/** One text for all widths from the least that has it. */
function wordings(at: (columns: number) => string): Wordings {
  const found: [number, string][] = [];
  for (let columns = smallest; columns <= widest; columns += 1) {
    const text = at(columns).trimEnd();
    if (found.at(-1)?.[1] !== text) found.push([columns, text]);
  }
  return found;
}

export function makeFirstLines(version: string): FirstLines {
  const { glyphs, ascii } = makeTheme({ ascii: false, ground: { level: 0, background: undefined } });
  const corner = `v${version}`;
  const places = tabs.map(({ screen, action, name }) => {
    const key = defaultKeymap(action)[0] ?? '';
    return { key, name, active: screen === 'offers', attention: false };
  });
  const ids = [...definitionOf({ screen: 'offers' }).actions, ...globalActions];
  const actions = ids.map((id) => ({
    ...{ id, row: actionRow(id), keys: defaultKeymap(id) },
    binding: blockedYet.includes(id) ? { blocked: 'there is nothing yet' } : {},
  }));
  const header = (columns: number) => {
    const parts = headerParts({ tabs: places, crumbs: [], corner: [corner], columns }, glyphs);
    const end = partsText(parts).lastIndexOf(corner);
    return drawn(parts).slice(0, end - partsText(parts).length);
  };
  return {
    name: drawn([programName]),
    places: wordings(header),
    corner,
    account: ' looking up your key',
    search: ` ${describeFilters(buildSearchBody(defaultSearch))}`,
    keys: wordings((columns) => drawn(keyLineParts(actions, columns, ascii))),
  };
}
