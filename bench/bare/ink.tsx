/** The least that an Ink program with data can be: SWR, and a table of 45 rows in view with a cursor. */

import { Box, render, Text, useApp, useInput } from 'ink';
import { useState } from 'react';
import useSWR from 'swr';
import { tableRows } from './rows.ts';

const rows = tableRows(Number(process.env.BENCH_ROWS ?? 45));
const shown = 45;

function Table() {
  const { exit } = useApp();
  const { data = rows } = useSWR('rows', () => rows);
  const [{ cursor, top }, place] = useState({ cursor: 0, top: 0 });
  const move = (step: number) =>
    place((was) => {
      const next = Math.max(0, Math.min(data.length - 1, was.cursor + step));
      return { cursor: next, top: Math.min(next, Math.max(was.top, next - shown + 1)) };
    });
  useInput((input, { ctrl }) => {
    if (ctrl && input === 'f') move(shown);
    else if (ctrl && input === 'b') move(-shown);
    else if (input === 'g') move(-data.length);
    else if (input === 'j') move(1);
    else if (input === 'k') move(-1);
    else if (input === 'q') exit();
  });
  return (
    <Box flexDirection="column" height={process.stdout.rows ?? 50}>
      <Text>bare table</Text>
      <Text> </Text>
      {data.slice(top, top + shown).map((row, index) => (
        <Text key={row} inverse={top + index === cursor} wrap="truncate">
          {row}
        </Text>
      ))}
    </Box>
  );
}

const { waitUntilExit } = render(<Table />, {
  alternateScreen: true,
  incrementalRendering: true,
  interactive: true,
  maxFps: 60,
});
// No `await`: it is built as a script too, which has none at its top.
void waitUntilExit().then(() => process.exit(0));
