import { atStart } from '../../base/key-text.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { TextStep } from './text-step.tsx';

/** An account of the old kind: what is better done first, and that it need not be. */
export function Legacy({ flow }: { flow: TfaFlow }) {
  const deck = useDeck();
  const ask = () =>
    deck.open({
      kind: 'menu',
      title: 'Old two-factor',
      entries: [
        { label: 'Make new backup codes first', run: () => flow.send({ kind: 'regenFirst' }) },
        { label: 'Go on without', run: () => flow.send({ kind: 'goOn' }) },
      ],
    });
  return (
    <TextStep
      flow={flow}
      go={{ run: ask }}
      paragraphs={[
        { text: 'This account uses two-factor of the old (legacy) kind.', style: 'warn' },
        'The service keeps its number, but no list of methods. New backup codes bring it into the list; do that before you add a method.',
        {
          text: `${flow.keyName('tfa.regen')} makes new backup codes now. ${atStart(flow.keyName('tfa.go'))} shows both ways on.`,
          style: 'dim',
          drop: 1,
        },
      ]}
    />
  );
}
