import type { TfaState } from '../../domain/tfa-flow-state.ts';
import { useDeck } from '../../hooks/deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { prose, type Row } from './layout.ts';

export const turnOff = 'turn off';

/** Whether the method that is to go is the last one: two-factor goes off with it (interface.md, DELETE /tfa/). */
export const isLastMethod = ({ goal, status }: TfaState): boolean =>
  goal.kind === 'remove' && status?.methods.length === 1 && status.methods[0]?.id === goal.targetId;

export function lastMethodRows(state: TfaState, columns: number): Row[] {
  if (!isLastMethod(state)) return [];
  const text = 'This is the last method: two-factor turns off, and all backup codes die.';
  return prose(text, columns, 'warn');
}

/** Lets something happen at once, or, when the last method goes, after a phrase was typed; asked for once. */
export function useLastMethod(flow: TfaFlow): (then: () => void) => void {
  const deck = useDeck();
  return (then) => {
    if (!isLastMethod(flow.state) || deck.tfa.agreed.has(flow.run)) return then();
    deck.open({
      kind: 'confirm',
      action: 'tfa.go',
      title: 'Turn two-factor off?',
      body: [
        ['This is the last method of the account.'],
        ['Two-factor turns off, and all backup codes die.'],
        ['Only the password and the API keys are left.'],
      ],
      no: 'No, go back',
      yes: 'Turn it off',
      typed: turnOff,
      run: () => {
        deck.tfa.agreed.add(flow.run);
        then();
      },
    });
  };
}
