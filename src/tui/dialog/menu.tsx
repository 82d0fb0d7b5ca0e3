import { useState } from 'react';
import { cut, padEnd, width } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLayer } from '../keys/use-layer.ts';
import { ranked } from '../palette/palette-rank.ts';
import { marks } from '../reader/spoken-marks.ts';
import { moreLine } from '../text/more-line.ts';
import { useLine } from '../text/use-line.ts';
import { useTheme } from '../theme/theme.ts';
import { useTerminalSize } from '../use-viewport.ts';
import type { MenuEntry } from './modal.ts';
import { Panel } from './panel.tsx';

type MenuProps = {
  title: string;
  entries: readonly MenuEntry[];
  search: boolean;
  /** Why it is not the whole list, in a sentence. */
  lacks?: string | undefined;
  /** The entry that the cursor begins on. */
  start?: number;
  /** Called with the entry that the cursor has moved to. */
  onMove?: (entry: MenuEntry | undefined) => void;
};

/** A list to pick from: by its key, by moving, or (in the palette) by typing part of a name. */
export function Menu({ title, entries, search, lacks, start = 0, onMove }: MenuProps) {
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

  const isKeyed = entries.some(({ key }) => key !== undefined);
  const keyCell = isKeyed ? keyInFront : () => '';
  const labelCells = Math.min(52, Math.max(12, ...entries.map(({ label }) => width(label))));
  const cells = Math.min(boxCells, size.columns) - 4;
  const front = cursorCells + (isKeyed ? keyCells : 0);
  const wholes = found.map((entry) => wholeLines(entry, { labelCells, front, cells }));
  // As many for each entry, so that the list keeps its place while the cursor moves.
  const wholeRows = Math.min(
    size.rows < roomyRows ? 2 : 3,
    Math.max(0, ...wholes.map(({ length }) => length)),
  );
  const warned =
    lacks === undefined
      ? []
      : wrapWords(`${glyphs.warn} ${lacks}`, cells).map((line): Parts => [[line, 'warn']]);
  const lines = Math.max(2, size.rows - (search ? 6 : 4) - warned.length - wholeRows);
  const overflows = found.length > lines;
  // One line of the box is left for the count of what is out of sight.
  const room = overflows ? lines - 1 : lines;
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), found.length - room));
  const rows = found.slice(top, top + room).map((entry, index): Parts => {
    const lit = top + index === at;
    const key = keyCell(entry);
    return [
      [
        `${lit ? glyphs.cursor : ' '} ${key}${entry.hint ? `${padEnd(entry.label, labelCells)}  ` : entry.label}`,
        lit ? 'sel' : entry.hint !== undefined && search ? 'dim' : 'plain',
      ],
      [entry.hint ?? '', 'dim'],
    ];
  });
  if (spoken) {
    const lines = [...warned, ...spokenMenu(found, at, search ? typed.draw(40, glyphs.caret) : undefined)];
    return <Panel title={title} lines={lines} width={0} columns={0} rows={0} />;
  }
  const after = found.length - top - rows.length;
  const more: Parts[] = overflows ? [moreLine({ above: top, below: after }, glyphs, { margin: '  ' })] : [];
  const none: Parts[] = found.length === 0 ? [[['  nothing by that name', 'dim']]] : [];
  const said = wholes[at] ?? [];
  const whole = Array.from({ length: wholeRows }, (_, row): Parts => {
    const goesOn = row === wholeRows - 1 && said.length > wholeRows;
    return [[goesOn ? `${cut(said[row] ?? '', cells - 2)} ${glyphs.ellipsis}` : (said[row] ?? ''), 'dim']];
  });
  const head: Parts[] = search ? [[': ', ...typed.draw(40, glyphs.caret)], []] : [];
  return (
    <Panel
      title={title}
      lines={[...head, ...warned, ...rows, ...more, ...none, ...whole]}
      width={boxCells}
      columns={size.columns}
      rows={size.rows}
    />
  );
}

const boxCells = 72;
/** From here on there is room for three lines that say an entry whole, and for two on fewer. */
const roomyRows = 20;
const wholeMargin = '      ';

/** What a row takes in front of its label: the cursor, and where any entry has one its key. */
const cursorCells = 2;
const keyCells = 4;
const keyInFront = ({ key }: MenuEntry): string => `${padEnd(key ?? '', keyCells - 1)} `;

/** What of an entry its row in the list cuts, whole: nothing where all of it stands there, `front` cells from the left. */
function wholeLines(
  { label, hint = '' }: MenuEntry,
  { labelCells, front, cells }: { labelCells: number; front: number; cells: number },
): string[] {
  const beside = cells - front;
  const room = cells - wholeMargin.length;
  if (width(label) > (hint === '' ? beside : Math.min(labelCells, beside)))
    return below(`${label}  ${hint}`, room);
  return hint === '' || labelCells + 2 + width(hint) <= beside ? [] : below(hint, room);
}

const below = (text: string, cells: number): string[] =>
  wrapWords(text, cells).map((line) => wholeMargin + line);

/** In a list that is longer only the entry under the cursor is told. */
const fewEntries = 12;
/** Of more than this what is known of each is told when the cursor comes to it. */
const wholeEntries = 6;

/** A list as it is told: what is typed, the entries of a short one, and the one that Enter takes. */
export function spokenMenu(
  found: readonly MenuEntry[],
  at: number,
  typed: Parts | undefined,
  { none = 'nothing by that name', of = 'part of a name', offered = '' } = {},
): Parts[] {
  const name = ({ key, label }: MenuEntry, index: number): Parts => [
    `${index + 1} of ${found.length}: ${label}`,
    key === undefined ? '' : `, key ${key}`,
  ];
  const entry = (one: MenuEntry, index: number): Parts => [
    ...name(one, index),
    one.hint === undefined || one.hint === '' ? '' : `, ${one.hint}`,
  ];
  const one = found[at];
  const isShort = typed === undefined && found.length <= fewEntries;
  const here: Parts =
    one === undefined ? [none] : [marks.focus, isShort ? 'chosen: ' : offered, ...entry(one, at)];
  return [
    ...(typed === undefined ? [] : [[`${of}: `, ...typed]]),
    ...(isShort ? found.map(found.length <= wholeEntries ? entry : name) : []),
    here,
  ];
}
