import type { TfaStatusReply } from '../../client/wire.ts';
import { mayHaveActed } from '../write-advice.ts';
import { mayBringCodes, type TfaCall } from './tfa-calls.ts';
import type { TfaEvent, TfaState } from './tfa-flow-state.ts';

/** That an account's new backup codes were not shown to be kept, written down without the codes. */
export type UnkeptMark = {
  /** When they came, or were asked for (epoch ms). */
  since(): number | undefined;
  /** Resolves once it is on the disk, or cannot be; so does `drop`. */
  note(at: number): Promise<void>;
  drop(): Promise<void>;
};

/**
 * Makes a call; one that may bring backup codes, which exist once and in its answer alone, under the mark. That they
 * are not kept is written down before it goes out: then neither a power cut nor a lost answer hides the loss. `now` is
 * in epoch ms; `status` the one before the call.
 */
export async function withMark<Answer extends Extract<TfaEvent, { kind: 'reply' | 'failed' }>>(
  mark: UnkeptMark | undefined,
  { call, status, now }: { call: TfaCall; status: TfaStatusReply | undefined; now: number },
  make: () => Promise<Answer>,
): Promise<Answer> {
  if (mark === undefined || !mayBringCodes(call, status)) return make();
  const before = mark.since();
  await mark.note(now);
  const answer = await make();
  if (answer.kind === 'failed' && !mayHaveActed(answer.error))
    await (before === undefined ? mark.drop() : mark.note(before));
  return answer;
}

/**
 * A step of a flow after which the mark has nothing to tell: the codes were never made, are of no more use, or one of
 * them was used, so that there is a copy. Codes that are shown to be kept are another matter, for whoever shows them.
 */
export function settlesCodes(was: TfaState, { step, proof, notice }: TfaState): boolean {
  const notMade = was.step.at === 'unclear' && notice?.kind === 'not-done' && notice.call === 'confirmNew';
  if (notMade || (proof !== was.proof && proof?.way.kind === 'backup')) return true;
  if (step.at !== 'done' || was.step.at === 'done') return false;
  const { result } = step;
  if (result.kind === 'logged-in') return result.by === 'backup';
  if (result.kind !== 'removed') return false;
  return result.remaining === 0 || (was.step.at === 'prove' && was.step.way.kind === 'backup');
}
