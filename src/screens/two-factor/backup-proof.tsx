import { atStart } from '../../base/key-text.ts';
import { isSubmitting } from '../../engine/two-factor/tfa-outcome.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { blank, prose, type Row, row } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { heldField } from './held-field.ts';
import { otherWay } from './proof-words.ts';
import { StepView } from './step-view.tsx';
import { waitRows } from './tfa-layout.ts';
import { useBackupField } from './use-backup-field.ts';
import { isWaiting, submitKey } from './use-flow-keys.ts';

type BackupProofProps = { flow: TfaFlow; head: readonly Row[]; initial: string };

/** A backup code that proves who it is: used up by one Enter, so it never goes out by itself. */
export function BackupProof({ flow, head, initial }: BackupProofProps) {
  const { columns } = useBody();
  const { glyphs } = useTheme();
  const field = useBackupField(initial, (text) => flow.send({ kind: 'submit', text }));
  const isAway = isSubmitting(flow.state);
  const others = flow.can('anotherWay') !== undefined;
  useLayer({
    kind: 'text',
    bindings: {
      'tfa.go': submitKey(flow, () => flow.send({ kind: 'submit', text: field.text })),
    },
    ...(isAway
      ? heldField
      : {
          paste: field.layer.paste,
          edits: (stroke) => {
            if (stroke.key === 'esc' && field.text !== '') {
              field.clear();
              return true;
            }
            return field.layer.edits(stroke);
          },
        }),
  });
  const left = flow.state.status?.backup_codes_remaining;
  const count = left === undefined ? '' : ` ${left} of them ${left === 1 ? 'is' : 'are'} left.`;
  return (
    <StepView
      flow={flow}
      rows={[
        ...head,
        row(['Backup code  ', ...(isAway ? [field.text] : field.draw(glyphs.caret))]),
        ...waitRows(flow),
        ...(isAway && isWaiting(flow)
          ? []
          : prose(
              `${atStart(flow.keyName('tfa.go'))} uses it up.${count}${others ? ` ${otherWay(flow)} another way.` : ''}`,
              columns,
              'dim',
              5,
            )),
        blank(7),
      ]}
    />
  );
}
