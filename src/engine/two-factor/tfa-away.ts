import { sentences } from '../advice.ts';
import type { TfaAt, TfaResult, TfaState } from './tfa-flow-state.ts';
import { awaitsCodes } from './tfa-outcome.ts';
import { tfaWords } from './tfa-words.ts';

/** What is said to somebody who is not at the flow: a level of the message line and the sentence. */
export type AwayWords = { level: 'info' | 'warn'; text: string };

/** As a flow is left while its code is with the service. */
export const leftWords = (state: TfaState): string =>
  awaitsCodes(state)
    ? 'The code was sent. New backup codes are shown as soon as they come.'
    : 'The code was sent. What becomes of it will be told here.';

/** What became of the code of a flow that nobody looks at. `state` is the one that the last answer led to. */
export function awayWords(state: TfaState, at: TfaAt, timeZone?: string): AwayWords {
  const { step } = state;
  if (step.at === 'done') return doneWords(step.result);
  const said = tfaWords(state, at, timeZone);
  if (said !== undefined)
    return {
      level: said.tone === 'plain' ? 'info' : 'warn',
      text: `Two-factor: ${sentences(said.title, said.more)}`,
    };
  return state.goal.kind === 'add'
    ? { level: 'info', text: 'The code was accepted: a method can be added now. None was added yet.' }
    : { level: 'info', text: 'The code was accepted.' };
}

const names = { totp: 'The authenticator app', sms: 'The phone number' } as const;

function doneWords(result: TfaResult): AwayWords {
  switch (result.kind) {
    case 'logged-in':
      return { level: 'info', text: 'You are verified.' };
    case 'added':
      return result.codesLost === true
        ? {
            level: 'warn',
            text: `${names[result.method]} was added, and two-factor is on. Its backup codes got lost: make new ones.`,
          }
        : {
            level: 'info',
            text: `${names[result.method]} was added${result.first ? ', and two-factor is on' : ''}.`,
          };
    case 'removed':
      return result.remaining === 0
        ? {
            level: 'warn',
            text: 'The method was removed. Two-factor is off, and the backup codes are void.',
          }
        : { level: 'info', text: 'The method was removed.' };
    case 'codes-renewed':
      return { level: 'info', text: 'The new backup codes count from now on; the old ones are void.' };
  }
}
