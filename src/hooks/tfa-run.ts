import type { Client } from '../client/client-type.ts';
import { ApiError } from '../client/errors.ts';
import { type BackupCopy, noCopy } from '../domain/backup-copy.ts';
import { submitsCode, type TfaCall, type TfaReply, tfaClientMethods } from '../domain/tfa-calls.ts';
import { sentFor, startTfa, stepTfa, type TfaEvent, type TfaState } from '../domain/tfa-flow.ts';
import type { TfaAt, TfaOutcome, TotpDrift } from '../domain/tfa-flow-state.ts';
import { withMark } from '../domain/unkept-codes.ts';
import { currentRoute, type RouteOf } from '../route.ts';
import type { Deck } from './deck.ts';
import { noteLacking } from './lacking.ts';
import { createStore, type Store } from './store.ts';
import { writeWantsLogin } from './tfa-login.ts';
import { remembered } from './tfa-memory.ts';
import { forgetUnkept, unkeptMark } from './unkept-codes.ts';

/** A two-factor flow under way: the pure machine's state, and the calls that it asks for. */
export type TfaRun = {
  readonly route: RouteOf<'tfa'>;
  readonly state: Store<TfaState>;
  /** How far the new backup codes are kept. */
  readonly copy: Store<BackupCopy>;
  send(event: TfaEvent): void;
  at(): TfaAt;
  /** Called when something may have changed that others read. */
  changed: { current: () => void };
};

/** Starts the flow of a route; its first calls go out at once. Nothing is ever sent again by itself. */
export function createTfaRun(deck: Deck, route: RouteOf<'tfa'>): TfaRun {
  const { clock } = deck.services;
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
    verified: deck.session.get()?.verified !== undefined,
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
    deck.tfa.memory.set((now) => remembered(now, was, next, clock.now()));
    if (next.codes !== was.codes) copy.set(noCopy);
    // Before the screen hears of them: from here on nothing leads away from codes that are shown once.
    if (next.codes !== undefined) deck.tfa.held.set(run);
    else if (deck.tfa.held.get() === run) deck.tfa.held.set(undefined);
    forgetUnkept(deck, was, next);
    state.set(next);
    for (const effect of effects) void carryOut(effect.id, effect.call);
    if (next.step.at === 'done' && was.step.at !== 'done') void finish(deck, run, next);
  };
  const carryOut = async (id: number, call: TfaCall) => {
    const session = deck.session.get();
    const under = { call, status: state.get().status, now: clock.now() };
    const event = await withMark(unkeptMark(deck), under, () => answerTo(api(), id, call));
    if (event.kind === 'failed') {
      const { error } = event;
      // A refused admin session, or a login without a key, says nothing of what the key may do.
      if (goal.kind !== 'login' || (goal.admin !== true && loggedOut === undefined))
        noteLacking(session, error);
      // A session that ended is told to the whole deck; this flow leads to the login and back by itself.
      writeWantsLogin(deck, error);
    }
    run.send(event);
    if (!submitsCode(call)) return;
    deck.tfa.memory.set((now) => ({ ...now, changedAt: clock.now() }));
    changed.current();
  };
  const run: TfaRun = {
    route,
    state,
    copy,
    at,
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

/** A login that went well: its session key takes the place of the API key, and the person is back where they were. */
async function finish(deck: Deck, run: TfaRun, { step }: TfaState): Promise<void> {
  if (step.at !== 'done' || step.result.kind !== 'logged-in') return;
  const { reply, by, backupCodesLeft: left } = step.result;
  const session = deck.session.get();
  if (reply.session_key === undefined || session === undefined) return;
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
  if (currentRoute(deck.nav.get()) === run.route) leaveTfa(deck, { screen: 'offers' });
}

/** Back to where the person came from, or to `otherwise` when the flow was the first thing shown. */
export function leaveTfa(deck: Deck, otherwise: { screen: 'offers' | 'security' }): void {
  deck.go(deck.nav.get().stack.length > 1 ? { go: 'back' } : { go: 'jump', route: otherwise });
}
