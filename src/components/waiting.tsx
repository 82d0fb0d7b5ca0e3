import { Box, Text } from 'ink';
import Spinner from 'ink-spinner';
import { advise } from '../domain/error-advice.ts';
import type { Loadable } from '../loadable.ts';
import { useTheme } from '../theme.ts';
import { Line } from './line.tsx';

type WaitingProps = {
  read: Loadable<unknown>;
  columns: number;
  empty: readonly string[];
  /** When a read that failed is tried again, as `retry in 20s`. */
  again?: string | undefined;
};

/** What stands in place of rows: still asking, could not be read, or really nothing there. */
export function Waiting({ read, columns, empty, again }: WaitingProps) {
  const { glyphs, ascii, still, styles } = useTheme();
  if (read.state === 'loading') {
    return (
      <Box marginTop={1}>
        <Text {...styles.plain}>{'   '}</Text>
        <Text {...styles.busy}>{still ? glyphs.loading : <Spinner type={ascii ? 'line' : 'dots'} />}</Text>
        <Text {...styles.dim}> asking the service</Text>
      </Box>
    );
  }
  if (read.state === 'failed') {
    const { title, meaning, next } = advise(read.error);
    return (
      <Box flexDirection="column" marginTop={1}>
        <Line parts={[[`   ${glyphs.warn} ${title}`, 'bad']]} columns={columns} />
        <Line parts={[`     ${meaning}`]} columns={columns} />
        <Line parts={[[`     ${next}`, 'dim']]} columns={columns} />
        {again === undefined ? null : <Line parts={[[`     ${again}`, 'dim']]} columns={columns} />}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" marginTop={1}>
      {empty.map((line) => (
        <Line key={line} parts={[`   ${line}`]} columns={columns} />
      ))}
    </Box>
  );
}
