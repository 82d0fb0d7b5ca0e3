import { countdown } from '../../base/format-time.ts';
import { codeKey, isLive, resendLeft, windowLeft } from './tfa-clocks.ts';
import type { TfaAt, TfaEvent, TfaState } from './tfa-flow-state.ts';
import { listWays, lockLeft, wantsId } from './tfa-methods.ts';
import { isSendingTo, isSubmitting } from './tfa-outcome.ts';
import { needsChallenge } from './tfa-send.ts';

/** What a person can do at a step: an event to send, or `wait` for an answer or the end of a lock. */
export type TfaActionKind =
  | Exclude<TfaEvent['kind'], 'reply' | 'failed' | 'status' | 'label' | 'phone' | 'comeBack'>
  | 'wait';
/** `blocked` is why it cannot be done just now, a sentence. */
export type TfaAction = { kind: TfaActionKind; blocked?: string };

const may = (kind: TfaActionKind, blocked?: string | false): TfaAction[] => [
  blocked === undefined || blocked === false ? { kind } : { kind, blocked },
];
const when = (is: boolean, actions: TfaAction[]): TfaAction[] => (is ? actions : []);

/** Everything that can be done next, the most useful first. Only a flow that is over has nothing. */
export function nextSteps(state: TfaState, at: TfaAt): TfaAction[] {
  if (state.codes !== undefined) return may('codesKept');
  if (isSubmitting(state)) return [...may('wait'), ...may('leave')];
  const { step, flights, goal } = state;
  const reading = flights.some(({ call }) => call.name === 'readStatus');
  switch (step.at) {
    case 'status':
      if (reading) return [...may('wait'), ...may('leave')];
      return [...may('readStatus'), ...when(goal.kind === 'login', may('goOn')), ...may('leave')];
    case 'legacy':
      return [...may('regenFirst'), ...may('goOn'), ...may('leave')];
    case 'turn-off':
      return [...may('turnOff'), ...may('leave')];
    case 'choose':
      return [
        ...when(
          listWays(state, at).some(({ selectable }) => selectable),
          may('choose'),
        ),
        ...may('startAgain'),
        ...may('leave'),
      ];
    case 'prove':
    case 'confirm':
      return atCode(state, at);
    case 'secret':
      return atSecret(state);
    case 'unclear':
      if (step.checked === 'reading') return [...may('wait'), ...may('leave')];
      return [
        ...when(step.checked === 'failed', may('readStatus')),
        ...may('goOn'),
        ...may('startAgain'),
        ...may('leave'),
      ];
    case 'session':
      return [...may('sessionBack'), ...may('leave')];
    case 'stuck': {
      const { notice } = state;
      // Its secret is dead: from the beginning each way would only meet the same answer.
      const isDead = notice?.kind === 'remark' && notice.remark === 'web-login-over';
      return [
        ...when(goal.kind === 'login' && goal.admin === true, may('withoutAdmin')),
        ...may('goOn'),
        ...when(!isDead, may('startAgain')),
        ...may('leave'),
      ];
    }
    case 'done': {
      const lost = step.result.kind === 'added' && step.result.codesLost === true;
      return [...when(lost, may('regenFirst')), ...may('leave')];
    }
    case 'codes':
    case 'left':
      return [];
  }
}

function atCode(state: TfaState, at: TfaAt): TfaAction[] {
  const key = codeKey(state);
  const { step } = state;
  if (key === undefined) return may('leave');
  if (step.at === 'prove' && wantsId(state, step.way))
    return [...may('methodId'), ...may('anotherWay'), ...may('leave')];
  const sending = state.sendings[key];
  const bound = step.at === 'prove' ? needsChallenge(state, step.way) : key === 'new:sms';
  const onItsWay = isSendingTo(state, key);
  const lock = lockLeft(state, key, at);
  const shut = lock > 0 && `Locked for ${countdown(lock)} more; the other methods are not.`;
  const missing =
    bound &&
    !isLive(sending, at) &&
    (onItsWay ? 'The code is still being sent.' : 'No code that is good was sent: send a new one.');
  const wait = resendLeft(sending, at);
  const early = wait > 0 && `rigdeck waits ${countdown(wait)} before it asks for another code.`;
  const textable = bound && !(key.startsWith('totp') && isLive(sending, at));
  const adding = step.at === 'confirm';
  return [
    // Nothing else is to be done about a lock or a code on its way.
    ...when(onItsWay || lock > 0, may('wait')),
    ...may('submit', shut || missing),
    ...when(textable, may('resend', shut || (onItsWay && 'The code is still being sent.') || early)),
    // Also where there is but one: what is left to somebody without it stands on that list.
    ...when(!adding, may('anotherWay')),
    ...when(!adding && bound && !onItsWay, may('startStep', shut)),
    ...when(key === 'new:sms', may('editPhone')),
    ...when(key === 'new:totp', may('newSecret')),
    ...when(adding && windowLeft(state.window, at) === 0, may('proveAgain')),
    ...may('leave'),
  ];
}

function atSecret(state: TfaState): TfaAction[] {
  const key = codeKey(state);
  if (key === 'new:sms') {
    const sending = isSendingTo(state, key) && 'The code is still being sent.';
    return [...may('sendText', sending), ...may('proveAgain'), ...may('leave')];
  }
  const fetching = state.flights.some(({ call }) => call.name === 'totpSetup');
  return [...may(fetching ? 'wait' : 'newSecret'), ...may('proveAgain'), ...may('leave')];
}
