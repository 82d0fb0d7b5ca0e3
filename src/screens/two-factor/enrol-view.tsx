import { Box } from 'ink';
import type { Parts } from '../../base/parts.ts';
import type { QrDrawing } from '../../engine/two-factor/qr-blocks.ts';
import { isSubmitting } from '../../engine/two-factor/tfa-outcome.ts';
import type { TfaWords } from '../../engine/two-factor/tfa-words.ts';
import { useOnItsWay, useOnItsWayWords } from '../../hooks/on-its-way.ts';
import { useCurrentMessage } from '../../hooks/use-current-message.ts';
import { useServices } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { Lines } from '../../tui/text/line.tsx';
import { blank, indent, prose, type Row, RowLines } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { Qr } from './qr.tsx';
import { chainRows, saidOf, withNotice } from './tfa-layout.ts';
import { secretRows, stepRow } from './totp-words.ts';

/** Between the QR code and the text beside it. */
export const columnGap = 2;
/** Lines of the chain with a blank one on either side. */
const chainLines = 4;

const harmless: TfaWords = {
  tone: 'plain',
  title: 'Nothing changes until this code is accepted. Leaving now is harmless.',
  more: '',
  next: '',
};
const judged: TfaWords = {
  tone: 'plain',
  title: 'The code is with the service. Wait for its answer.',
  more: '',
  next: '',
};

/** Rows of a column that begins at its own left edge. */
export const outdented = (rows: readonly Row[]): Row[] =>
  rows.map(({ parts: [first, ...rest], ...how }) => ({ ...how, parts: first === undefined ? [] : rest }));

type EnrolProps = {
  flow: TfaFlow;
  secret: { secret: string; uri: string };
  /** The boxes with their clocks, and the label. */
  code: readonly Row[];
  label: Parts;
};

const tones = { info: 'plain', warn: 'warn', error: 'bad' } as const;

/** What the deck has to say, else what is on its way: it stands beside the QR code, which needs every line of the screen. */
function useMessageRows(columns: number): Row[] {
  const message = useCurrentMessage();
  const { glyphs } = useTheme();
  const write = useOnItsWay();
  const waits = useOnItsWayWords(write, 2 * columns);
  if (message === undefined)
    return write === undefined
      ? []
      : [blank(8), ...prose(`${glyphs.ellipsis} ${waits}`, columns, 'busy', 0, '')];
  const sign = message.level === 'info' ? glyphs.done : glyphs.warn;
  return [blank(8), ...prose(`${sign} ${message.text}`, columns, tones[message.level], 0, '')];
}

function useWords(flow: TfaFlow): TfaWords {
  const { timeZone } = useServices();
  return saidOf(flow, timeZone) ?? (isSubmitting(flow.state) ? judged : harmless);
}

/** The QR code with the text beside it (mock-up 5.8), under the chain where there is room for both. */
export function SecretBeside({ flow, secret, drawing, code, label }: EnrolProps & { drawing: QrDrawing }) {
  const body = useBody();
  const theme = useTheme();
  const words = useWords(flow);
  const columns = body.columns - drawing.columns - columnGap;
  const message = useMessageRows(columns);
  const withChain = body.rows >= drawing.rows + chainLines;
  const chain = withChain ? chainRows(flow.state, flow.at, body, theme) : [];
  const rows: Row[] = [
    blank(9),
    stepRow(flow),
    blank(8),
    { parts: ['Scan this with an authenticator app'], drop: 3 },
    { parts: ['or type the secret by hand:'], drop: 3 },
    blank(9),
    ...secretRows(secret, columns, theme),
    blank(8),
    { parts: ['Then enter the code it shows:'], drop: 5 },
    ...code,
    blank(8),
    { parts: label, drop: 2 },
    ...message,
    blank(8),
  ];
  // What stands there when nothing has happened gives way to what has.
  const said = message.length > 0 && words === harmless ? undefined : words;
  // The frame before the chrome gave way has no room for it yet: half a QR code is none.
  if (body.rows < drawing.rows) return null;
  const shown = withNotice(rows, said, { columns, rows: body.rows - chain.length }, theme, '');
  return (
    <Box flexDirection="column">
      <Lines columns={body.columns} lines={chain.map(({ parts }) => parts)} />
      <Box>
        <Qr drawing={drawing} />
        <Box flexDirection="column" marginLeft={columnGap} width={columns}>
          <RowLines columns={columns} rows={shown} />
        </Box>
      </Box>
    </Box>
  );
}

/** The secret as text, on a terminal that has no room for the code; `why` says what it would need. */
export function SecretAlone({ flow, secret, why, code, label }: EnrolProps & { why: string }) {
  const body = useBody();
  const theme = useTheme();
  const words = useWords(flow);
  const rows: Row[] = [
    { parts: ['Type this secret into an authenticator app:'], drop: 4 },
    ...prose(why, body.columns - indent.length, 'dim', 1, '').map(({ parts }): Row => ({ parts, drop: 1 })),
    blank(9),
    ...secretRows(secret, body.columns - indent.length, theme),
    blank(8),
    ...code,
    blank(8),
    { parts: label, drop: 2 },
    blank(8),
  ];
  const indented = rows.map((one): Row => ({ ...one, parts: [indent, ...one.parts] }));
  const all = [...chainRows(flow.state, flow.at, body, theme), ...indented];
  const shown = withNotice(all, words, body, theme);
  return (
    <Box flexDirection="column">
      <RowLines columns={body.columns} rows={shown} />
    </Box>
  );
}
