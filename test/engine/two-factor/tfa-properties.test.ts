import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes } from '../../../src/client/errors.ts';
import type { TfaMethod } from '../../../src/client/wire.ts';
import { nextSteps } from '../../../src/engine/two-factor/tfa-actions.ts';
import { submitsCode } from '../../../src/engine/two-factor/tfa-calls.ts';
import { tfaChain } from '../../../src/engine/two-factor/tfa-chain.ts';
import {
  listWays,
  startTfa,
  stepTfa,
  type TfaAt,
  type TfaCall,
  type TfaEffect,
  type TfaEvent,
  type TfaGoal,
  type TfaOutcome,
  type TfaReply,
  type TfaState,
  tfaClocks,
} from '../../../src/engine/two-factor/tfa-flow.ts';
import { tfaWords } from '../../../src/engine/two-factor/tfa-words.ts';
import { failureOf, noon, setup, sms, statusWith, totp } from '../tfa-driver.ts';

type Move =
  | { do: 'event'; kind: Exclude<TfaEvent['kind'], 'reply' | 'failed' | 'status'>; n: number }
  | { do: 'answer'; which: number; how: 'well' | 'lost' | ErrorCode; n: number }
  /** What a person would do next, or what the service would answer: it leads far into the flow. */
  | { do: 'onward'; n: number }
  /** An answer that came before, or to nothing that was asked. */
  | { do: 'stray'; id: number; n: number }
  | { do: 'status'; n: number }
  | { do: 'time'; ms: number };

const eventKinds = [
  ...(['submit', 'submit', 'submit', 'choose', 'choose', 'resend', 'anotherWay', 'startStep'] as const),
  ...(['sendText', 'phone', 'label', 'editPhone', 'newSecret', 'proveAgain', 'goOn', 'regenFirst'] as const),
  ...([
    'proveAgain',
    'proveAgain',
    'readStatus',
    'withoutAdmin',
    'methodId',
    'turnOff',
    'turnOff',
    'readStatus',
    'sessionBack',
    'codesKept',
    'startAgain',
    'leave',
  ] as const),
];
/** What the service says of codes; drawn more often, since most rules are about them. */
const aboutCodes = [
  '2fa_verification_failed',
  '2fa_login_failed',
  'invalid_backup_code',
  '2fa_expired',
  'challenge_not_found',
  'auth_error',
] as const satisfies readonly ErrorCode[];
const n = fc.nat(1000);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ do: fc.constant('onward' as const), n }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('event' as const), kind: fc.constantFrom(...eventKinds), n }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.nat(3),
      how: fc.oneof(
        { weight: 5, arbitrary: fc.constant('well' as const) },
        { weight: 2, arbitrary: fc.constant('lost' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...errorCodes) },
        { weight: 4, arbitrary: fc.constantFrom(...aboutCodes) },
      ),
      n,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stray' as const), id: fc.nat(60), n }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('status' as const), n }) },
  {
    weight: 2,
    // Clocks are set back, too.
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.integer({ min: -120_000, max: 900_000 }),
    }),
  },
);
const goal: fc.Arbitrary<TfaGoal> = fc.constantFrom<TfaGoal>(
  { kind: 'add', method: 'totp' },
  { kind: 'add', method: 'sms' },
  { kind: 'login' },
  { kind: 'login', tfaSecret: 'handed-over', admin: true },
  { kind: 'remove', targetId: 4 },
  { kind: 'regen' },
);
const methodSets: readonly (readonly TfaMethod[])[] = [[], [totp], [totp, sms], [sms]];
const statusFor = (k: number) =>
  statusWith([...(methodSets[k % 4] ?? [])], {
    tfa_enabled: k % 5 !== 0,
    new_method_authorized: k % 3 === 0,
    backup_codes_remaining: k % 11,
  });

const must = (is: boolean, said: string): void => {
  if (!is) throw new Error(said);
};

type Submission = { call: TfaCall; id: number; name: string };

/** A world that answers at random, with its own memory of what must not happen. */
function world(wanted: TfaGoal) {
  let at: TfaAt = { now: noon, offsetMs: 0 };
  let serial = 0;
  const open: TfaEffect[] = [];
  const emitted = new Map<number, number>();
  const asked = new Map<string, number>();
  const judged = new Set<string>();
  const dead = new Set<string>();
  let held: { codes: readonly string[]; flight: number } | undefined;
  let state!: TfaState;

  /** Names what proves something: the code together with the challenge or authenticator that it belongs to. */
  const nameOf = (call: TfaCall): string => {
    const body = 'body' in call ? (call.body as Record<string, unknown>) : {};
    return `${String(body.backup_code ?? '')} ${String(body.code ?? '')} ${String(body.secret ?? '')} ${String(body.tfa_method_id ?? '')}`;
  };
  const challengeIn = (call: TfaCall): string | undefined => {
    const body = 'body' in call ? (call.body as Record<string, unknown>) : {};
    const secret = typeof body.secret === 'string' ? body.secret : undefined;
    return secret !== undefined && asked.has(secret) ? secret : undefined;
  };

  function take(outcome: TfaOutcome, maySubmit: boolean): void {
    state = outcome.state;
    for (const effect of outcome.effects) {
      if (submitsCode(effect.call))
        checkSubmission({ call: effect.call, id: effect.id, name: nameOf(effect.call) }, maySubmit);
      open.push(effect);
      emitted.set(effect.id, at.now);
    }
    check();
  }

  function checkSubmission({ call, name }: Submission, may: boolean): void {
    const [only, second] = state.status?.methods ?? [];
    const last = call.name === 'remove' && only?.id === call.body.target_id && second === undefined;
    must(
      !last || (state.goal.kind === 'remove' && state.goal.turnOff === true),
      'two-factor is turned off without a word',
    );
    must(may, 'a code goes out because the person sent it, and for no other reason');
    must(!judged.has(name), 'a code that was judged goes out again');
    must(!open.some((one) => submitsCode(one.call)), 'two codes are being judged at once');
    const secret = challengeIn(call);
    if (secret === undefined) return;
    must(!dead.has(secret), 'a challenge that is gone is used');
    must(at.now - (asked.get(secret) ?? 0) < 600_000, 'a challenge that is too old is used');
  }

  function check(): void {
    const { resendLeftMs, window, challenge, lock, totp: ring } = tfaClocks(state, at);
    const clock = (ms: number | undefined, most: number) =>
      must(ms === undefined || (ms >= 0 && ms <= most), `a clock shows ${ms} ms`);
    clock(resendLeftMs, 120_000);
    clock(window.leftMs, 1_800_000);
    clock(challenge?.leftMs, 600_000);
    clock(challenge?.sentAgoMs, Number.MAX_VALUE);
    clock(lock?.leftMs, Number.MAX_VALUE);
    clock(ring?.leftMs, 30_000);
    for (const { why } of listWays(state, at))
      must(why?.kind !== 'locked' || why.leftMs > 0, 'a lock is over');
    must(state.codes?.codes === held?.codes, 'the codes held are not those that came');
    must((state.step.at === 'codes') === (held !== undefined), 'the codes held are not shown');
    must(
      state.step.at === 'left' || nextSteps(state, at).length > 0,
      `there is no next step at ${state.step.at}`,
    );
    const offered = nextSteps(state, at).map(({ kind }) => kind);
    must(
      !offered.includes('resend') || !offered.some((kind) => kind === 'readStatus' || kind === 'sessionBack'),
      'r would mean two things',
    );
    must(state.notice === undefined || tfaWords(state, at, 'UTC') !== undefined, 'a notice has no words');
    must(tfaChain(state, at).length > 1, 'the chain is broken');
  }

  function replyTo(effect: TfaEffect, k: number): TfaReply {
    serial += 1;
    const { call } = effect;
    switch (call.name) {
      case 'readStatus':
        return statusFor(k);
      case 'totpSetup':
        return { ...setup, secret: `JBSWY3DPEHPK3${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(serial % 26)}` };
      case 'confirmNew':
        return k % 2 === 0 ? { success: true } : { success: true, backup_codes: newCodes(effect.id) };
      case 'regen':
        return { msg: 'success', backup_codes: newCodes(effect.id) };
      case 'login':
        return { id: 1, session_key: 'k' };
      case 'remove':
        return k % 2 === 0 ? { msg: 'removed', remaining_methods: 1 } : { msg: '2FA Successfully Disabled' };
      default: {
        if (submitsCode(call)) return { success: true };
        const secret = `secret-${serial}`;
        asked.set(secret, emitted.get(effect.id) ?? at.now);
        return { success: true, secret };
      }
    }
  }

  function newCodes(flight: number): string[] {
    const codes = [`CODE-${serial}-A`, `CODE-${serial}-B`];
    held = { codes, flight };
    return codes;
  }

  function answer(effect: TfaEffect, how: 'well' | 'lost' | ErrorCode, k: number): void {
    const name = nameOf(effect.call);
    const secret = challengeIn(effect.call);
    const submission = submitsCode(effect.call);
    const { id } = effect;
    if (how === 'well') {
      if (submission) judged.add(name);
      if (submission && secret !== undefined) dead.add(secret);
      take(stepTfa(state, { kind: 'reply', id, reply: replyTo(effect, k) }, at), false);
      return;
    }
    if (how === 'lost') {
      if (submission) judged.add(name);
      if (submission && secret !== undefined) dead.add(secret);
      take(
        stepTfa(state, { kind: 'failed', id, error: { kind: 'timeout', endpoint: 'tfaLogin' } }, at),
        false,
      );
      return;
    }
    if (submission && /^2fa_.*_failed$|invalid_backup_code|tfa_locked/.test(how)) judged.add(name);
    if (submission && secret !== undefined && /2fa_expired|challenge_not_found|no_challenge_found/.test(how))
      dead.add(secret);
    const lock =
      how === 'tfa_locked' ? { lockedUntil: k % 2 === 0 ? at.now / 1000 + k : null, failCount: 3 } : {};
    const over = how === 'auth_error' && k % 2 === 0 ? { reason: 'session-over' as const } : {};
    const error = failureOf(effect.call.name, how, { ...lock, ...over });
    take(stepTfa(state, { kind: 'failed', id, error }, at), false);
  }

  function event(kind: (Move & { do: 'event' })['kind'], k: number): void {
    const before = { ...state };
    // Few codes, so that the same one is tried again and again, each of them in both forms.
    const codes = ['111111', '222222', '333 333', 'AAAA-BBBB-CCCC', 'aaaa bbbb dddd', '12345'];
    const rows = listWays(state, at);
    const way = rows[k % Math.max(1, rows.length)]?.way ?? { kind: 'email' };
    const made: TfaEvent =
      kind === 'submit'
        ? { kind, text: codes[k % codes.length] ?? '' }
        : kind === 'choose'
          ? { kind, way }
          : kind === 'phone'
            ? { kind, text: k % 3 === 0 ? '555' : `+1555010010${k % 3}` }
            : kind === 'label'
              ? { kind, text: 'x'.repeat(k % 40) }
              : kind === 'methodId'
                ? { kind, text: String(k) }
                : { kind };
    if (kind === 'codesKept' && held !== undefined) held = undefined;
    // A new start drops what was sent; nobody may come back to it.
    if ((kind === 'startAgain' || kind === 'leave') && before.codes === undefined) forget();
    take(stepTfa(state, made, at), kind === 'submit');
  }

  function forget(): void {
    if (open.some(({ call }) => submitsCode(call))) return;
    for (const secret of asked.keys())
      if (state.step.at !== 'done' && state.step.at !== 'left') dead.add(secret);
  }

  take(startTfa(wanted, {}, at), false);
  return {
    make(one: Move): void {
      switch (one.do) {
        case 'event':
          event(one.kind, one.n);
          return;
        case 'answer': {
          const [effect] = open.splice(one.which % Math.max(1, open.length), 1);
          // An answer to what the flow gave up on may come all the same; it gives no codes.
          if (effect === undefined) return;
          if (state.flights.some(({ id }) => id === effect.id)) answer(effect, one.how, one.n);
          return;
        }
        case 'onward': {
          const effect = open.find(({ id }) => state.flights.some((flight) => flight.id === id));
          if (effect !== undefined) {
            open.splice(open.indexOf(effect), 1);
            answer(effect, 'well', one.n);
            return;
          }
          const next = nextSteps(state, at).find(
            ({ blocked, kind }) => blocked === undefined && kind !== 'leave',
          );
          if (next !== undefined && next.kind !== 'wait') event(next.kind, one.n);
          return;
        }
        case 'stray': {
          const known = state.flights.some(({ id }) => id === one.id);
          if (known) return;
          const before = state;
          take(
            stepTfa(
              state,
              { kind: 'reply', id: one.id, reply: { success: true, backup_codes: ['STRAY'] } },
              at,
            ),
            false,
          );
          expect(state).toEqual(before);
          return;
        }
        case 'status':
          take(stepTfa(state, { kind: 'status', status: statusFor(one.n) }, at), false);
          return;
        case 'time':
          at = { ...at, now: at.now + one.ms, offsetMs: (at.offsetMs ?? 0) + (one.ms % 7) };
          check();
      }
    },
    reached: () => state.step.at,
  };
}

describe('no sequence of events', () => {
  test('C053 loses backup codes, reuses a challenge or a code, or shows a negative clock', () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(goal, fc.array(move, { minLength: 60, maxLength: 100, size: 'max' }), (wanted, moves) => {
        let run = world(wanted);
        for (const one of moves) {
          // A flow that is over makes room for the next, so that no move is idle.
          if (run.reached() === 'done' || run.reached() === 'left') run = world(wanted);
          run.make(one);
          reached.set(run.reached(), (reached.get(run.reached()) ?? 0) + 1);
        }
      }),
      { numRuns: 150 },
    );
    // The property would say little if the moves never came far.
    for (const step of [
      'choose',
      'prove',
      'secret',
      'confirm',
      'unclear',
      'codes',
      'done',
      'stuck',
      'session',
    ]) {
      expect(reached.get(step) ?? 0).toBeGreaterThan(0);
    }
  });
});
