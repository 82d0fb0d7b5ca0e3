import { Box, Text } from 'ink';
import Spinner from 'ink-spinner';
import { width } from '../../base/cells.ts';
import type { StyleName } from '../../base/parts.ts';
import { useTheme } from '../theme/theme.ts';
import { Line } from './line.tsx';

type AskingLineProps = { indent: string; said: string; columns: number; style?: StyleName };

/** A line of something that is waited for: a sign that moves, unless nothing is to, and the words behind it. */
export function AskingLine({ indent, said, columns, style = 'dim' }: AskingLineProps) {
  const { glyphs, ascii, still, spoken, styles } = useTheme();
  if (spoken) return <Line parts={[said]} columns={columns} />;
  return (
    <Box>
      <Text {...styles.plain}>{indent}</Text>
      <Text {...styles.busy}>{still ? glyphs.ellipsis : <Spinner type={ascii ? 'line' : 'dots'} />}</Text>
      <Line parts={[[` ${said}`, style]]} columns={Math.max(0, columns - width(indent) - 1)} />
    </Box>
  );
}
