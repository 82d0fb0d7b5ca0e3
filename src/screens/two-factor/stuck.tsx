import { atStart } from '../../base/key-text.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { TextStep } from './text-step.tsx';

/** Nothing more can be done here as things are: the notice says why, and these are the ways on. */
export function Stuck({ flow }: { flow: TfaFlow }) {
  const over = flow.can('startAgain') === undefined ? '' : `${flow.keyName('tfa.over')} starts over, `;
  const plain =
    flow.can('withoutAdmin') === undefined
      ? ''
      : `${flow.keyName('tfa.plain')} logs in without an admin session. `;
  return (
    <TextStep
      flow={flow}
      go={{ run: () => flow.send({ kind: 'goOn' }) }}
      paragraphs={[
        'This goes no further as things are.',
        {
          text: `${plain}${atStart(flow.keyName('tfa.go'))} goes back to the step, ${over}esc leaves.`,
          style: 'dim',
          drop: 1,
        },
      ]}
    />
  );
}
