import { useState } from 'react';
import { useChrome } from '../../hooks/use-chrome.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { useCopyTwice } from '../use-copy-twice.ts';
import { codeRows } from './code-rows.ts';
import { columnGap, outdented, SecretAlone, SecretBeside } from './enrol-view.tsx';
import { QrAlone } from './qr-alone.tsx';
import { StepView } from './step-view.tsx';
import { scanWords, tooSmall } from './totp-words.ts';
import { useCodeEntry } from './use-code-entry.ts';
import { deadKey, judgedReason, submitKey } from './use-flow-keys.ts';
import { useLabel } from './use-label.ts';
import { useQr } from './use-qr.ts';

/** The secret of a new authenticator as a QR code and as text, and the first code that it shows (mock-up 5.8). */
export function TotpCode({ flow }: { flow: TfaFlow }) {
  const size = useTerminalSize();
  const theme = useTheme();
  const [view, setView] = useState<'beside' | 'full' | 'words'>('beside');
  const [invert, setInvert] = useState(false);
  const [field, setField] = useState<'code' | 'label'>('code');
  const secret = flow.state.totp ?? { secret: '', uri: '' };
  const plans = useQr(secret.uri, size, invert);
  // A picture tells a screen reader nothing.
  const drawing = theme.spoken ? undefined : view === 'full' ? plans.full.drawing : plans.beside.drawing;
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
  const { needs } = plans.full;
  const copy = useCopyTwice(
    view === 'words' ? 'The link' : 'The secret',
    () => (view === 'words' ? secret.uri : secret.secret),
    'tfa.copy',
  );
  useLayer({
    kind: 'screen',
    bindings: onCode
      ? {
          'tfa.go': submitKey(flow, entry.submit),
          'tfa.field': {
            run: () => setField('label'),
            ...(entry.isAway ? { blocked: judgedReason, ...deadKey(flow) } : {}),
          },
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

  if (view === 'full' && drawing !== undefined) return <QrAlone drawing={drawing} />;
  if (view === 'words')
    return <StepView flow={flow} notice={false} rows={scanWords(secret.uri, size.columns, flow.keyName)} />;
  const columns = drawing === undefined ? size.columns : size.columns - drawing.columns - columnGap;
  const code = outdented(codeRows(flow, entry, onCode, columns, theme));
  const named = label.draw(Math.min(50, columns - 1), theme.glyphs.caret);
  return drawing === undefined ? (
    <SecretAlone
      flow={flow}
      secret={secret}
      why={theme.spoken ? '' : tooSmall(plans, size, flow.keyName('tfa.full'))}
      code={code}
      label={named}
    />
  ) : (
    <SecretBeside flow={flow} secret={secret} drawing={drawing} code={code} label={named} />
  );
}
