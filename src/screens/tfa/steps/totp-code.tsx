import { Box } from 'ink';
import { useState } from 'react';
import { Lines } from '../../../components/line.tsx';
import { Qr } from '../../../components/qr.tsx';
import { tfaWords } from '../../../domain/tfa-words.ts';
import { useChrome } from '../../../hooks/use-chrome.ts';
import { useLayer } from '../../../hooks/use-layer.ts';
import type { TfaFlow } from '../../../hooks/use-tfa-flow.ts';
import { useBody, useTerminalSize } from '../../../hooks/use-viewport.ts';
import { useServices } from '../../../services.ts';
import { useTheme } from '../../../theme.ts';
import { codeRows } from '../code-rows.ts';
import { blank, chainRows, fitRows, noticeRows, type Row } from '../layout.ts';
import { StepView } from '../step-view.tsx';
import { scanWords, secretRows, stepRow, tooSmall } from '../totp-words.ts';
import { useCodeEntry } from '../use-code-entry.ts';
import { useCopyTwice } from '../use-copy-twice.ts';
import { useLabel } from '../use-label.ts';
import { useQr } from '../use-qr.ts';

const gap = 2;
/** Lines of the chain with a blank one on either side. */
const chainLines = 4;
const harmless = 'Nothing changes until this code is accepted. Leaving now is harmless.';

const outdented = (rows: readonly Row[]): Row[] =>
  rows.map(({ parts: [first, ...rest], drop }) => ({ parts: first === undefined ? [] : rest, drop }));

/** The secret of a new authenticator as a QR code and as text, and the first code that it shows (mock-up 5.8). */
export function TotpCode({ flow }: { flow: TfaFlow }) {
  const size = useTerminalSize();
  const body = useBody();
  const theme = useTheme();
  const { timeZone } = useServices();
  const [view, setView] = useState<'beside' | 'full' | 'words'>('beside');
  const [invert, setInvert] = useState(false);
  const [field, setField] = useState<'code' | 'label'>('code');
  const secret = flow.state.totp ?? { secret: '', uri: '' };
  const plans = useQr(secret.uri, size, invert);
  const drawing = view === 'full' ? plans.full.drawing : plans.beside.drawing;
  useChrome(drawing === undefined || view === 'words' ? 'full' : view === 'full' ? 'bare' : 'slim');

  const onCode = field === 'code';
  const entry = useCodeEntry({
    flow,
    active: onCode,
    auto: true,
    onType: () => setView('beside'),
    onEscape: () => {
      setView('beside');
      return view !== 'beside';
    },
  });
  const label = useLabel(flow, !onCode, () => setField('code'));
  const toggle = (to: 'full' | 'words') => setView((now) => (now === to ? 'beside' : to));
  const submit = flow.can('submit');
  const { needs } = plans.full;
  const copy = useCopyTwice(view === 'words' ? 'The link' : 'The secret', () =>
    view === 'words' ? secret.uri : secret.secret,
  );
  useLayer({
    kind: 'screen',
    bindings: onCode
      ? {
          'tfa.go': {
            run: entry.submit,
            blocked: submit === undefined ? 'A code is being judged: wait for the answer' : submit.blocked,
          },
          'tfa.field': { run: () => setField('label') },
          'tfa.copy': copy,
          'tfa.invert': {
            run: () => setInvert((now) => !now),
            blocked: drawing === undefined ? 'No QR code is shown' : undefined,
          },
          'tfa.full': {
            run: () => toggle('full'),
            blocked:
              plans.full.drawing === undefined
                ? `The QR code needs ${needs.columns}x${needs.rows} cells, this terminal has ${size.columns}x${size.rows}`
                : undefined,
          },
          'tfa.words': { run: () => toggle('words') },
        }
      : {},
  });

  if (view === 'full' && drawing !== undefined) {
    return (
      <Box marginLeft={Math.floor((size.columns - drawing.columns) / 2)}>
        <Qr drawing={drawing} />
      </Box>
    );
  }
  if (view === 'words')
    return <StepView flow={flow} notice={false} rows={scanWords(secret.uri, size.columns)} />;

  const beside = drawing !== undefined;
  const columns = beside ? body.columns - drawing.columns - gap : body.columns;
  const words = noticeRows(tfaWords(flow.state, flow.at, timeZone), columns, theme);
  const how: Row[] = beside
    ? [
        { parts: ['Scan this with an authenticator app'], drop: 3 },
        { parts: ['or type the secret by hand:'], drop: 3 },
      ]
    : [
        { parts: ['Type this secret into an authenticator app:'], drop: 3 },
        { parts: [[tooSmall(plans.beside, plans.full, size), 'dim']], drop: 5 },
      ];
  const rest =
    words.length > 0
      ? words
      : noticeRows({ tone: 'plain', title: harmless, more: '', next: '' }, columns, theme).map((one) => ({
          ...one,
          drop: 6,
        }));
  const rows: Row[] = [
    ...(beside ? [blank(9), stepRow(flow), blank(8)] : []),
    ...how,
    blank(9),
    ...secretRows(secret, columns, theme.glyphs),
    blank(8),
    ...(beside ? [{ parts: ['Then enter the code it shows:'], drop: 5 }] : []),
    ...outdented(codeRows(flow, entry, onCode, columns, theme)),
    blank(8),
    { parts: label.draw(Math.min(50, columns - 1), theme.glyphs.caret), drop: 2 },
    blank(8),
    ...outdented(rest),
  ];
  if (!beside)
    return (
      <StepView
        flow={flow}
        notice={false}
        rows={rows.map((one) => ({ ...one, parts: ['  ', ...one.parts] }))}
      />
    );
  const withChain = body.rows >= drawing.rows + chainLines;
  const chain = withChain ? chainRows(flow.state, flow.at, body, theme) : [];
  const room = body.rows - chain.length;
  return (
    <Box flexDirection="column">
      <Lines columns={body.columns} lines={chain.map(({ parts }) => parts)} />
      <Box>
        <Qr drawing={drawing} />
        <Box flexDirection="column" marginLeft={gap} width={columns}>
          <Lines columns={columns} lines={fitRows(rows, room).map(({ parts }) => parts)} />
        </Box>
      </Box>
    </Box>
  );
}
