import { useState } from 'react';
import { atStart } from '../../base/key-text.ts';
import type { Parts } from '../../base/parts.ts';
import { readPhone } from '../../engine/two-factor/phone.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { strokeToEdit } from '../../tui/keys/edit-keys.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { drawField } from '../../tui/text/field-parts.ts';
import { blank, prose, row } from '../../tui/text/row-lines.tsx';
import { edit, editState } from '../../tui/text/text-edit.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { heldField } from './held-field.ts';
import { StepView } from './step-view.tsx';
import { waitRows } from './tfa-layout.ts';
import { deadKey } from './use-flow-keys.ts';

const cells = 24;

/** The number of a new phone: it is shown as it will be sent, before anything goes out. */
export function Phone({ flow }: { flow: TfaFlow }) {
  const { columns } = useBody();
  const { glyphs } = useTheme();
  const [field, change] = useState(() => editState(flow.state.phone));
  const send = flow.can('sendText');
  const isAway = send?.blocked !== undefined;
  const put = (next: typeof field) => {
    change(next);
    flow.send({ kind: 'phone', text: next.text });
  };
  useLayer({
    kind: 'text',
    bindings: {
      'tfa.go': {
        run: () => flow.send({ kind: 'sendText' }),
        blocked: send?.blocked,
        ...(isAway ? deadKey(flow) : {}),
      },
    },
    ...(isAway
      ? heldField
      : {
          paste: (text) => put(edit(field, { insert: text })),
          edits: (stroke) => {
            const command = strokeToEdit(stroke);
            if (command === undefined) return false;
            put(edit(field, command));
            return true;
          },
        }),
  });
  const reading = readPhone(field.text);
  // Once Enter has been pressed on it, the notice says it.
  const { notice } = flow.state;
  const isSaid = notice?.kind === 'remark' && notice.remark === 'not-a-phone';
  const shown: Parts = reading.ok
    ? ['The text goes to ', [reading.phone, 'bold'], `. ${atStart(flow.keyName('tfa.go'))} sends it.`]
    : [[field.text === '' ? 'With its country code, as +15555550100' : isSaid ? '' : reading.reason, 'dim']];
  return (
    <StepView
      flow={flow}
      rows={[
        ...prose('Which number should get the codes?', columns, 'plain', 3),
        blank(8),
        row(['Phone  ', ...(isAway ? [field.text] : drawField(field, cells, glyphs.caret))]),
        ...(isAway ? waitRows(flow) : [row(shown)]),
        blank(7),
      ]}
    />
  );
}
