import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { nextSteps, type TfaAction, type TfaActionKind } from '../domain/tfa-actions.ts';
import { type TfaClocks, type TfaEvent, type TfaState, tfaClocks } from '../domain/tfa-flow.ts';
import type { TfaAt } from '../domain/tfa-flow-state.ts';
import type { KeyName } from '../key-names.ts';
import type { RouteOf } from '../route.ts';
import { type Deck, useDeck } from './deck.ts';
import { keys } from './resources.ts';
import { useStore } from './store.ts';
import { createTfaRun, type TfaRun } from './tfa-run.ts';
import { useNow } from './use-now.ts';

export type TfaFlow = {
  run: TfaRun;
  state: TfaState;
  /** The moment of this drawing. */
  at: TfaAt;
  clocks: TfaClocks;
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
  const known = deck.tfa.runs.get(route) ?? deck.tfa.held.get();
  const run = known ?? createTfaRun(deck, route);
  deck.tfa.runs.set(route, run);
  return run;
}

/** A two-factor flow with its clocks, redrawn each second. */
export function useTfaFlow(route: RouteOf<'tfa'>): TfaFlow {
  const deck = useDeck();
  const { mutate } = useSWRConfig();
  const run = runOf(deck, route);
  const state = useStore(run.state);
  useNow();
  useEffect(() => {
    run.changed.current = () => {
      void mutate(keys.tfaStatus);
      void mutate(keys.user);
    };
  }, [run, mutate]);
  const at = run.at();
  const next = nextSteps(state, at);
  return {
    run,
    state,
    at,
    clocks: tfaClocks(state, at),
    next,
    can: (kind) => next.find((action) => action.kind === kind),
    send: run.send,
    keyName: deck.keyName,
  };
}
