import type { TfaStatusReply } from '../../client/wire.ts';
import { isWhole } from '../missing-rows.ts';
import { lastFour } from './phone.ts';
import { codeKey } from './tfa-clocks.ts';
import type { TfaAt, TfaFlight, TfaOutcome, TfaState, TfaStep } from './tfa-flow-state.ts';
import { hasMethod, methodCount } from './tfa-methods.ts';
import { accept, ask, dropChallenge, go, remark, stay } from './tfa-outcome.ts';
import { enterSecret, isLoggedOut } from './tfa-place.ts';

type UnclearStep = TfaStep & { at: 'unclear' };

/**
 * A code went out and no clear answer came back. It is not sent again: it may have been counted, or have worked. Its
 * challenge is dropped, and the status is read to find out.
 */
export function becomeUnclear(state: TfaState, flight: TfaFlight, at: TfaAt): TfaOutcome {
  const base = flight.key === undefined ? state : dropChallenge(state, flight.key);
  const { name } = flight.call;
  const step: UnclearStep = {
    at: 'unclear',
    call: name,
    checked: isLoggedOut(state) ? 'cannot' : 'reading',
    back: state.step,
    ...(state.status === undefined ? {} : { before: state.status }),
  };
  const unclear = go(base, step, { kind: 'unclear', call: name });
  return step.checked === 'cannot' ? stay(unclear) : readForUnclear({ ...unclear, step }, at);
}

/** Asks for a status that is younger than the call: one that is on its way already may be older. */
export function readForUnclear(state: TfaState & { step: UnclearStep }, at: TfaAt): TfaOutcome {
  const step: UnclearStep = { ...state.step, checked: 'reading', read: state.nextId };
  return ask({ ...state, step }, at, { name: 'readStatus' });
}

/** What the status tells of an unclear call. `state.status` is the one that has just been read. */
export function settleUnclear(state: TfaState, status: TfaStatusReply, at: TfaAt): TfaOutcome {
  if (state.step.at !== 'unclear') return stay(state);
  const { call, back, before } = state.step;
  const taken = accept(state, codeKey({ step: back, goal: state.goal }), at);
  const notDone = stay(go(state, back, { kind: 'not-done', call }));
  const unknown = (step: TfaStep) => stay(go(state, step, { kind: 'unclear', call }));
  switch (call) {
    case 'authorizeStart':
    case 'authorizeConfirm':
      return status.new_method_authorized ? enterSecret(proved(taken, back, at), at) : notDone;
    case 'confirmNew':
      if (!isWhole(status) || (before !== undefined && !isWhole(before))) return unknown(back);
      return wasAdded(state, status, before) ? added(taken, before) : notDone;
    case 'remove': {
      const { goal } = state;
      const there = goal.kind === 'remove' ? hasMethod(status, goal.targetId) : true;
      if (there === undefined) return unknown(back);
      if (there) return notDone;
      return stay(go(taken, { at: 'done', result: { kind: 'removed', remaining: methodCount(status) } }));
    }
    case 'regen': {
      const full = status.backup_codes_remaining === 10 && (before?.backup_codes_remaining ?? 10) < 10;
      return full
        ? stay(go(taken, { at: 'choose' }, remark('codes-replaced-unseen')))
        : unknown({ at: 'choose' });
    }
    default:
      return unknown(back);
  }
}

const proved = (state: TfaState, back: TfaStep, at: TfaAt): TfaState =>
  back.at === 'prove' ? { ...state, proof: { way: back.way, at: at.now } } : state;

function wasAdded(state: TfaState, status: TfaStatusReply, before: TfaStatusReply | undefined): boolean {
  const { goal } = state;
  if (goal.kind !== 'add') return false;
  const known = new Set(before?.methods.map(({ id }) => id));
  const phone = state.sendings['new:sms']?.phone;
  return status.methods.some(
    ({ id, method, phone_number: shown = '' }) =>
      method === goal.method &&
      !known.has(id) &&
      (method === 'totp' ||
        phone === undefined ||
        lastFour(shown) === undefined ||
        lastFour(shown) === lastFour(phone)),
  );
}

function added(state: TfaState, before: TfaStatusReply | undefined): TfaOutcome {
  if (state.goal.kind !== 'add') return stay(state);
  const first = before === undefined || methodCount(before) === 0;
  const result = { kind: 'added', method: state.goal.method, first } as const;
  // Backup codes come once, in the answer that got lost; new ones can be made.
  return stay(go(state, { at: 'done', result: first ? { ...result, codesLost: true } : result }));
}
