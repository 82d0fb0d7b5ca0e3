import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Parts } from '../parts.ts';
import { wrapParts } from '../wrap-parts.ts';
import { Rule } from './header.tsx';
import { Lines } from './line.tsx';

/** Where a detail pane stands: beside a wide list, below a narrower one, nowhere on a small screen. */
export type PanePlace = 'right' | 'below' | 'none';

/** ux: 120 columns and more leave room beside the list; below 80, or on few rows, the pane is in the way. */
export function panePlace(columns: number, rows: number, wanted: boolean): PanePlace {
  if (!wanted) return 'none';
  if (columns >= 120) return 'right';
  return columns >= 80 && rows >= 15 ? 'below' : 'none';
}

/** `ssh -p 10441 root@ssh5.example.com` and its margin. */
const narrowest = 37;

type SplitProps = {
  place: PanePlace;
  columns: number;
  rows: number;
  title: string;
  detail: readonly Parts[];
  /** Cells that the list would like beside a pane, which gives way to it as far as an ssh command stays whole. */
  wants?: number;
  children: (columns: number, rows: number) => ReactNode;
};

/** A list and the detail of the row under its cursor. */
export function Split({ place, columns, rows, title, detail, wants = 0, children }: SplitProps) {
  if (place === 'none') return children(columns, rows);
  if (place === 'below') {
    const paneRows = Math.min(detail.length, Math.floor(rows / 2)) + 1;
    return (
      <>
        <Box flexDirection="column" height={rows - paneRows}>
          {children(columns, rows - paneRows)}
        </Box>
        <Rule columns={columns} title={title} hint="p hides" />
        <Details detail={detail.slice(0, paneRows - 1)} columns={columns} />
      </>
    );
  }
  const paneColumns = Math.max(narrowest, Math.min(Math.floor(columns * 0.4), columns - wants));
  return (
    <Box>
      <Box flexDirection="column" width={columns - paneColumns} height={rows}>
        {children(columns - paneColumns, rows)}
      </Box>
      <Box flexDirection="column" width={paneColumns} height={rows}>
        <Rule columns={paneColumns} title={title} hint="p hides" />
        <Details
          detail={detail.flatMap((parts) => wrapParts(parts, paneColumns - 4))}
          columns={paneColumns}
        />
      </Box>
    </Box>
  );
}

function Details({ detail, columns }: { detail: readonly Parts[]; columns: number }) {
  return <Lines columns={columns} lines={detail.map((parts): Parts => ['   ', ...parts])} />;
}
