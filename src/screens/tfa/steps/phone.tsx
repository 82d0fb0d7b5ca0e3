import { useState } from 'react';
import { readPhone } from '../../../domain/phone.ts';
import { strokeToEdit } from '../../../edit-keys.ts';
import { drawField } from '../../../field-parts.ts';
import { useLayer } from '../../../hooks/use-layer.ts';
import type { TfaFlow } from '../../../hooks/use-tfa-flow.ts';
import { useBody } from '../../../hooks/use-viewport.ts';
import { atStart } from '../../../key-names.ts';
import type { Parts } from '../../../parts.ts';
import { edit, editState } from '../../../text-edit.ts';
import { useTheme } from '../../../theme.ts';
import { heldField } from '../held-field.ts';
import { blank, prose, row, waitRows } from '../layout.ts';
import { StepView } from '../step-view.tsx';
import { deadKey } from '../use-flow-keys.ts';

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
