import type { TfaStatusReply, TfaStatusWord } from '../../client/wire.ts';
import type { TfaAt, TfaGoal, TfaOutcome, TfaState, TfaWindow } from './tfa-flow-state.ts';
import type { Way } from './tfa-methods.ts';
import { enter, isLoggedOut, readStatus } from './tfa-place.ts';
import { takeStatus } from './tfa-reply.ts';

export type TfaStart = {
  /** The status, when it was read just now; it is read otherwise. */
  status?: TfaStatusReply;
  /** `tfa_status` of the user object: it alone tells a legacy account (interface.md, tfa/status). */
  tfaStatus?: TfaStatusWord;
  /** The add-method window as an earlier flow left it. */
  window?: TfaWindow;
  /** The way that the person asked for beforehand, as with `--method`. */
  prefer?: Way;
  /** What opened that window. */
  proof?: TfaState['proof'];
  label?: string;
  phone?: string;
  /** Codes under way from earlier flows that proved in the same manner: `sentFor`. */
  sendings?: TfaState['sendings'];
};

/** What a code was asked for: one that is to open the add window proves nothing else (interface.md, authorize-new-method). */
export const sentFor = ({ kind }: { kind: TfaGoal['kind'] }): 'adding' | 'proving' =>
  kind === 'add' ? 'adding' : 'proving';

/** Begins a flow. The outcome's effects are the first calls to make; their answers go to `stepTfa`. */
export function startTfa(goal: TfaGoal, known: TfaStart, at: TfaAt): TfaOutcome {
  const state: TfaState = {
    goal,
    step: { at: 'status' },
    legacyAccepted: false,
    window: known.window ?? { kind: 'shut' },
    sendings: known.sendings ?? {},
    marks: {},
    label: known.label ?? '',
    phone: known.phone ?? '',
    spent: [],
    flights: [],
    nextId: 1,
    ...(known.proof === undefined ? {} : { proof: known.proof }),
    tfaStatus: known.tfaStatus,
    prefer: known.prefer,
  };
  if (known.status !== undefined)
    return takeStatus(state, known.status, { tfaStatus: known.tfaStatus, readAt: at.now }, at);
  return isLoggedOut(state) ? enter(state, at) : readStatus(state, at);
}

export { backupFileName, backupFileText } from './backup-copy.ts';
export { type TfaCall, type TfaCallName, type TfaReply, tfaClientMethods } from './tfa-calls.ts';
export { type TfaClocks, tfaClocks } from './tfa-clocks.ts';
export type * from './tfa-flow-state.ts';
export { labelLength, stepTfa } from './tfa-flow-step.ts';
export {
  isLegacy,
  listWays,
  methodCount,
  type Way,
  type WayKey,
  type WayRow,
  wayKey,
} from './tfa-methods.ts';
