import { useEffect, useState } from 'react';
import type { Deck } from '../engine/deck.ts';
import type { KeyName } from '../engine/keymap.ts';
import { quietMs } from '../engine/read-health.ts';
import { keys } from '../engine/read-keys.ts';
import type { RouteOf } from '../engine/route.ts';
import { nextSteps, type TfaAction, type TfaActionKind } from '../engine/two-factor/tfa-actions.ts';
import { type TfaClocks, type TfaEvent, type TfaState, tfaClocks } from '../engine/two-factor/tfa-flow.ts';
import type { TfaAt, TfaFlight } from '../engine/two-factor/tfa-flow-state.ts';
import { createTfaRun, type TfaRun } from '../engine/two-factor/tfa-run.ts';
import { awaitedFlight } from '../engine/two-factor/tfa-wait.ts';
import { useStore } from '../tui/use-store.ts';
import { useDeck } from './use-deck.ts';
import { useNow } from './use-now.ts';

export type TfaFlow = {
  run: TfaRun;
  state: TfaState;
  /** The moment of this drawing. */
  at: TfaAt;
  clocks: TfaClocks;
  /** What the step stands still for, and for how long so far (ms). */
  waiting: { flight: TfaFlight; ms: number } | undefined;
  /** What can be done next. */
  next: readonly TfaAction[];
  /** The action of a kind, when it is one of those. */
  can(kind: TfaActionKind): TfaAction | undefined;
  send(event: TfaEvent): void;
  /** What texts call the key of an action. */
  keyName: KeyName;
};

/** The flow of a route: the one that is under way, or one that holds backup codes, or a new one. */
function runOf(deck: Deck, route: RouteOf<'tfa'>): TfaRun {
  const known = deck.tfa.runs.get(route) ?? deck.tfa.held.get() ?? leftBehind(deck, route);
  const run = known ?? createTfaRun(deck, route);
  deck.tfa.runs.set(route, run);
  return run;
}

/** A flow for the same that was left with its code at the service: until that has its end nothing else is begun. */
function leftBehind({ tfa }: Deck, { goal }: RouteOf<'tfa'>): TfaRun | undefined {
  const same = JSON.stringify(goal);
  return [...tfa.runs.values()].find(
    ({ route, state }) => state.get().leaving === true && JSON.stringify(route.goal) === same,
  );
}

/** A two-factor flow with its clocks, redrawn each second. */
export function useTfaFlow(route: RouteOf<'tfa'>): TfaFlow {
  const deck = useDeck();
  const run = runOf(deck, route);
  const state = useStore(run.state);
  useNow();
  useEffect(() => {
    run.changed.current = () => {
      void deck.reads.refresh(keys.tfaStatus);
      void deck.reads.refresh(keys.user);
    };
  }, [run, deck]);
  useEffect(() => {
    if (run.state.get().leaving === true) run.send({ kind: 'comeBack' });
  }, [run]);
  const flight = awaitedFlight(state);
  const ms = flight === undefined ? 0 : run.waited(flight.id);
  useLook(flight?.id, quietMs - ms);
  const at = run.at();
  const next = nextSteps(state, at);
  return {
    run,
    state,
    at,
    clocks: tfaClocks(state, at),
    waiting: flight === undefined ? undefined : { flight, ms },
    next,
    can: (kind) => next.find((action) => action.kind === kind),
    send: run.send,
    keyName: deck.keyName,
  };
}

/** One more drawing after `ms`, once for each `of`: what begins to matter between two seconds is seen then. */
function useLook(of: number | undefined, ms: number): void {
  const { local } = useDeck();
  const [, look] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time that is left is that of the first drawing
  useEffect(() => {
    if (of === undefined || ms <= 0) return;
    const stop = new AbortController();
    local.sleep(ms, stop.signal).then(
      () => look(of),
      () => {},
    );
    return () => stop.abort();
  }, [of, local]);
}
