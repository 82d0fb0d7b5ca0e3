import { Box } from 'ink';
import { useState } from 'react';
import { width } from '../../base/cells.ts';
import type { Part, Parts } from '../../base/parts.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { spokenMenu } from '../dialog/menu.tsx';
import type { SortModal } from '../dialog/modal.ts';
import { Panel } from '../dialog/panel.tsx';
import { useLayer } from '../keys/use-layer.ts';
import { Line } from '../text/line.tsx';
import { partsWidth } from '../text/parts.ts';
import { useTheme } from '../theme/theme.ts';
import { useStore } from '../use-store.ts';
import { useTerminalSize } from '../use-viewport.ts';
import { spokenHeading } from './spoken-row.ts';

/** Lines from the bottom: in place of the message where there is one, the keys staying below it. */
const fromBottom = { full: 2, slim: 2, bare: 1 } as const;
const title = 'Sort by';

/** Of entries that take so many cells each, those in view beside the one at `at`: from `first` to before `end`, the first ones as long as it fits. */
function inView(cells: readonly number[], at: number, room: number): { first: number; end: number } {
  let [first, end, used] = [at, at + 1, cells[at] ?? 0];
  for (;;) {
    const [before, after] = [cells[first - 1], cells[end]];
    if (before !== undefined && used + before <= room) [first, used] = [first - 1, used + before];
    else if (after !== undefined && used + after <= room) [end, used] = [end + 1, used + after];
    else return { first, end };
  }
}

/** The columns that a list is sorted by, on one line at the bottom: the letter of one sorts by it, and again turns it round. */
export function SortLine({ modal: { entries, sorted } }: { modal: SortModal }) {
  const deck = useDeck();
  const { columns, rows } = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const chrome = useStore(deck.chrome);
  const [at, setAt] = useState(Math.max(0, sorted?.at ?? 0));
  const take = (index: number) => {
    const entry = entries[index];
    if (entry === undefined) return false;
    deck.close();
    entry.run();
    return true;
  };
  useLayer({
    kind: 'modal',
    bindings: {
      'sort.right': { run: () => setAt(Math.min(entries.length - 1, at + 1)) },
      'sort.left': { run: () => setAt(Math.max(0, at - 1)) },
      'sort.pick': { run: () => take(at) },
      'sort.close': { run: deck.close },
    },
    edits: (stroke) => take(entries.findIndex(({ key }) => key === stroke.key)),
  });
  const named = entries.map((entry) => ({ ...entry, label: spokenHeading(entry.label) }));
  if (spoken)
    return <Panel title={title} lines={spokenMenu(named, at, undefined)} width={0} columns={0} rows={0} />;
  const arrow = (index: number) =>
    index === sorted?.at ? (sorted.descending ? glyphs.down : glyphs.up) : '';
  const draw = (between: string, gap: string) =>
    entries.map(({ key = '', label }, index): Parts => {
      const said = `${between}${label}${arrow(index)}`;
      return [...(index === at ? [[key + said, 'sel'] as const] : [[key, 'accent'] as const, said]), gap];
    });
  const head: Parts = [[` ${title}  `, 'bold']];
  const room = columns - partsWidth(head);
  const all = (some: readonly Parts[]) => some.reduce((sum, parts) => sum + partsWidth(parts), 0);
  // Closer together, a letter and its column need a sign that holds them.
  const wide = draw(' ', '  ');
  const drawn = all(wide) <= room ? wide : draw(':', ' ');
  const signs = all(drawn) <= room ? 0 : width(glyphs.moreLeft) + width(glyphs.moreRight);
  const { first, end } = inView(drawn.map(partsWidth), at, room - signs);
  const dim = (text: string): Part => [text, 'dim'];
  const line: Parts = [
    ...head,
    dim(first > 0 ? glyphs.moreLeft : ''),
    ...drawn.slice(first, end).flat(),
    dim(end < drawn.length ? glyphs.moreRight : ''),
  ];
  return (
    <Box position="absolute" marginTop={Math.max(0, rows - fromBottom[chrome])} width={columns}>
      <Line parts={line} columns={columns} />
    </Box>
  );
}
