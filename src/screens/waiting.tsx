import { Box } from 'ink';
import { useRef } from 'react';
import type { Parts, StyleName } from '../base/parts.ts';
import { measured, wrapWords } from '../base/wrap-words.ts';
import type { Loadable } from '../engine/read-health.ts';
import { adviseRead, tooLongMs, waitLine, waitLooks } from '../engine/read-health.ts';
import { useServices } from '../hooks/use-deck.ts';
import { useWaited } from '../hooks/use-now.ts';
import { useKeyName } from '../tui/keys/key-names.ts';
import { AskingLine } from '../tui/text/asking-line.tsx';
import { Line, Lines } from '../tui/text/line.tsx';
import { useTheme } from '../tui/theme/theme.ts';

type WaitingProps = {
  read: Loadable<unknown>;
  /** What is being read, as it is named in a sentence: `the offers`. */
  what: string;
  columns: number;
  empty: readonly string[];
  /** When a read that failed is tried again, as `retry in 20s`. */
  again?: string | undefined;
};

/** What stands in place of rows: still asking, could not be read, or really nothing there. */
export function Waiting({ read, what, columns, empty, again }: WaitingProps) {
  const { glyphs } = useTheme();
  if (read.state === 'loading') return <Asking what={what} columns={columns} />;
  if (read.state === 'failed') {
    const { title, meaning, next } = adviseRead(read.error, again);
    return (
      <Box flexDirection="column" marginTop={1}>
        <Line parts={[[`   ${glyphs.warn} ${title}`, 'bad']]} columns={columns} />
        {meaning === '' ? null : <Lines lines={below(meaning, columns, 'plain')} columns={columns} />}
        {next === '' ? null : <Lines lines={below(next, columns, 'dim')} columns={columns} />}
        {again === undefined ? null : <Line parts={[[`     ${again}`, 'dim']]} columns={columns} />}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" marginTop={1}>
      <Lines
        lines={empty.flatMap((line) => wrapWords(line, columns - 4)).map((line): Parts => [`   ${line}`])}
        columns={columns}
      />
    </Box>
  );
}

/** A sentence under the words beside the sign, as many lines as it needs. */
const below = (text: string, columns: number, style: StyleName): Parts[] =>
  wrapWords(text, measured(columns - 7)).map((line): Parts => [[`     ${line}`, style]]);

/** That the service is being asked, for how long, and once that is too long, for what and how to get away. */
function Asking({ what, columns }: { what: string; columns: number }) {
  const { still } = useTheme();
  const keyName = useKeyName();
  const { clock } = useServices();
  const began = useRef(clock.now());
  const waited = useWaited(clock, began.current, waitLooks(still));
  const said = waitLine(waited);
  if (said === '') return null;
  const away = `Still waiting for ${what}. Any other screen can be gone to, which ends nothing and costs nothing; ${keyName('app.quit')} quits, and ${keyName('app.refresh')} gives it up and asks anew.`;
  return (
    <Box flexDirection="column" marginTop={1}>
      <AskingLine indent="   " said={said} columns={columns} />
      {waited < tooLongMs ? null : <Lines lines={below(away, columns, 'dim')} columns={columns} />}
    </Box>
  );
}
