import type { Clock } from '../../base/clock.ts';
import type { Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import {
  startTfa,
  stepTfa,
  type TfaAt,
  type TfaCall,
  type TfaEvent,
  type TfaGoal,
  type TfaReply,
  type TfaStart,
  type TfaState,
  tfaClientMethods,
} from '../../engine/two-factor/tfa-flow.ts';
import { settlesCodes, type UnkeptMark, withMark } from '../../engine/two-factor/unkept-codes.ts';

/**
 * What a two-factor flow is run with. `mark`: that of the account's new backup codes; none for somebody logged out.
 * `keep` takes new backup codes.
 */
export type TfaParts = {
  api: Client;
  clock: Clock;
  signal: AbortSignal;
  mark?: UnkeptMark | undefined;
  keep?: (codes: readonly string[]) => Promise<void>;
};

/** Answers a state that waits for somebody: with the next event, or by throwing what the command ends with. */
export type Decide = (state: TfaState, at: TfaAt) => Promise<TfaEvent>;

type TfaAnswer = Extract<TfaEvent, { kind: 'reply' | 'failed' }>;

/**
 * Runs the same flow as the deck's (domain/tfa-flow) to its end, its calls one after the other. So a wrong code, a
 * lock, a code that ran out and a resend are the same in both.
 */
export async function runTfa(
  { api, clock, signal, mark, keep }: TfaParts,
  goal: TfaGoal,
  known: TfaStart,
  decide: Decide,
): Promise<TfaState> {
  const at = (): TfaAt => ({ now: clock.now(), offsetMs: api.clockOffsetMs() });
  let { state, effects } = startTfa(goal, known, at());
  const step = async (event: TfaEvent) => {
    const was = state;
    ({ state, effects } = stepTfa(was, event, at()));
    if (settlesCodes(was, state)) await mark?.drop();
  };
  for (;;) {
    const waiting = [...effects];
    for (let effect = waiting.shift(); effect !== undefined; effect = waiting.shift()) {
      const { id, call } = effect;
      const under = { call, status: state.status, now: clock.now() + api.clockOffsetMs() };
      const answer = await withMark(mark, under, () => answerTo(api, id, call, signal));
      // They come once: they are kept before the flow, or a word about it, can go wrong.
      const codes = answer.kind === 'reply' && 'backup_codes' in answer.reply && answer.reply.backup_codes;
      if (codes) await keep?.(codes);
      await step(answer);
      waiting.push(...effects);
    }
    if (state.step.at === 'done' || state.step.at === 'left') return state;
    await step(await decide(state, at()));
  }
}

function answerTo(api: Client, id: number, call: TfaCall, signal: AbortSignal): Promise<TfaAnswer> {
  const method = api[tfaClientMethods[call.name]] as (...given: unknown[]) => Promise<TfaReply>;
  return ('body' in call ? method(call.body, { signal }) : method({ signal })).then(
    (reply): TfaAnswer => ({ kind: 'reply', id, reply }),
    (error: unknown): TfaAnswer => {
      // Ctrl+C ends the command, whatever the flow would do next.
      if (!(error instanceof ApiError) || error.kind === 'aborted') throw error;
      return { kind: 'failed', id, error };
    },
  );
}
