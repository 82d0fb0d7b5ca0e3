import type { TfaState } from '../../domain/tfa-flow-state.ts';
import { prose, type Row } from './layout.ts';

/** Said wherever a proof is given for it, also when other methods went meanwhile (interface.md, DELETE /api/v0/tfa/). */
export function lastMethodRows({ goal, status }: TfaState, columns: number): Row[] {
  const [only, second] = status?.methods ?? [];
  if (goal.kind !== 'remove' || only?.id !== goal.targetId || second !== undefined) return [];
  const text = 'This is the last method: two-factor turns off, and all backup codes die.';
  return prose(text, columns, 'warn');
}
