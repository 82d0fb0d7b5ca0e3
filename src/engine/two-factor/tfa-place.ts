import { isLive, windowLeft } from './tfa-clocks.ts';
import type { TfaAt, TfaGoal, TfaOutcome, TfaState } from './tfa-flow-state.ts';
import { bestWay, hasMethod, isLegacy, methodCount, type Way, wayKey, waysOf } from './tfa-methods.ts';
import { ask, go, remark, stay } from './tfa-outcome.ts';
import { openWay } from './tfa-send.ts';

/** Where a flow begins, as far as the account is known. */
export function enter(state: TfaState, at: TfaAt): TfaOutcome {
  const { goal, status } = state;
  const off = status !== undefined && !status.tfa_enabled && methodCount(status) === 0;
  switch (goal.kind) {
    case 'login':
      return off ? stay(stuck(state, 'two-factor-off')) : openProof(state, at);
    case 'add':
      if (isLegacy(state) && !state.legacyAccepted) return stay(go(state, { at: 'legacy' }));
      return windowLeft(state.window, at) > 0 ? enterSecret(state, at) : openProof(state, at);
    case 'remove':
      return status !== undefined && hasMethod(status, goal.targetId) === false
        ? stay(stuck(state, 'method-gone'))
        : wantsTurnOff(state)
          ? stay(go(state, { at: 'turn-off' }))
          : chooseOrOpen(state, at);
    case 'regen':
      return off && !isLegacy(state) ? stay(stuck(state, 'two-factor-off')) : chooseOrOpen(state, at);
  }
}

/** Whether the method to remove is the last one, as far as the status tells (interface.md, DELETE /api/v0/tfa/). */
export function removesLast({ goal, status }: Pick<TfaState, 'goal' | 'status'>): boolean {
  if (goal.kind !== 'remove' || status === undefined) return false;
  return methodCount(status) === 1 && status.methods[0]?.id === goal.targetId;
}

/** It is the last one, and nobody has agreed to what that means. */
export const wantsTurnOff = (state: TfaState): boolean =>
  removesLast(state) && state.goal.kind === 'remove' && state.goal.turnOff !== true;

/** What ends something is proved by a way that the person chooses; nothing is sent before. */
const chooseOrOpen = (state: TfaState, at: TfaAt): TfaOutcome =>
  state.prefer === undefined ? stay(go(state, { at: 'choose' })) : openProof(state, at);

const stuck = (state: TfaState, why: 'two-factor-off' | 'method-gone'): TfaState =>
  go(state, { at: 'stuck', back: { at: 'choose' } }, remark(why));

/** To the best way of proving, or to the list when none works just now. */
export function openProof(state: TfaState, at: TfaAt): TfaOutcome {
  const way = preferred(state) ?? bestWay(state, at);
  const asked = { ...state, prefer: undefined };
  return way === undefined ? stay(go(asked, { at: 'choose' }, state.notice)) : openWay(asked, way, at);
}

/** The way that was asked for, as the account has it; the first proof of all is by e-mail whatever is asked for. */
function preferred(state: TfaState): Way | undefined {
  const { prefer, goal, status } = state;
  if (prefer === undefined || (goal.kind === 'add' && status !== undefined && methodCount(status) === 0))
    return undefined;
  if (prefer.kind === 'email' || prefer.kind === 'backup') return prefer;
  const ways = waysOf(state).filter(({ kind }) => kind === prefer.kind);
  const named = ways.find((way) => wayKey(way) === wayKey(prefer));
  return named ?? (prefer.id === undefined ? (ways[0] ?? prefer) : prefer);
}

/**
 * Adding, behind the proof: back to the very secret or number where the person was, if they were there before
 * (ux row 76), else to a new one.
 */
export function enterSecret(state: TfaState, at: TfaAt): TfaOutcome {
  if (state.goal.kind !== 'add') return stay(state);
  if (state.goal.method === 'totp') {
    if (state.totp !== undefined) return stay(go(state, { at: 'confirm' }));
    return newSecret(state, at);
  }
  const there = isLive(state.sendings['new:sms'], at);
  return stay(go(state, { at: there ? 'confirm' : 'secret' }));
}

/** A new authenticator secret; the one before it is void. It adds nothing yet. */
export function newSecret(state: TfaState, at: TfaAt): TfaOutcome {
  const empty = { ...go(state, { at: 'secret' }, state.notice), totp: undefined };
  return empty.flights.some(({ call }) => call.name === 'totpSetup')
    ? stay(empty)
    : ask(empty, at, { name: 'totpSetup' }, { key: 'new:totp' });
}

/** Reads the status, unless that is being done. Somebody logged out may not: for them it is not known. */
export function readStatus(state: TfaState, at: TfaAt): TfaOutcome {
  return state.flights.some(({ call }) => call.name === 'readStatus')
    ? stay(state)
    : ask(state, at, { name: 'readStatus' });
}

export const isLoggedOut = ({ goal }: TfaState): boolean =>
  goal.kind === 'login' && goal.tfaSecret !== undefined;

/** From the beginning, for a goal. What was typed and which codes were tried is kept; what was sent is not. */
export function restart(state: TfaState, goal: TfaGoal, at: TfaAt): TfaOutcome {
  const fresh: TfaState = {
    ...go(state, { at: 'status' }),
    goal,
    sendings: {},
    totp: undefined,
    flights: [],
    mailOff: undefined,
    textsOff: undefined,
  };
  return isLoggedOut(fresh) ? enter(fresh, at) : readStatus(fresh, at);
}
