import { useInput, usePaste } from 'ink';
import { useEffect, useRef } from 'react';
import type { Clock } from '../clock.ts';
import { alwaysActions } from '../keymap.ts';
import { dispatch, type LayerStroke, pasteTarget } from '../layers.ts';
import { createStrokeReader, type StrokeReader } from '../stroke-reader.ts';
import { asPaste, type Stroke } from '../strokes.ts';
import { type Deck, useDeck } from './deck.ts';

/** A dialog takes no keys for this long after it opens, so that keys typed ahead cannot answer it. */
const dialogWaitMs = 300;

/** Runs what one stroke means now. False when the strokes behind it must be dropped: a dialog has opened. */
function press(deck: Deck, stroke: LayerStroke): boolean {
  const layers = deck.layers.get().map((entry) => entry.current);
  const before = deck.modal.get();
  const found = dispatch(stroke, layers, deck.keymap);
  if (found.kind === 'action') found.binding.run();
  if (found.kind === 'blocked') deck.messages.say('warn', found.reason, { of: found.id });
  const opened = deck.modal.get();
  // Whoever types a command at once means its letters for the line that the colon has opened.
  return opened === undefined || opened === before || opened.kind === 'palette';
}

/**
 * Lets React draw what the last stroke changed, so that the next one, in the same chunk or right behind it, meets
 * the state that a person would see.
 */
const drawn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Strokes that wait for their turn, and the time at which a dialog was opened last. */
type Queue = { strokes: Stroke[]; draining: boolean; openedAt: number };

async function drain(deck: Deck, queue: Queue): Promise<void> {
  if (queue.draining) return;
  queue.draining = true;
  const clock = deck.local;
  while (queue.strokes.length > 0) {
    const [stroke] = queue.strokes as [Stroke];
    const waiting = deck.modal.get()?.kind === 'confirm' && clock.now() - queue.openedAt < dialogWaitMs;
    if (waiting && !alwaysActions.some((id) => deck.keymap(id).includes(stroke.key))) {
      queue.strokes.shift();
      continue;
    }
    const target = pasteTarget(deck.layers.get().map((entry) => entry.current));
    const pasted = target === undefined ? undefined : asPaste(queue.strokes);
    if (target?.paste !== undefined && pasted !== undefined) {
      target.paste(pasted.text);
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
  const queue = useRef<Queue>({ strokes: [], draining: false, openedAt: Number.NEGATIVE_INFINITY });
  const take = (strokes: readonly Stroke[]) => {
    if (strokes.length === 0) return;
    deck.lastKeyAt.current = clock.now();
    deck.messages.seen();
    queue.current.strokes.push(...strokes);
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
    pasteTarget(deck.layers.get().map((entry) => entry.current))?.paste?.(text);
  });
}
