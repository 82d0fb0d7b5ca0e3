import type { Reachable } from '../keys/layers.ts';
import { useTheme } from '../theme/theme.ts';
import { keyLineParts } from './key-line-parts.ts';
import { Line } from './line.tsx';

/** The last line: the most useful keys for this spot. */
export function KeyLine({ actions, columns }: { actions: readonly Reachable[]; columns: number }) {
  const { ascii } = useTheme();
  return <Line columns={columns} parts={keyLineParts(actions, columns, ascii)} />;
}
