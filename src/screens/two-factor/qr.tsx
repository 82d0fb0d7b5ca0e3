import { Box, Text } from 'ink';
import type { QrDrawing } from '../../engine/two-factor/qr-blocks.ts';

/** A QR code as it was planned. It sets its own colours: no theme may turn it round (engine/two-factor/qr-blocks.ts). */
export function Qr({ drawing }: { drawing: QrDrawing }) {
  return (
    <Box flexDirection="column" flexShrink={0} width={drawing.columns} height={drawing.rows}>
      {drawing.lines.map((runs, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the code has no identity beyond its place
        <Text key={row} wrap="truncate-end">
          {runs.map(({ text, ...colours }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor has a run in its line
            <Text key={at} {...colours}>
              {text}
            </Text>
          ))}
        </Text>
      ))}
    </Box>
  );
}
