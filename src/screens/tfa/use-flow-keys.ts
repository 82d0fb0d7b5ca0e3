import type { TfaActionKind } from '../../domain/tfa-actions.ts';
import { isSubmitting } from '../../domain/tfa-outcome.ts';
import { type Deck, useDeck } from '../../hooks/deck.ts';
import { leaveTfa, type TfaRun } from '../../hooks/tfa-run.ts';
import { useLayer } from '../../hooks/use-layer.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { type ActionId, type Bindings, globalActions } from '../../keymap.ts';

/** Keys that mean an event of the machine wherever it is possible; the first kind that is. */
const meanings = {
  'tfa.resend': ['resend', 'readStatus'],
  'tfa.other': ['anotherWay'],
  'tfa.step-again': ['startStep'],
  'tfa.over': ['startAgain'],
  'tfa.number': ['editPhone'],
  'tfa.prove': ['proveAgain'],
  'tfa.plain': ['withoutAdmin'],
  'tfa.regen': ['regenFirst'],
  'tfa.secret': ['newSecret'],
} as const satisfies Partial<Record<ActionId, readonly TfaActionKind[]>>;

/** Global actions that lead to no other screen. */
const staying: readonly ActionId[] = [
  'app.quit',
  'app.back',
  'app.escape',
  'app.help',
  'app.palette',
  'app.messages',
  'app.refresh',
  'app.repaint',
  'app.suspend',
];
const leading = globalActions.filter((id) => !staying.includes(id));

export const flowActions = [
  ...(Object.keys(meanings) as (keyof typeof meanings)[]),
  'app.back',
  'app.escape',
  ...leading,
] as const;

export const heldReason = 'These codes are shown once: keep a copy and show that you have it, with enter';
const judgedReason = 'A code is being judged: wait for the answer';

/** Why the flow cannot be left just now. */
export function whyStay({ state }: Pick<TfaFlow, 'state'>): string | undefined {
  if (state.codes !== undefined) return heldReason;
  return isSubmitting(state) ? judgedReason : undefined;
}

/** Ends a flow, and says what of it is void. */
export function leaveFlow(deck: Deck, run: TfaRun): void {
  const before = run.state.get();
  run.send({ kind: 'leave' });
  const { step } = run.state.get();
  if (step.at !== 'left' && step.at !== 'done') return;
  if (before.totp !== undefined)
    deck.messages.say('info', 'Nothing was added. The secret that was shown is void');
  leaveTfa(deck, { screen: 'security' });
}

/** The keys that mean the same at every step, as far as they are possible there; and no way out where there is none. */
export function useFlowKeys(flow: TfaFlow): void {
  const deck = useDeck();
  const { run, state, send } = flow;
  const stay = whyStay(flow);
  const leave = () => (deck.messages.open() ? deck.messages.dismiss() : leaveFlow(deck, run));
  const bindings: Partial<Bindings> = {
    'app.back': { run: () => leaveFlow(deck, run), blocked: stay },
    'app.escape': { run: leave, blocked: deck.messages.open() ? undefined : stay },
  };
  if (stay !== undefined) for (const id of leading) bindings[id] = { run: () => {}, blocked: stay };
  for (const [id, kinds] of Object.entries(meanings) as [keyof typeof meanings, readonly TfaActionKind[]][]) {
    const wanted: readonly TfaActionKind[] =
      id === 'tfa.resend' && state.step.at === 'choose' ? ['startAgain'] : kinds;
    const found = wanted.map((kind) => flow.can(kind)).find((action) => action !== undefined);
    if (found === undefined) continue;
    const { kind, blocked } = found;
    bindings[id] = { run: () => send({ kind } as Parameters<typeof send>[0]), blocked };
  }
  useLayer({ kind: 'screen', bindings });
}
