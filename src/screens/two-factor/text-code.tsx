import { useState } from 'react';
import { maskPhone } from '../../engine/two-factor/phone.ts';
import { isSendingTo } from '../../engine/two-factor/tfa-outcome.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { blank, prose, row } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { codeRows } from './code-rows.ts';
import { StepView } from './step-view.tsx';
import { useCodeEntry } from './use-code-entry.ts';
import { deadKey, judgedReason, submitKey } from './use-flow-keys.ts';
import { useLabel } from './use-label.ts';
import { useSandboxNote } from './use-sandbox-note.ts';

/** The code that was sent to the new number, and the number's label. */
export function TextCode({ flow }: { flow: TfaFlow }) {
  const { columns } = useBody();
  const theme = useTheme();
  const [field, setField] = useState<'code' | 'label'>('code');
  const onCode = field === 'code';
  const entry = useCodeEntry({ flow, active: onCode, auto: true });
  const label = useLabel(flow, !onCode, () => setField('code'));
  useLayer({
    kind: 'screen',
    bindings: onCode
      ? {
          'tfa.go': submitKey(flow, entry.submit),
          'tfa.field': {
            run: () => setField('label'),
            ...(entry.isAway ? { blocked: judgedReason, ...deadKey(flow) } : {}),
          },
        }
      : {},
  });
  const note = useSandboxNote(flow, columns);
  const { dot, caret } = theme.glyphs;
  const number = maskPhone(flow.state.sendings['new:sms']?.phone ?? flow.state.phone, dot);
  const words = isSendingTo(flow.state, 'new:sms')
    ? `A code is being sent to ${number}.`
    : flow.clocks.challenge === undefined
      ? `No code is under way to ${number}: ${flow.keyName('tfa.resend')} sends one.`
      : `A code was sent to ${number}. Enter its 6 digits.`;
  return (
    <StepView
      flow={flow}
      rows={[
        ...prose(words, columns),
        blank(8),
        ...codeRows(flow, entry, onCode, columns, theme),
        ...note,
        blank(8),
        row(label.draw(Math.min(50, columns - 6), caret), 2),
        blank(7),
      ]}
    />
  );
}
