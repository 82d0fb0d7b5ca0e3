import type { ActionId } from '../../src/engine/keymap.ts';
import { type DeckOptions, openDeck, type TestDeck } from '../support/deck.tsx';
import type { TestWorld } from '../support/test-services.ts';

/** A moment of the deck that a test compares whole, and that `npm run look` draws. */
export type Scene = {
  options?: Omit<DeckOptions, 'cols' | 'rows' | 'ascii' | 'in'>;
  /** What was there before the deck opens. */
  world?: () => TestWorld | Promise<TestWorld>;
  steps: (app: TestDeck) => Promise<unknown>;
};

export type Scenes = Readonly<Record<string, Scene>>;

export const busy = { world: { world: 'busy' } } as const satisfies Scene['options'];

export const press =
  (...ids: ActionId[]) =>
  (app: TestDeck): Promise<unknown> =>
    app.press(...ids);

/** Every call fails from here on, for as long as it takes until rows count as old. */
export async function cutOff(app: TestDeck): Promise<void> {
  await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 1000 });
  await app.press('app.refresh');
  await app.advance(75_000);
}

export async function openScene(
  { options, world, steps }: Scene,
  place: Pick<DeckOptions, 'cols' | 'rows' | 'ascii'>,
): Promise<TestDeck> {
  const app = await openDeck({ ...options, ...(world && { in: await world() }), ...place });
  await steps(app);
  return app;
}

/** Scenes that differ in their steps alone. */
export const scenesOf = (
  steps: Readonly<Record<string, Scene['steps']>>,
  same: Omit<Scene, 'steps'> = {},
): Scenes =>
  Object.fromEntries(Object.entries(steps).map(([name, each]) => [name, { ...same, steps: each }]));
