import { useState } from 'react';
import { padEnd, width } from '../cells.ts';
import { Panel } from '../components/panel.tsx';
import { useDeck } from '../hooks/deck.ts';
import type { MenuEntry } from '../hooks/modal.ts';
import { useLayer } from '../hooks/use-layer.ts';
import { useLine } from '../hooks/use-line.ts';
import { useTerminalSize } from '../hooks/use-viewport.ts';
import { ranked } from '../palette-rank.ts';
import type { Parts } from '../parts.ts';
import { marks } from '../spoken-marks.ts';
import { useTheme } from '../theme.ts';

type MenuProps = {
  title: string;
  entries: readonly MenuEntry[];
  search: boolean;
  /** The entry that the cursor begins on. */
  start?: number;
  /** Called with the entry that the cursor has moved to. */
  onMove?: (entry: MenuEntry | undefined) => void;
};

/** A list to pick from: by its key, by moving, or (in the palette) by typing part of a name. */
export function Menu({ title, entries, search, start = 0, onMove }: MenuProps) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const typed = useLine('');
  const [cursor, setCursor] = useState(start);
  const found = search ? ranked(typed.text, entries).map(({ entry }) => entry) : entries;
  const at = Math.min(cursor, Math.max(0, found.length - 1));
  const pick = (entry: MenuEntry | undefined) => {
    if (entry === undefined) return;
    deck.close();
    entry.run();
  };
  const move = (to: number) => {
    setCursor(to);
    onMove?.(found[to]);
  };
  useLayer({
    kind: 'modal',
    bindings: {
      'menu.down': { run: () => move(Math.min(found.length - 1, at + 1)) },
      'menu.up': { run: () => move(Math.max(0, at - 1)) },
      'menu.pick': { run: () => pick(found[at]) },
      'menu.close': { run: deck.close },
    },
    ...(search
      ? {}
      : {
          edits: (stroke) => {
            const entry = entries.find(({ key }) => key !== undefined && key === stroke.key);
            pick(entry);
            return entry !== undefined;
          },
        }),
  });
  useLayer(search ? { kind: 'modal-text', bindings: {}, ...typed.layer } : undefined);

  const room = Math.max(1, size.rows - (search ? 8 : 6));
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), found.length - room));
  const labelCells = Math.min(52, Math.max(12, ...entries.map(({ label }) => width(label))));
  const rows = found.slice(top, top + room).map((entry, index): Parts => {
    const lit = top + index === at;
    const key = `${padEnd(entry.key ?? '', 3)} `;
    return [
      [
        `${lit ? glyphs.cursor : ' '} ${key}${padEnd(entry.label, labelCells)}  `,
        lit ? 'sel' : entry.hint !== undefined && search ? 'dim' : 'plain',
      ],
      [entry.hint ?? '', 'dim'],
    ];
  });
  if (spoken) {
    const lines = spokenMenu(found, at, search ? typed.draw(40, glyphs.caret) : undefined);
    return <Panel title={title} lines={lines} width={0} columns={0} rows={0} />;
  }
  const none: Parts[] = found.length === 0 ? [[['  nothing by that name', 'dim']]] : [];
  const head: Parts[] = search ? [[': ', ...typed.draw(40, glyphs.caret)], []] : [];
  return (
    <Panel
      title={title}
      lines={[...head, ...rows, ...none]}
      width={72}
      columns={size.columns}
      rows={size.rows}
    />
  );
}

/** In a list that is longer only the entry under the cursor is told. */
const fewEntries = 12;

/** A list as it is told: what is typed, the entries of a short one, and the one that Enter takes. */
export function spokenMenu(
  found: readonly MenuEntry[],
  at: number,
  typed: Parts | undefined,
  none = 'nothing by that name',
): Parts[] {
  const entry = ({ key, label, hint }: MenuEntry, index: number): Parts => [
    `${index + 1} of ${found.length}: ${label}`,
    key === undefined ? '' : `, key ${key}`,
    hint === undefined || hint === '' ? '' : `, ${hint}`,
  ];
  const one = found[at];
  const isShort = typed === undefined && found.length <= fewEntries;
  const here: Parts =
    one === undefined ? [none] : [marks.focus, isShort ? 'chosen: ' : '', ...entry(one, at)];
  return [
    ...(typed === undefined ? [] : [['part of a name: ', ...typed]]),
    ...(isShort ? found.map(entry) : []),
    here,
  ];
}
