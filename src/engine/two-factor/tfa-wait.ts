import { tooLongMs } from '../read-health.ts';
import { sendsCode, submitsCode, type TfaCall } from './tfa-calls.ts';
import { codeKey } from './tfa-clocks.ts';
import type { TfaFlight, TfaState } from './tfa-flow-state.ts';
import { awaitsCodes } from './tfa-outcome.ts';
import type { TfaWords } from './tfa-words.ts';

/** The call that the step stands still for; undefined where the person can go on. A code that is judged comes first. */
export function awaitedFlight(state: TfaState): TfaFlight | undefined {
  const { flights, step } = state;
  const key = codeKey(state);
  return (
    flights.find(({ call }) => submitsCode(call)) ??
    flights.find((flight) => flight.key !== undefined && flight.key === key) ??
    flights.find(({ call }) => call.name === 'totpSetup' && step.at === 'secret') ??
    flights.find(({ call }) => call.name === 'readStatus' && (step.at === 'status' || step.at === 'unclear'))
  );
}

/** The code that is with the service; undefined while none is. */
export function codeAway({ flights }: TfaState): string | undefined {
  for (const { call } of flights) {
    if (!submitsCode(call) || !('body' in call)) continue;
    const { code, backup_code } = call.body as { code?: string; backup_code?: string };
    return code ?? backup_code;
  }
  return undefined;
}

/** What is waited for, and how to get away, once that has taken too long. */
export function waitWords(state: TfaState, { call }: TfaFlight, ms: number): TfaWords | undefined {
  return ms < tooLongMs ? undefined : { tone: 'plain', more: '', ...waitedFor(state, call) };
}

function waitedFor(state: TfaState, call: TfaCall): Pick<TfaWords, 'title' | 'next'> {
  if (submitsCode(call))
    return {
      title: 'Still waiting for an answer to the code, sent once.',
      next: awaitsCodes(state)
        ? 'Esc leaves; new backup codes are shown as soon as they come.'
        : 'Esc leaves; what becomes of the code will be told.',
    };
  if (sendsCode(call))
    return {
      title: 'Still waiting for the service to send the code. It was asked once.',
      next: 'Esc leaves; the code may come all the same.',
    };
  if (call.name === 'totpSetup')
    return {
      title: 'Still waiting for the new secret.',
      next: 'Esc leaves; nothing has been added.',
    };
  return state.step.at === 'unclear'
    ? {
        title: 'Still waiting for the two-factor status, to find out what became of the code.',
        next: 'Esc leaves; what is found out will be told.',
      }
    : { title: 'Still waiting for the two-factor status.', next: 'Esc leaves; nothing has been changed.' };
}
