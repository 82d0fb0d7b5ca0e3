import { Box } from 'ink';
import { Lines } from '../../components/line.tsx';
import { tfaWords } from '../../domain/tfa-words.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { useServices } from '../../services.ts';
import { useTheme } from '../../theme.ts';
import { chainRows, type Row, withNotice } from './layout.ts';

/** A step below the chain, with what there is to say under it. What matters less goes where there is no room. */
export function StepView({
  flow,
  rows,
  notice = true,
}: {
  flow: TfaFlow;
  rows: readonly Row[];
  notice?: boolean;
}) {
  const body = useBody();
  const theme = useTheme();
  const { timeZone } = useServices();
  const words = notice ? tfaWords(flow.state, flow.at, timeZone) : undefined;
  const all = [...chainRows(flow.state, flow.at, body, theme), ...rows];
  const shown = withNotice(all, words, body, theme).map(({ parts }) => parts);
  return (
    <Box flexDirection="column">
      <Lines columns={body.columns} lines={shown} />
    </Box>
  );
}
