import { useEffect } from 'react';
import type { Deck } from '../../engine/deck.ts';
import {
  type ActionId,
  type Binding,
  type Bindings,
  elsewhereActions,
  type KeyName,
} from '../../engine/keymap.ts';
import { quietMs } from '../../engine/read-health.ts';
import type { TfaActionKind } from '../../engine/two-factor/tfa-actions.ts';
import { sendsCode } from '../../engine/two-factor/tfa-calls.ts';
import { listWays, type Way, wayKey } from '../../engine/two-factor/tfa-methods.ts';
import { isSubmitting } from '../../engine/two-factor/tfa-outcome.ts';
import { leaveTfa, type TfaRun } from '../../engine/two-factor/tfa-run.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { wayOutFooter } from '../../hooks/use-form.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';

/** Keys that mean an event of the machine wherever it is possible; the first kind that is. */
const meanings = {
  'tfa.resend': ['resend'],
  'tfa.ask-again': ['readStatus', 'sessionBack'],
  'tfa.other': ['anotherWay'],
  'tfa.step-again': ['startStep'],
  'tfa.over': ['startAgain'],
  'tfa.number': ['editPhone'],
  'tfa.prove': ['proveAgain'],
  'tfa.plain': ['withoutAdmin'],
  'tfa.regen': ['regenFirst'],
  'tfa.secret': ['newSecret'],
} as const satisfies Partial<Record<ActionId, readonly TfaActionKind[]>>;

export const flowActions = [
  ...(Object.keys(meanings) as (keyof typeof meanings)[]),
  'app.back',
  'app.escape',
  ...elsewhereActions,
] as const;

export const heldReason = (keyName: KeyName): string =>
  `These codes are shown once: keep a copy and show that you have it, with ${keyName('tfa.go')}`;
export const judgedReason = 'A code is being judged: wait for the answer';

/** Whether the step waits for an answer, and for so long that it is told. */
export const isWaiting = ({ waiting }: Pick<TfaFlow, 'waiting'>): boolean => (waiting?.ms ?? 0) >= quietMs;

/** Sends what was typed; while a code is being judged there is nothing to go on to. */
export function submitKey(flow: TfaFlow, run: () => void): Binding {
  const submit = flow.can('submit');
  if (submit !== undefined) return { run, blocked: submit.blocked };
  return { run, blocked: judgedReason, ...deadKey(flow) };
}

/** How a key stands on the key line that does nothing before the answer has come. */
export const deadKey = (flow: TfaFlow): Pick<Binding, 'footer'> => (isWaiting(flow) ? { footer: false } : {});

/** Why the flow cannot be left just now. */
const whyStay = ({ state, keyName }: Pick<TfaFlow, 'state' | 'keyName'>): string | undefined =>
  state.codes === undefined ? undefined : heldReason(keyName);

/** Leaves a flow, and says what of it is void. One whose code is with the service has its end without the person. */
export function leaveFlow(deck: Deck, run: TfaRun): void {
  const before = run.state.get();
  run.send({ kind: 'leave' });
  const { step, leaving } = run.state.get();
  if (leaving !== true && step.at !== 'left' && step.at !== 'done') return;
  if (leaving !== true && before.totp !== undefined)
    deck.messages.say('info', 'Nothing was added. The secret that was shown is void');
  else if (before.flights.some(({ call }) => sendsCode(call)))
    deck.messages.say('info', 'A code was asked for, and may come all the same');
  leaveTfa(deck, { screen: 'security' });
}

/** The way that the person was at before they looked at the others: Esc leads back to it, where it can be chosen. */
function turnedFrom({ state, at }: Pick<TfaFlow, 'state' | 'at'>): Way | undefined {
  const from = state.step.at === 'choose' ? state.step.from : undefined;
  const row = from && listWays(state, at).find(({ key }) => key === wayKey(from));
  return row?.selectable === true ? from : undefined;
}

/** Why a key did nothing while an answer was waited for is told no more. */
function settleKeys({ messages }: Deck): void {
  messages.settle('tfa.go');
  messages.settle('tfa.field');
}

/** The keys that mean the same at every step, as far as they are possible there; and no way out where there is none. */
export function useFlowKeys(flow: TfaFlow): void {
  const deck = useDeck();
  const { run, send } = flow;
  const stay = whyStay(flow);
  const judging = isSubmitting(flow.state);
  const leave = () => {
    // What is said of a wait is that Esc leaves, so it does: why a key did nothing is no news then, and all else that
    // was said stands on the next screen.
    if (judging || isWaiting(flow)) settleKeys(deck);
    else if (deck.messages.open()) return deck.messages.dismiss();
    const way = turnedFrom(flow);
    return way === undefined ? leaveFlow(deck, run) : send({ kind: 'choose', way });
  };
  useEffect(() => {
    if (!judging) return;
    return () => {
      if (deck.messages.all.get().at(-1)?.text.startsWith(judgedReason)) deck.messages.dismiss();
    };
  }, [deck, judging]);
  const bindings: Partial<Bindings> = {
    'app.back': { run: () => leaveFlow(deck, run), blocked: stay },
    'app.escape': {
      run: leave,
      blocked: deck.messages.open() ? undefined : stay,
      ...(isWaiting(flow) ? { label: 'leave', footer: wayOutFooter } : {}),
    },
  };
  if (stay !== undefined) for (const id of elsewhereActions) bindings[id] = { run: () => {}, blocked: stay };
  for (const [id, kinds] of Object.entries(meanings) as [keyof typeof meanings, readonly TfaActionKind[]][]) {
    const found = kinds.map((kind) => flow.can(kind)).find((action) => action !== undefined);
    if (found === undefined) continue;
    const { kind, blocked } = found;
    bindings[id] = { run: () => send({ kind } as Parameters<typeof send>[0]), blocked };
  }
  useLayer({ kind: 'screen', bindings });
}
