import { atStart } from '../../base/key-text.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { TextStep } from './text-step.tsx';

/** A code went out and no clear answer came. What is known stands in the notice. */
export function Unclear({ flow }: { flow: TfaFlow }) {
  const waiting = flow.can('wait') !== undefined;
  const again =
    flow.can('readStatus') === undefined ? '' : `${flow.keyName('tfa.ask-again')} reads the status again. `;
  const press = waiting
    ? 'The code is not sent again meanwhile.'
    : `${again}${atStart(flow.keyName('tfa.go'))} goes on with a new code, ${flow.keyName('tfa.over')} starts over.`;
  return (
    <TextStep
      flow={flow}
      go={{
        run: () => flow.send({ kind: 'goOn' }),
        blocked: waiting ? 'The status is being read: wait for it' : undefined,
      }}
      paragraphs={[
        'The code was sent, and no clear answer came back.',
        { text: press, style: 'dim', drop: 1 },
      ]}
    />
  );
}
