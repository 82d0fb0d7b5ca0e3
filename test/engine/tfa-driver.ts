/** Drives the two-factor flow by hand: events in, calls out, answers given as the service would. */

import type { ErrorCode } from '../../src/client/errors.ts';
import type { TfaMethod, TfaStatusReply } from '../../src/client/wire.ts';
import type { AdviceInput } from '../../src/engine/advice.ts';
import { nextSteps } from '../../src/engine/two-factor/tfa-actions.ts';
import {
  listWays,
  startTfa,
  stepTfa,
  type TfaAt,
  type TfaCall,
  type TfaCallName,
  type TfaEffect,
  type TfaEvent,
  type TfaGoal,
  type TfaReply,
  type TfaStart,
  type TfaState,
  type TotpDrift,
  tfaClientMethods,
  tfaClocks,
} from '../../src/engine/two-factor/tfa-flow.ts';
import { tfaWords } from '../../src/engine/two-factor/tfa-words.ts';

/** 2026-11-27 12:00:00 UTC, in ms. */
export const noon = Date.UTC(2026, 10, 27, 12);
/** interface.md, Errors. */
const statusOf: Partial<Record<ErrorCode, number>> = {
  auth_error: 403,
  authorization_required: 403,
  invalid_backup_code: 401,
  preauth_phone_cap: 429,
  sms_rate_limited: 429,
  twilio_rate_limited: 429,
  tfa_locked: 429,
  service_unavailable: 503,
  team_user_forbidden: 403,
  not_found: 404,
  challenge_creation_failed: 500,
  sms_fraud_detected: 403,
};

export const totp: TfaMethod = {
  id: 7,
  method: 'totp',
  label: 'Phone',
  is_primary: true,
  fail_count: 0,
  locked_until: null,
};
export const sms: TfaMethod = {
  id: 4,
  method: 'sms',
  label: 'Work',
  phone_number: '*** *** 4417',
  fail_count: 0,
  locked_until: null,
};
export const statusWith = (methods: TfaMethod[], more: Partial<TfaStatusReply> = {}): TfaStatusReply => ({
  success: true,
  tfa_enabled: methods.length > 0,
  methods,
  backup_codes_remaining: methods.length > 0 ? 10 : 0,
  new_method_authorized: false,
  ...more,
});
export const tenCodes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CC0${n}`);
export const setup = {
  secret: 'JBSWY3DPEHPK3PXP',
  provisioning_uri: 'otpauth://totp/Rent:me%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Rent',
};

export function failureOf(call: TfaCallName, code: ErrorCode, more: Partial<AdviceInput> = {}): AdviceInput {
  return { kind: 'http', endpoint: tfaClientMethods[call], status: statusOf[code] ?? 400, code, ...more };
}

/** A flow and the calls it has asked for. */
export function drive(
  goal: TfaGoal,
  known: TfaStart = {},
  options: { offsetMs?: number; totpDrift?: TotpDrift } = {},
) {
  let at: TfaAt = { now: noon, ...options };
  let { state, effects } = startTfa(goal, known, at);
  const calls: TfaEffect[] = [...effects];
  const unanswered: TfaEffect[] = [...effects];
  const take = (outcome: { state: TfaState; effects: readonly TfaEffect[] }) => {
    ({ state, effects } = outcome);
    calls.push(...effects);
    unanswered.push(...effects);
  };
  const flow = {
    get state() {
      return state;
    },
    get step() {
      return state.step;
    },
    get at() {
      return at;
    },
    get clocks() {
      return tfaClocks(state, at);
    },
    get next() {
      return nextSteps(state, at);
    },
    get words() {
      return tfaWords(state, at, 'UTC');
    },
    /** Names of everything that was asked for, in order. */
    get names(): TfaCallName[] {
      return calls.map(({ call }) => call.name);
    },
    /** The last call that was asked for. */
    get last(): TfaCall | undefined {
      return calls.at(-1)?.call;
    },
    count: (name: TfaCallName) => calls.filter(({ call }) => call.name === name).length,
    pass(ms: number) {
      at = { ...at, now: at.now + ms };
      return flow;
    },
    do(event: TfaEvent) {
      take(stepTfa(state, event, at));
      return flow;
    },
    submit: (text: string) => flow.do({ kind: 'submit', text }),
    /** Answers the oldest call that waits. */
    reply(reply: TfaReply) {
      const call = unanswered.shift();
      if (call === undefined) throw new Error('no call waits for an answer');
      return flow.do({ kind: 'reply', id: call.id, reply });
    },
    fail(code: ErrorCode, more: Partial<AdviceInput> = {}) {
      const call = unanswered.shift();
      if (call === undefined) throw new Error('no call waits for an answer');
      return flow.do({ kind: 'failed', id: call.id, error: failureOf(call.call.name, code, more) });
    },
    /** The last call gets no answer. */
    lose(kind: AdviceInput['kind'] = 'timeout', more: Partial<AdviceInput> = {}) {
      const call = unanswered.shift();
      if (call === undefined) throw new Error('no call waits for an answer');
      const error: AdviceInput = { kind, endpoint: tfaClientMethods[call.call.name], ...more };
      return flow.do({ kind: 'failed', id: call.id, error });
    },
    calls: (): readonly TfaEffect[] => calls,
    rows: () => listWays(state, at),
    waiting: () => unanswered.map(({ call }) => call.name),
  };
  return flow;
}
export type Flow = ReturnType<typeof drive>;
