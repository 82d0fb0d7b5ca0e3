import type { TfaState } from '../../engine/two-factor/tfa-flow-state.ts';
import { removesLast } from '../../engine/two-factor/tfa-place.ts';
import { prose, type Row } from '../../tui/text/row-lines.tsx';

/** Said wherever a proof is given for it, also when other methods went meanwhile (interface.md, DELETE /api/v0/tfa/). */
export const lastMethodRows = (state: TfaState, columns: number): Row[] =>
  removesLast(state)
    ? prose('This is the last method: two-factor turns off, and all backup codes die.', columns, 'warn')
    : [];
