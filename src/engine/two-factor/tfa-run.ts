import { createStore, type Store } from '../../base/store.ts';
import type { Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import type { Deck } from '../deck.ts';
import { heldMs } from '../held-calls.ts';
import { noteLacking } from '../lacking.ts';
import { currentRoute, type RouteOf } from '../route.ts';
import { keyOf, type Session } from '../services.ts';
import { writeWantsLogin } from '../tfa-login.ts';
import { type BackupCopy, noCopy } from './backup-copy.ts';
import { awayWords, leftWords } from './tfa-away.ts';
import { submitsCode, type TfaCall, type TfaReply, tfaClientMethods } from './tfa-calls.ts';
import { sentFor, startTfa, stepTfa } from './tfa-flow.ts';
import type { TfaAt, TfaEvent, TfaOutcome, TfaState, TotpDrift } from './tfa-flow-state.ts';
import { remembered } from './tfa-memory.ts';
import { isUnderWay } from './tfa-outcome.ts';
import { withMark } from './unkept-codes.ts';
import { forgetUnkept, unkeptMark } from './unkept-codes-store.ts';

/** A two-factor flow under way: the pure machine's state, and the calls that it asks for. */
export type TfaRun = {
  readonly route: RouteOf<'tfa'>;
  readonly state: Store<TfaState>;
  /** How far the new backup codes are kept. */
  readonly copy: Store<BackupCopy>;
  send(event: TfaEvent): void;
  at(): TfaAt;
  /** Whether a session is of the account, and of the login, that the flow began with. */
  isOf(session: Session): boolean;
  /** How long a call has been on its way, in ms. */
  waited(id: number): number;
  /** Called when something may have changed that others read. */
  changed: { current: () => void };
};

/** Starts the flow of a route; its first calls go out at once. Nothing is ever sent again by itself. */
export function createTfaRun(deck: Deck, route: RouteOf<'tfa'>): TfaRun {
  const { clock, timeZone } = deck.services;
  const account = keyOf(deck.session.get());
  const isSameAccount = () => keyOf(deck.session.get()) === account;
  // By the machine's clock: the service's may be corrected by the very answer that is waited for.
  const since = new Map<number, number>();
  let totpDrift: TotpDrift | undefined;
  if (route.goal.kind === 'add' && route.goal.method === 'totp') {
    void deck.services.totpDrift?.().then((loaded) => {
      totpDrift = loaded;
    });
  }
  const api = (): Client => {
    const session = deck.session.get();
    if (session === undefined) throw new Error('a two-factor flow without a session');
    return session.api;
  };
  const at = (): TfaAt => ({
    now: clock.now(),
    computerOffMs: deck.session.get()?.api.clockOffsetMs() ?? 0,
    heldMs: (call) => heldMs(deck.session.get()?.api, call),
    ...(totpDrift === undefined ? {} : { totpDrift }),
  });
  const changed = { current: () => {} };
  const { window, proof, label, phone, sendings } = deck.tfa.memory.get();
  // What a web login handed over is a secret: it stands in the session, and never in a route.
  const { loggedOut } = deck.session.get() ?? {};
  const { goal } = route;
  const first = startTfa(
    goal.kind === 'login' && loggedOut !== undefined ? { ...goal, ...loggedOut } : goal,
    {
      window,
      label,
      phone,
      ...(proof === undefined ? {} : { proof }),
      ...(loggedOut === undefined ? { sendings: sendings[sentFor(goal)] } : {}),
      ...(route.prefer === undefined ? {} : { prefer: route.prefer }),
    },
    at(),
  );
  const state = createStore(first.state);
  const copy = createStore<BackupCopy>(noCopy);

  const take = ({ state: next, effects }: TfaOutcome) => {
    const was = state.get();
    if (isSameAccount()) deck.tfa.memory.set((now) => remembered(now, was, next, clock.now()));
    if (next.codes !== was.codes) copy.set(noCopy);
    // Before the screen hears of them: from here on nothing leads away from codes that are shown once.
    if (next.codes !== undefined) deck.tfa.held.set(run);
    else if (deck.tfa.held.get() === run) deck.tfa.held.set(undefined);
    forgetUnkept(deck, was, next);
    state.set(next);
    if (next.leaving === true && was.leaving !== true) deck.messages.say('info', leftWords(next));
    const isOver = next.leaving === true && !(isUnderWay(next) && isSameAccount());
    // A flow that was left asks for nothing more than what tells of its code.
    if (!isOver) for (const effect of effects) void carryOut(effect.id, effect.call);
    if (next.step.at === 'done' && was.step.at !== 'done') void finish(deck, run, next);
    if (isUnderWay(was) && (isOver || !isUnderWay(next)) && !isShown(deck, run)) tellAway(next);
    if (isOver && next.codes === undefined) run.send({ kind: 'leave' });
  };
  /** The end of what nobody looks at. Codes that come once are shown for it, wherever the person is. */
  const tellAway = (next: TfaState) => {
    if (next.codes !== undefined) return leadToCodes(deck, run);
    // A login that is taken into use says so by itself.
    if (next.step.at === 'done' && sessionKeyOf(next) !== undefined) return;
    const { level, text } = awayWords(next, at(), timeZone);
    deck.messages.say(level, text);
  };
  const carryOut = async (id: number, call: TfaCall) => {
    const session = deck.session.get();
    since.set(id, deck.local.now());
    const under = { call, status: state.get().status, now: clock.now() };
    const event = await withMark(unkeptMark(deck), under, () => answerTo(api(), id, call));
    if (event.kind === 'failed' && isSameAccount()) {
      const { error } = event;
      // A refused admin session, or a login without a key, says nothing of what the key may do.
      if (goal.kind !== 'login' || (goal.admin !== true && loggedOut === undefined))
        noteLacking(session, error);
      // A session that ended is told to the whole deck; this flow leads to the login and back by itself.
      writeWantsLogin(deck, error);
    }
    since.delete(id);
    run.send(event);
    if (!submitsCode(call) || !isSameAccount()) return;
    deck.tfa.memory.set((now) => ({ ...now, changedAt: clock.now() }));
    changed.current();
  };
  const run: TfaRun = {
    route,
    state,
    copy,
    at,
    isOf: (session) =>
      keyOf(session) === account && (session.loggedOut === undefined) === (loggedOut === undefined),
    waited: (id) => deck.local.now() - (since.get(id) ?? deck.local.now()),
    changed,
    send: (event) => take(stepTfa(state.get(), event, at())),
  };
  for (const effect of first.effects) void carryOut(effect.id, effect.call);
  return run;
}

type TfaAnswer = { id: number } & ({ kind: 'reply'; reply: TfaReply } | { kind: 'failed'; error: ApiError });

async function answerTo(api: Client, id: number, call: TfaCall): Promise<TfaAnswer> {
  const method = api[tfaClientMethods[call.name]] as (body?: unknown) => Promise<TfaReply>;
  try {
    return { kind: 'reply', id, reply: await ('body' in call ? method(call.body) : method()) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', id, error };
  }
}

/** Whether the person is at a flow. */
const isShown = (deck: Deck, run: TfaRun): boolean => {
  const route = currentRoute(deck.nav.get());
  return route.screen === 'tfa' && deck.tfa.runs.get(route) === run;
};

/** To codes that came while the person was elsewhere. Signing in and verifying come first: they lead there at their end. */
function leadToCodes(deck: Deck, run: TfaRun): void {
  const { screen } = currentRoute(deck.nav.get());
  run.send({ kind: 'comeBack' });
  if (screen !== 'tfa' && screen !== 'sign-in') deck.go({ go: 'push', route: run.route });
}

const sessionKeyOf = ({ step }: TfaState): string | undefined =>
  step.at === 'done' && step.result.kind === 'logged-in' ? step.result.reply.session_key : undefined;

/** A login that went well: its session key takes the place of the API key, and the person is back where they were. */
async function finish(deck: Deck, run: TfaRun, { step }: TfaState): Promise<void> {
  if (step.at !== 'done' || step.result.kind !== 'logged-in') return;
  const { reply, by, backupCodesLeft: left } = step.result;
  const session = deck.session.get();
  if (reply.session_key === undefined) return;
  // The login of a web secret that was left, or of an account that is no longer in use.
  if (session === undefined || !run.isOf(session)) {
    deck.messages.say('warn', 'The code was accepted, and its login was left: the session is not used.');
    return;
  }
  deck.session.set(await deck.services.signIn.withSessionKey(session, reply.session_key, { by }));
  const codes = left === undefined ? '' : ` ${left} backup ${left === 1 ? 'code is' : 'codes are'} left.`;
  deck.messages.say(left !== undefined && left < 3 ? 'warn' : 'info', `You are verified.${codes}`);
  if (reply.legacy_tfa_user === true) {
    deck.messages.say(
      'warn',
      `This account uses old two-factor: make new backup codes, ${deck.keyName('security.codes')} on Security (${deck.keyName('app.security')}).`,
    );
  }
  for (const { state, send } of deck.tfa.runs.values()) {
    if (state.get().step.at === 'session') send({ kind: 'sessionBack' });
  }
  if (isShown(deck, run)) leaveTfa(deck, { screen: 'offers' });
}

/** Back to where the person came from, or to `otherwise` when the flow was the first thing shown. */
export function leaveTfa(deck: Deck, otherwise: { screen: 'offers' | 'security' }): void {
  deck.go(deck.nav.get().stack.length > 1 ? { go: 'back' } : { go: 'jump', route: otherwise });
}
