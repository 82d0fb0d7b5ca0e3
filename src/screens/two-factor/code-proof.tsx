import { atStart } from '../../base/key-text.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { blank, prose, type Row } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { codeRows } from './code-rows.ts';
import { StepView } from './step-view.tsx';
import { useCodeEntry } from './use-code-entry.ts';
import { isWaiting, submitKey } from './use-flow-keys.ts';
import { useSandboxNote } from './use-sandbox-note.ts';

type CodeProofProps = { flow: TfaFlow; head: readonly Row[]; onBackup: (code: string) => void };

/** Six digits that prove who it is. What ends something is not sent before Enter. */
export function CodeProof({ flow, head, onBackup }: CodeProofProps) {
  const { columns } = useBody();
  const theme = useTheme();
  const { goal } = flow.state;
  const auto = goal.kind === 'login' || goal.kind === 'add';
  const entry = useCodeEntry({ flow, active: true, auto, onBackup });
  useLayer({
    kind: 'screen',
    bindings: {
      'tfa.go': submitKey(flow, entry.submit),
    },
  });
  const note = useSandboxNote(flow, columns);
  const what = auto
    ? 'It is sent by itself with the sixth digit.'
    : `${atStart(flow.keyName('tfa.go'))} sends it; nothing is sent before.`;
  return (
    <StepView
      flow={flow}
      rows={[
        ...head,
        ...codeRows(flow, entry, true, columns, theme),
        ...(entry.isAway && isWaiting(flow) ? [] : prose(what, columns, 'dim', 5)),
        ...note,
        blank(7),
      ]}
    />
  );
}
