import type { ErrorCode } from '../../client/errors.ts';
import type { AdviceInput } from '../advice.ts';
import { codeAdvice } from '../code-advice.ts';
import { mayBringCodes, submitsCode, type TfaCall } from './tfa-calls.ts';
import type {
  TfaAt,
  TfaFlight,
  TfaNotice,
  TfaOutcome,
  TfaRemark,
  TfaSending,
  TfaState,
  TfaStep,
} from './tfa-flow-state.ts';
import type { WayKey, WayMark } from './tfa-methods.ts';

/** The state with changes, and nothing to do. */
export const stay = (state: TfaState, changes: Partial<TfaState> = {}): TfaOutcome => ({
  state: { ...state, ...changes },
  effects: [],
});

export const remark = (what: TfaRemark, detail?: string): TfaNotice => ({
  kind: 'remark',
  remark: what,
  ...(detail === undefined ? {} : { detail }),
});

export const isErrorCode = (code: string | undefined): code is ErrorCode =>
  code !== undefined && Object.hasOwn(codeAdvice, code);

/** An error as a notice: its figures, and never more of it than advice is made from. */
export function errorNotice(error: AdviceInput): TfaNotice {
  const { code } = error;
  return { kind: 'error', error, ...(isErrorCode(code) ? { code } : {}) };
}

/** Another step; what was said at the last one is said no more. */
export const go = (state: TfaState, step: TfaStep, notice?: TfaNotice): TfaState => ({
  ...state,
  step,
  notice,
  insight: undefined,
});

/** Asks for a call. Every call has its own number, so that an answer is taken once and for what it answers. */
export function ask(
  state: TfaState,
  at: TfaAt,
  call: TfaCall,
  about: Omit<TfaFlight, 'id' | 'at' | 'call'> = {},
): TfaOutcome {
  const id = state.nextId;
  const flight: TfaFlight = { id, at: at.now, call, ...about };
  return {
    state: { ...state, nextId: id + 1, flights: [...state.flights, flight] },
    effects: [{ id, call }],
  };
}

/** Whether a code is being judged now. Until that is known nothing else is done. */
export const isSubmitting = (state: TfaState): boolean => state.flights.some(({ call }) => submitsCode(call));

/** Whether a code was sent of which nobody knows yet what became: it is being judged, or the status is read to find out. */
export const isUnderWay = (state: TfaState): boolean =>
  isSubmitting(state) || (state.step.at === 'unclear' && state.step.checked === 'reading');

/** Whether an answer is under way that may hold new backup codes. */
export const awaitsCodes = ({ flights, status }: TfaState): boolean =>
  flights.some(({ call }) => mayBringCodes(call, status));

export const isSendingTo = (state: TfaState, key: WayKey): boolean =>
  state.flights.some((flight) => flight.key === key && !submitsCode(flight.call));

export const withMark = (state: TfaState, key: WayKey, mark: WayMark): TfaState => ({
  ...state,
  marks: { ...state.marks, [key]: { ...state.marks[key], ...mark } },
});

export const withSending = (state: TfaState, key: WayKey, sending: TfaSending): TfaState => ({
  ...state,
  sendings: { ...state.sendings, [key]: sending },
});

/** The service took the code of a way: its challenge is used up. */
export const accept = (state: TfaState, key: WayKey | undefined, at: TfaAt): TfaState =>
  key === undefined ? state : { ...dropChallenge(state, key), accepted: { key, at: at.now } };

/** Forgets the code under way to a way: it was used, is too old, or nobody knows it any more. */
export function dropChallenge(state: TfaState, key: WayKey): TfaState {
  const sending = state.sendings[key];
  if (sending?.challenge === undefined) return state;
  const { challenge: _, waitUntil: __, ...rest } = sending;
  return withSending(state, key, rest);
}
