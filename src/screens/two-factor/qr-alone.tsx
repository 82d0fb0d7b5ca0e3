import { Box } from 'ink';
import type { QrDrawing } from '../../engine/two-factor/qr-blocks.ts';
import { useOnItsWay, useOnItsWayWords } from '../../hooks/on-its-way.ts';
import { Line } from '../../tui/text/line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { Qr } from './qr.tsx';

/** The QR code alone. What is on its way stands below it where a line is left: no sign may stand in the code. */
export function QrAlone({ drawing }: { drawing: QrDrawing }) {
  const body = useBody();
  const { glyphs } = useTheme();
  const write = useOnItsWay();
  const waits = useOnItsWayWords(write, body.columns - 3);
  // The frame before the chrome gave way has no room for it yet: half a QR code is none.
  if (body.rows < drawing.rows) return null;
  const isTold = write !== undefined && body.rows > drawing.rows;
  return (
    <Box flexDirection="column">
      <Box marginLeft={Math.floor((body.columns - drawing.columns) / 2)}>
        <Qr drawing={drawing} />
      </Box>
      {isTold ? <Line parts={[[` ${glyphs.ellipsis} ${waits}`, 'busy']]} columns={body.columns} /> : null}
    </Box>
  );
}
