import { Box } from 'ink';
import { useServices } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { type Row, RowLines, steadyRows } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { chainRows, saidOf, withNotice } from './tfa-layout.ts';

/**
 * A step below the chain, with what there is to say under it. What matters less goes where there is no room. No row of
 * a `steady` one moves for a message below.
 */
export function StepView({
  flow,
  rows,
  notice = true,
  steady = false,
}: {
  flow: TfaFlow;
  rows: readonly Row[];
  notice?: boolean;
  steady?: boolean;
}) {
  const body = useBody();
  const theme = useTheme();
  const { timeZone } = useServices();
  const { columns } = body;
  const words = notice ? saidOf(flow, timeZone) : undefined;
  const layOut = (room: number, size = { columns, rows: room }) =>
    withNotice([...chainRows(flow.state, flow.at, size, theme), ...rows], words, size, theme);
  const shown = steady ? steadyRows(layOut, body) : layOut(body.rows);
  return (
    <Box flexDirection="column">
      <RowLines columns={columns} rows={shown} />
    </Box>
  );
}
