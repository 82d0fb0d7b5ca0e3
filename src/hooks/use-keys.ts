import { useInput, usePaste } from 'ink';
import { useEffect, useRef } from 'react';
import type { Clock } from '../base/clock.ts';
import type { Deck } from '../engine/deck.ts';
import { alwaysActions } from '../engine/keymap.ts';
import { dispatch, type Layer, type LayerStroke, pasteTarget } from '../tui/keys/layers.ts';
import { createStrokeReader, type StrokeReader } from '../tui/keys/stroke-reader.ts';
import { asPaste, leastLostPaste, lostPaste, type Stroke } from '../tui/keys/strokes.ts';
import { roomIn } from '../tui/text/text-edit.ts';
import { isAwaited, lookingUpReason } from './awaited.ts';
import { rowsThere, waitsForRows } from './list-settling.ts';
import { slipReason } from './list-slip.ts';
import { useDeck } from './use-deck.ts';

/** A dialog takes no keys for this long after it opens, so that keys typed ahead cannot answer it. */
const dialogWaitMs = 300;

/** Runs what one stroke means now. False when the strokes behind it must be dropped: a dialog has opened. */
function press(deck: Deck, stroke: LayerStroke): boolean {
  const layers = deck.layers.get().map((entry) => entry.current);
  const before = deck.modal.get();
  const found = dispatch(stroke, layers, deck.keymap);
  const slipped = found.kind === 'action' ? slipReason(deck, found.id) : undefined;
  if (slipped !== undefined) {
    deck.messages.say('warn', slipped);
    return false;
  }
  if (found.kind === 'action') found.binding.run();
  if (found.kind === 'blocked') deck.messages.say('warn', found.reason, { of: found.id });
  const opened = deck.modal.get();
  if (found.kind === 'none' && opened === undefined && isAwaited(deck))
    deck.messages.say('warn', lookingUpReason, { of: 'awaited' });
  // Whoever types a command at once means its letters for the line that the colon has opened.
  return opened === undefined || opened === before || opened.kind === 'palette';
}

/** A paste without marks that comes in chunks goes on within this time. */
const chunkGapMs = 100;

/**
 * Lets React draw what the last stroke changed, so that the next one, in the same chunk or right behind it, meets
 * the state that a person would see.
 */
const drawn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What came in: a stroke, or a marked paste, which waits behind the strokes that open a field for it. */
type Queued = Stroke & { readonly pasted?: string };

/**
 * Strokes that wait for their turn, the time at which a dialog was opened last, and that at which a paste without a field
 * was dropped, while no other stroke came; `wake` while the first one waits for the rows of a list.
 */
type Queue = {
  strokes: Queued[];
  draining: boolean;
  openedAt: number;
  lostAt: number;
  wake?: (() => void) | undefined;
};

/** Hands a paste to its field whole, or says that it is too long. */
function paste(deck: Deck, field: Layer | undefined, text: string): void {
  const room = field?.room?.() ?? roomIn({ text: '' });
  if (field === undefined || text.length <= room) {
    deck.messages.settle('paste');
    field?.paste?.(text);
    return;
  }
  const [length, left] = [text.length, room].map((count) => count.toLocaleString('en-US'));
  deck.messages.say('warn', `Not pasted: ${length} characters, room for ${left}`, { of: 'paste' });
}

const isAlways = (deck: Deck, { key }: Stroke): boolean =>
  alwaysActions.some((id) => deck.keymap(id).includes(key));

/** Whether a stroke would act on rows that are still being worked out. A dialog has its own keys, and what it is about. */
function isEarly(deck: Deck, stroke: Stroke): boolean {
  if (deck.settling.get() === undefined || deck.modal.get() !== undefined) return false;
  const layers = deck.layers.get().map((entry) => entry.current);
  const found = dispatch(stroke, layers, deck.keymap);
  return (found.kind === 'action' || found.kind === 'blocked') && waitsForRows(deck, found.id);
}

/** Lets the strokes wait in their order until the rows are there; what works under everything goes first. */
async function waitForRows(deck: Deck, queue: Queue): Promise<void> {
  const at = queue.strokes.findIndex((stroke) => isAlways(deck, stroke));
  if (at >= 0) {
    const [stroke] = queue.strokes.splice(at, 1) as [Queued];
    if (!press(deck, stroke)) queue.strokes = [];
    return drawn();
  }
  const { there, stop } = rowsThere(deck);
  queue.wake = stop;
  // What comes up by itself meanwhile is not what they were typed for.
  const drop = () => {
    queue.strokes = [];
    stop();
  };
  const offs = [deck.nav.subscribe(drop), deck.modal.subscribe(drop)];
  await there;
  for (const off of offs) off();
  queue.wake = undefined;
}

async function drain(deck: Deck, queue: Queue): Promise<void> {
  if (queue.draining) return;
  queue.draining = true;
  const clock = deck.local;
  while (queue.strokes.length > 0) {
    const [stroke] = queue.strokes as [Queued];
    if (stroke.pasted !== undefined) {
      queue.strokes.shift();
      paste(deck, pasteTarget(deck.layers.get().map((entry) => entry.current)), stroke.pasted);
      await drawn();
      continue;
    }
    const target = pasteTarget(deck.layers.get().map((entry) => entry.current));
    // Whoever quits does not wait for a key that was held down.
    const quits = queue.strokes.findIndex((one) => isAlways(deck, one));
    const goesOn = clock.now() - queue.lostAt < chunkGapMs;
    const lost =
      target !== undefined ? 0 : quits >= leastLostPaste ? quits : lostPaste(queue.strokes, goesOn);
    queue.lostAt = lost > 0 ? clock.now() : Number.NEGATIVE_INFINITY;
    if (lost > 0) {
      queue.strokes.splice(0, lost);
      continue;
    }
    const waiting = deck.modal.get()?.kind === 'confirm' && clock.now() - queue.openedAt < dialogWaitMs;
    if (waiting && !isAlways(deck, stroke)) {
      queue.strokes.shift();
      continue;
    }
    if (isEarly(deck, stroke)) {
      await waitForRows(deck, queue);
      continue;
    }
    const typed = target?.pressesEnter === true && deck.services.terminal.marksPastes === true;
    const pasted = target === undefined ? undefined : asPaste(queue.strokes, { typed });
    if (target?.paste !== undefined && pasted !== undefined) {
      paste(deck, target, pasted.text);
      queue.strokes = pasted.rest;
    } else {
      queue.strokes.shift();
      if (!press(deck, stroke)) queue.strokes = [];
    }
    await drawn();
  }
  queue.draining = false;
}

/** Takes what is held back once its time is over. A timer may ring a moment before the clock shows that time. */
export async function flushWhenDue(
  keys: Pick<StrokeReader, 'due' | 'flush'>,
  clock: Clock,
  take: (strokes: readonly Stroke[]) => void,
): Promise<void> {
  for (let due = keys.due(); due !== undefined; due = keys.due()) {
    await clock.sleep(Math.max(1, due - clock.now()));
    take(keys.flush(clock.now()));
  }
}

/** The only reader of the keyboard. Strokes go to the layers; pastes go to the text field on top, or nowhere. */
export function useKeys(): void {
  const deck = useDeck();
  const { escWaitMs, terminal } = deck.services;
  const clock = deck.local;
  const reader = useRef<StrokeReader>(undefined);
  reader.current ??= createStrokeReader({ escWaitMs });
  const queue = useRef<Queue>({
    strokes: [],
    draining: false,
    openedAt: Number.NEGATIVE_INFINITY,
    lostAt: Number.NEGATIVE_INFINITY,
  });
  const take = (strokes: readonly Stroke[]) => {
    if (strokes.length === 0) return;
    deck.lastKeyAt.current = clock.now();
    deck.messages.seen();
    queue.current.strokes.push(...strokes);
    queue.current.wake?.();
    void drain(deck, queue.current);
  };

  useEffect(
    () =>
      deck.modal.subscribe(() => {
        queue.current.openedAt = clock.now();
      }),
    [deck, clock],
  );
  useEffect(() => terminal.onRaw((chunk) => reader.current?.raw(chunk)), [terminal]);

  useInput((input, key) => {
    const keys = reader.current as StrokeReader;
    take(keys.feed(input, key, clock.now()));
    void flushWhenDue(keys, clock, take);
  });
  usePaste((text) => {
    deck.lastKeyAt.current = clock.now();
    queue.current.strokes.push({ key: 'paste', pasted: text });
    void drain(deck, queue.current);
  });
}
