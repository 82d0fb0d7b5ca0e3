import { Box } from 'ink';
import { type ReactNode, useRef } from 'react';
import type { Parts } from '../../base/parts.ts';
import { useKeyName } from '../keys/key-names.ts';
import { markedVerbatim } from '../reader/spoken-marks.ts';
import { Rule } from '../text/header.tsx';
import { Lines, Quiet } from '../text/line.tsx';
import { partsWidth } from '../text/parts.ts';
import { wrapParts } from '../text/wrap-parts.ts';
import { useTheme } from '../theme/theme.ts';

/** Where a detail pane stands: beside a wide list, below a narrower one, nowhere on a small screen. */
export type PanePlace = 'right' | 'below' | 'none';

/**
 * ux: 120 columns and more leave room beside the list; below 80, or on few rows, the pane is in the way and is shown
 * only when it was asked for. `wanted` is undefined as long as nobody has said.
 */
export function panePlace(columns: number, rows: number, wanted: boolean | undefined): PanePlace {
  if (wanted === false) return 'none';
  if (columns >= 120) return 'right';
  return (columns >= 80 && rows >= 15) || wanted === true ? 'below' : 'none';
}

/** `ssh -p 10441 root@ssh5.example.com` and its margin. */
const narrowest = 37;
/** What a list has where its pane is below: beside one it has no fewer, so that a wider screen takes no column away. */
const listCells = 80;

/** Cells of a pane beside a list before anybody grows or shrinks it. */
export const paneCells = (columns: number): number =>
  Math.max(narrowest, Math.min(Math.floor(columns * 0.4), columns - listCells));

type SplitProps = {
  place: PanePlace;
  columns: number;
  rows: number;
  title: string;
  detail: readonly Parts[];
  /** Steps by which the pane was grown, or shrunk below 0, and its first line. */
  steps: number;
  top: number;
  /** The keys that move do so in it. */
  focused: boolean;
  /** Told what the keys of the pane can do. */
  reach: { shown: boolean; furthest: number; grows: boolean; shrinks: boolean };
  children: (columns: number, rows: number) => ReactNode;
};

/** Lines of a pane below that a step is worth, and cells of one beside. */
const stepRows = 2;
const stepCells = 8;
/** What is left of a list at least: a head, two rows and the count of the others; of a pane, its rule and a line. */
const leastListRows = 4;
const leastListCells = 40;

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

const known = new WeakMap<Parts, { cells: number; lines: readonly Parts[] }>();
/** What stands before the further lines of a fact: each fact is seen to begin at the edge. */
const hang = '  ';
/** Lines that stay the same while the cursor moves are broken once. */
function wrapped(parts: Parts, cells: number): readonly Parts[] {
  const last = known.get(parts);
  if (last?.cells === cells) return last.lines;
  const [first = parts, ...further] =
    partsWidth(parts) <= cells ? [parts] : wrapParts(parts, cells - hang.length);
  const lines = [first, ...further.map((line): Parts => [hang, ...line])];
  known.set(parts, { cells, lines });
  return lines;
}

/** A list and the detail of the row under its cursor. */
export function Split(props: SplitProps) {
  const { place, columns, rows, title, detail, steps, top, focused, reach, children } = props;
  const { spoken } = useTheme();
  const size = (own: number, step: number, low: number, high: number): number => {
    const now = within(own + steps * step, low, high);
    reach.grows = now < high;
    reach.shrinks = now > low;
    return now;
  };
  const belowLines = place === 'below' ? detail.flatMap((parts) => wrapped(parts, columns - 3)) : detail;
  // A pane is as high as the most that it has told, so that the list above it keeps its place from row to row.
  const tallest = useRef(0);
  tallest.current = Math.max(tallest.current, belowLines.length);
  reach.shown = place !== 'none';
  if (place === 'none') return children(columns, rows);
  // It changes with the row, which is told already: it is read when somebody asks for the whole place.
  if (spoken) {
    reach.furthest = 0;
    return (
      <Box flexDirection="column">
        {children(columns, rows)}
        <Quiet value="a">
          <Rule columns={columns} title={markedVerbatim(title)} />
          <Lines columns={columns} lines={detail} />
        </Quiet>
      </Box>
    );
  }
  if (place === 'below') {
    const own = Math.min(tallest.current, Math.floor(rows / 2)) + 1;
    const most = Math.max(own, rows - leastListRows);
    const paneRows = size(own, stepRows, 2, most);
    return (
      <>
        <Box flexDirection="column" height={rows - paneRows}>
          {children(columns, rows - paneRows)}
        </Box>
        <Pane {...{ title, columns, top, focused, reach }} lines={belowLines} rows={paneRows} />
      </>
    );
  }
  const own = paneCells(columns);
  const paneColumns = size(own, stepCells, Math.min(own, narrowest), Math.max(own, columns - leastListCells));
  return (
    <Box>
      <Box flexDirection="column" width={columns - paneColumns} height={rows}>
        {children(columns - paneColumns, rows)}
      </Box>
      <Box flexDirection="column" width={paneColumns} height={rows}>
        <Pane
          {...{ title, top, focused, rows, reach }}
          columns={paneColumns}
          lines={detail.flatMap((parts) => wrapped(parts, paneColumns - 3))}
        />
      </Box>
    </Box>
  );
}

type PaneProps = Pick<SplitProps, 'title' | 'columns' | 'rows' | 'top' | 'focused' | 'reach'> & {
  lines: readonly Parts[];
};

/** The pane itself: its rule, which says when there is more than fits, and the lines from `top` on. */
function Pane({ title, columns, rows, lines, top, focused, reach }: PaneProps) {
  const { glyphs } = useTheme();
  const room = Math.max(1, rows - 1);
  reach.furthest = Math.max(0, lines.length - room);
  const first = Math.min(top, reach.furthest);
  const keyName = useKeyName();
  const isIn = focused && reach.furthest > 0;
  const scroll = isIn
    ? `${keyName('list.pane-focus')} to the list ${glyphs.sep}`
    : `${keyName('list.pane-down')} ${keyName('list.pane-up')}`;
  const hint =
    reach.furthest === 0
      ? `${keyName('list.pane')} hides`
      : `${scroll} ${first + 1} to ${first + room} of ${lines.length}`;
  return (
    <>
      <Rule columns={columns} title={isIn ? `${glyphs.cursor} ${title}` : title} hint={hint} />
      <Details detail={lines.slice(first, first + room)} columns={columns} />
    </>
  );
}

function Details({ detail, columns }: { detail: readonly Parts[]; columns: number }) {
  return <Lines columns={columns} lines={detail.map((parts): Parts => ['   ', ...parts])} />;
}
