import { ApiError } from '../client/errors.ts';
import { mayBringCodes, type TfaCall } from '../domain/tfa-calls.ts';
import type { TfaState } from '../domain/tfa-flow-state.ts';
import { isUnclear } from '../domain/write-advice.ts';
import type { UnkeptCodesPort } from '../services.ts';
import type { Deck } from './deck.ts';

function portOf(deck: Deck): UnkeptCodesPort | undefined {
  const session = deck.session.get();
  return session === undefined || session.loggedOut !== undefined
    ? undefined
    : deck.services.unkeptCodes(session);
}

/**
 * Makes a call that may bring backup codes, which exist once and in its answer alone. That they are not kept is
 * written down before it goes out: then neither a power cut nor a lost answer hides the loss.
 */
export async function rememberingCodes<Reply>(
  deck: Deck,
  call: TfaCall,
  state: TfaState,
  make: () => Promise<Reply>,
): Promise<Reply> {
  const unkept = mayBringCodes(call, state.status) ? portOf(deck) : undefined;
  if (unkept === undefined) return make();
  const before = unkept.since();
  await unkept.note(deck.services.clock.now());
  try {
    return await make();
  } catch (error) {
    const mayHaveCome = error instanceof ApiError && (isUnclear(error) || error.kind === 'aborted');
    if (!mayHaveCome) await asBefore(unkept, before);
    throw error;
  }
}

async function asBefore(unkept: UnkeptCodesPort, since: number | undefined): Promise<void> {
  if (since === undefined) unkept.drop();
  else await unkept.note(since);
}

/** A step of a flow that tells that the codes are kept, were never made, or are of no more use. */
export function forgetUnkept(deck: Deck, was: TfaState, { codes, step, proof, notice }: TfaState): void {
  const kept = codes === undefined && was.codes !== undefined;
  const notMade = was.step.at === 'unclear' && notice?.kind === 'not-done' && notice.call === 'confirmNew';
  const isDone = step.at === 'done' && was.step.at !== 'done';
  const usedOne =
    (proof !== was.proof && proof?.way.kind === 'backup') ||
    (isDone && step.result.kind === 'logged-in' && step.result.by === 'backup');
  const isOff = isDone && step.result.kind === 'removed' && step.result.remaining === 0;
  if (kept || notMade || usedOne || isOff) portOf(deck)?.drop();
}
