import { atStart } from '../../base/key-text.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { TextStep } from './text-step.tsx';

/** The last method: that two-factor goes off with it is agreed to in words, wherever the removal was begun. */
export function TurnOff({ flow }: { flow: TfaFlow }) {
  const deck = useDeck();
  const ask = () =>
    deck.open({
      kind: 'confirm',
      action: 'security.remove',
      title: 'Turn two-factor off?',
      body: [[['This is the last method: two-factor turns off, and all backup codes die with it.', 'bold']]],
      no: 'Keep it',
      yes: 'Go on',
      typed: 'turn off',
      run: () => flow.send({ kind: 'turnOff' }),
    });
  return (
    <TextStep
      flow={flow}
      go={{ run: ask }}
      paragraphs={[
        { text: 'This is the last method: two-factor turns off, and all backup codes die.', style: 'warn' },
        'Nothing is removed before you have agreed to that and proved that it is you.',
        {
          text: `${atStart(flow.keyName('tfa.go'))} goes on and asks for two words. Esc leaves everything as it is.`,
          style: 'dim',
          drop: 1,
        },
      ]}
    />
  );
}
