import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import type { Clock } from '../clock.ts';
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
} from '../domain/tfa-flow.ts';

/** What a two-factor flow is run with. */
export type TfaParts = { api: Client; clock: Clock; signal: AbortSignal };

/** Answers a state that waits for somebody: with the next event, or by throwing what the command ends with. */
export type Decide = (state: TfaState, at: TfaAt) => Promise<TfaEvent>;

/**
 * Runs the same flow as the deck's (domain/tfa-flow) to its end, its calls one after the other. So a wrong code, a
 * lock, a code that ran out and a resend are the same in both.
 */
export async function runTfa(
  { api, clock, signal }: TfaParts,
  goal: TfaGoal,
  known: TfaStart,
  decide: Decide,
): Promise<TfaState> {
  const at = (): TfaAt => ({ now: clock.now(), offsetMs: api.clockOffsetMs() });
  let { state, effects } = startTfa(goal, known, at());
  for (;;) {
    const waiting = [...effects];
    for (let effect = waiting.shift(); effect !== undefined; effect = waiting.shift()) {
      const { id, call } = effect;
      const event = await answerTo(api, call, signal).then(
        (reply): TfaEvent => ({ kind: 'reply', id, reply }),
        (error: unknown): TfaEvent => {
          // Ctrl+C ends the command, whatever the flow would do next.
          if (!(error instanceof ApiError) || error.kind === 'aborted') throw error;
          return { kind: 'failed', id, error };
        },
      );
      const outcome = stepTfa(state, event, at());
      state = outcome.state;
      waiting.push(...outcome.effects);
    }
    if (state.step.at === 'done' || state.step.at === 'left') return state;
    ({ state, effects } = stepTfa(state, await decide(state, at()), at()));
  }
}

function answerTo(api: Client, call: TfaCall, signal: AbortSignal): Promise<TfaReply> {
  const method = api[tfaClientMethods[call.name]] as (...given: unknown[]) => Promise<TfaReply>;
  return 'body' in call ? method(call.body, { signal }) : method({ signal });
}
