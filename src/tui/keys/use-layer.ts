import { useLayoutEffect, useRef } from 'react';
import type { ActionId, Binding } from '../../engine/keymap.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { Layer } from './layers.ts';

const signature = (layer: Layer): string =>
  [
    ...Object.entries(layer.bindings).map(([id, binding]): [string, Binding] => [id, binding as Binding]),
    ...(layer.leaves ?? []).map((id): [string, Binding] => [`leaves ${id}`, { run: () => {} }]),
  ]
    .map(([id, { blocked, label, footer }]) => `${id}:${blocked ?? ''}:${label ?? ''}:${footer ?? ''}`)
    .join('|');

/**
 * Puts a layer on the deck's stack while the component is mounted. The bindings are read anew at each stroke, so
 * they may close over the state of the latest render; the key line is redrawn only when what is possible changes.
 */
export function useLayer(layer: Layer | undefined): void {
  const { layers } = useDeck();
  const held = useRef<{ current: Layer } | undefined>(undefined);
  const present = layer !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry lives as long as the layer is there; the effect below replaces what it holds
  useLayoutEffect(() => {
    if (!present) return;
    const entry = { current: layer as Layer };
    held.current = entry;
    layers.set((now) => [...now, entry]);
    return () => {
      held.current = undefined;
      layers.set((now) => now.filter((l) => l !== entry));
    };
  }, [present, layers]);

  const said = layer === undefined ? '' : signature(layer);
  useLayoutEffect(() => {
    if (held.current !== undefined && layer !== undefined) held.current.current = layer;
  });
  useLayoutEffect(() => {
    if (said !== '') layers.set((now) => [...now]);
  }, [said, layers]);
}

/** Bindings for exactly the ids that a screen declares: one that is missing does not compile. */
export function useScreenLayer<Id extends ActionId>(bindings: { [id in Id]: Binding }): void {
  useLayer({ kind: 'screen', bindings: bindings as Layer['bindings'] });
}
