import { atStart } from '../../base/key-text.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { TextStep } from './text-step.tsx';

/** The session ended in the middle: verify anew, and go on at the same place. */
export function SessionOver({ flow }: { flow: TfaFlow }) {
  const deck = useDeck();
  return (
    <TextStep
      flow={flow}
      go={{ run: () => deck.go({ go: 'push', route: { screen: 'tfa', goal: { kind: 'login' } } }) }}
      paragraphs={[
        'Verify again, and you come back to the same place; what was typed is kept.',
        {
          text: `${atStart(flow.keyName('tfa.go'))} verifies you again. ${flow.keyName('tfa.ask-again')} asks again with the session as it is now.`,
          style: 'dim',
          drop: 1,
        },
      ]}
    />
  );
}
