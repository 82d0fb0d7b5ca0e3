import { codeKey } from './tfa-clocks.ts';
import { takeFailure } from './tfa-failure.ts';
import type { TfaAt, TfaEvent, TfaOutcome, TfaState, TfaStep } from './tfa-flow-state.ts';
import { listWays, type Way, wayKey } from './tfa-methods.ts';
import { go, isSubmitting, isUnderWay, remark, stay } from './tfa-outcome.ts';
import { enter, newSecret, openProof, readStatus, restart, wantsTurnOff } from './tfa-place.ts';
import { takeReply, takeStatus } from './tfa-reply.ts';
import { nameMethod, openWay, resend, sendText, startStep } from './tfa-send.ts';
import { submit } from './tfa-submit.ts';
import { readForUnclear } from './tfa-unclear.ts';

/** interface.md, Limits: a method's label, in characters. */
export const labelLength = 30;

/**
 * The two-factor flow: what happened and when gives the next state and the calls to make. Codes go out on `submit`
 * alone. An event that does not fit the step changes nothing; while a code is being judged only answers, what is typed
 * beside it and leaving count, and leaving ends nothing then; while new backup codes are held only `codesKept` lets go
 * of them.
 */
export function stepTfa(state: TfaState, event: TfaEvent, at: TfaAt): TfaOutcome {
  const outcome = after(state, event, at);
  const over = outcome.state.step.at === 'done' || outcome.state.step.at === 'left';
  return over ? { ...outcome, state: { ...outcome.state, ...withoutSecrets } } : outcome;
}

/** Secrets do not outlive the flow. */
const withoutSecrets = { sendings: {}, totp: undefined, spent: [] } as const satisfies Partial<TfaState>;

function after(state: TfaState, event: TfaEvent, at: TfaAt): TfaOutcome {
  switch (event.kind) {
    case 'reply':
    case 'failed': {
      const flight = state.flights.find(({ id }) => id === event.id);
      if (flight === undefined) return stay(state);
      const landed = { ...state, flights: state.flights.filter((one) => one !== flight) };
      return event.kind === 'reply'
        ? takeReply(landed, flight, event.reply, at)
        : takeFailure(landed, flight, event.error, at);
    }
    case 'status':
      return takeStatus(
        state,
        event.status,
        { tfaStatus: event.tfaStatus, readAt: event.readAt ?? at.now },
        at,
      );
    case 'label':
      return typedLabel(state, event.text);
    case 'phone':
      return stay(state, { phone: event.text });
  }
  if (state.codes !== undefined)
    return event.kind === 'codesKept' ? codesKept(state, at) : heldBack(state, event);
  if (event.kind === 'comeBack') return stay(state, { leaving: undefined });
  if (isUnderWay(state) && event.kind === 'leave') return stay(state, { leaving: true });
  if (isSubmitting(state)) return stay(state);
  return byPerson(state, event, at);
}

const heldBack = (state: TfaState, event: TfaEvent): TfaOutcome =>
  stay(state, event.kind === 'leave' || event.kind === 'startAgain' ? { notice: remark('codes-held') } : {});

function typedLabel(state: TfaState, text: string): TfaOutcome {
  const over = [...text].length > labelLength;
  return over ? stay(state, { notice: remark('label-too-long') }) : stay(state, { label: text });
}

function codesKept(state: TfaState, at: TfaAt): TfaOutcome {
  const { codes, after } = state;
  const without = { ...state, codes: undefined, after: undefined };
  // What a renewal has not mended another one will not.
  if (after !== undefined) return restart({ ...without, legacyAccepted: true }, after, at);
  const result =
    codes?.from === 'first'
      ? ({ kind: 'added', method: codes.method ?? 'totp', first: true } as const)
      : ({ kind: 'codes-renewed' } as const);
  return stay(go(without, { at: 'done', result }));
}

/** The person verifies anew and comes back to the same step. A login is that already. */
function sessionEnded(state: TfaState): TfaOutcome {
  const { step, goal } = state;
  if (goal.kind === 'login' || step.at === 'session' || step.at === 'done' || step.at === 'left')
    return stay(state);
  return stay(go(state, { at: 'session', back: step.at === 'unclear' ? step.back : step }));
}

type PersonEvent = Exclude<
  TfaEvent,
  { kind: 'reply' | 'failed' | 'status' | 'label' | 'phone' | 'comeBack' }
>;

function byPerson(state: TfaState, event: PersonEvent, at: TfaAt): TfaOutcome {
  const { step, goal } = state;
  const adding = goal.kind === 'add' && (step.at === 'secret' || step.at === 'confirm');
  switch (event.kind) {
    case 'choose':
      return step.at === 'choose' || step.at === 'prove' ? choose(state, event.way, at) : stay(state);
    case 'anotherWay':
      return step.at === 'prove' ? stay(go(state, { at: 'choose', from: step.way })) : stay(state);
    case 'methodId':
      return nameMethod(state, event.text, at);
    case 'submit':
      return submit(state, event.text, at);
    case 'resend':
      return resend(state, at);
    case 'startStep':
      return startStep(state, at);
    case 'sendText':
      return step.at === 'secret' && codeKey(state) === 'new:sms' ? sendText(state, at) : stay(state);
    case 'editPhone':
      return step.at === 'confirm' && codeKey(state) === 'new:sms'
        ? stay(go(state, { at: 'secret' }))
        : stay(state);
    case 'newSecret':
      return adding && goal.method === 'totp' ? newSecret({ ...state, notice: undefined }, at) : stay(state);
    case 'proveAgain':
      return adding ? openProof(state, at) : stay(state);
    case 'goOn':
      return goOn(state, at);
    case 'regenFirst':
      return regenFirst(state, at);
    case 'turnOff':
      return turnOff(state, at);
    case 'withoutAdmin':
      return withoutAdmin(state, at);
    case 'readStatus':
      return step.at === 'left' || step.at === 'done' ? stay(state) : readAgain(state, at);
    case 'sessionOver':
      return sessionEnded(state);
    case 'sessionBack':
      return step.at === 'session' ? backTo(state, step.back, at) : stay(state);
    case 'startAgain':
      return step.at === 'left' || step.at === 'done' ? stay(state) : restart(state, goal, at);
    case 'leave':
      return stay(go(state, { at: 'left' }), { flights: [], leaving: undefined });
    case 'codesKept':
      return stay(state);
  }
}

/** Only what is on the list: the first proof of all is by e-mail, a used-up set of backup codes proves nothing. */
function choose(state: TfaState, way: Way, at: TfaAt): TfaOutcome {
  const row = listWays(state, at).find(({ key }) => key === wayKey(way));
  if (row === undefined || row.why?.kind === 'none-left') return stay(state);
  if (wantsTurnOff(state)) return stay(go(state, { at: 'turn-off' }));
  return openWay(state, row.way, at);
}

/** Back to a step as it was left; what it had asked for and did not get is asked for again. */
function backTo(state: TfaState, back: TfaStep, at: TfaAt): TfaOutcome {
  const there = go(state, back);
  if (back.at === 'status') return readStatus(there, at);
  const bare = there.goal.kind === 'add' && there.goal.method === 'totp' && there.totp === undefined;
  return bare && (back.at === 'secret' || back.at === 'confirm') ? newSecret(there, at) : stay(there);
}

function goOn(state: TfaState, at: TfaAt): TfaOutcome {
  const { step } = state;
  switch (step.at) {
    case 'status':
      // Without a list of methods only a login can go on: it offers every kind.
      return state.goal.kind === 'login' && state.flights.length === 0 ? enter(state, at) : stay(state);
    case 'legacy':
      return state.goal.kind === 'add'
        ? enter({ ...state, legacyAccepted: true }, at)
        : stay(go(state, { at: 'choose' }));
    case 'unclear':
      return step.checked === 'reading'
        ? stay(state)
        : stay(go(state, step.back, { kind: 'unclear', call: step.call }));
    case 'stuck':
      return backTo(state, step.back, at);
    default:
      return stay(state);
  }
}

function readAgain(state: TfaState, at: TfaAt): TfaOutcome {
  const { step } = state;
  if (step.at === 'unclear') {
    if (step.checked === 'cannot') return stay(state);
    if (step.checked === 'reading') return stay(state);
    const notice = { kind: 'unclear', call: step.call } as const;
    return readForUnclear({ ...state, step, notice }, at);
  }
  return readStatus(step.at === 'status' ? { ...state, notice: undefined } : state, at);
}

/** New backup codes before anything else, as old accounts need them; then back to what was wanted. */
function regenFirst(state: TfaState, at: TfaAt): TfaOutcome {
  const { step, goal } = state;
  const lost = step.at === 'done' && step.result.kind === 'added' && step.result.codesLost === true;
  if (step.at !== 'legacy' && !lost) return stay(state);
  const after = lost || goal.kind !== 'add' ? undefined : goal;
  return restart({ ...state, after }, { kind: 'regen' }, at);
}

function turnOff(state: TfaState, at: TfaAt): TfaOutcome {
  const { goal, step } = state;
  return goal.kind === 'remove' && step.at === 'turn-off'
    ? enter({ ...state, goal: { ...goal, turnOff: true } }, at)
    : stay(state);
}

function withoutAdmin(state: TfaState, at: TfaAt): TfaOutcome {
  const { goal, step } = state;
  if (goal.kind !== 'login' || goal.admin !== true) return stay(state);
  const plain: TfaState = { ...state, goal: { ...goal, admin: false } };
  return step.at === 'stuck' ? backTo(plain, step.back, at) : stay(plain);
}
