import { expect, it } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import type { Deck } from '../../src/engine/deck.ts';
import { createDeckClock } from '../../src/engine/deck-clock.ts';
import { readListAnew } from '../../src/engine/fresh-list.ts';
import { keys } from '../../src/engine/read-keys.ts';
import type { Session } from '../../src/engine/services.ts';

const hour = 3_600_000;

it('hides no list that was read just now, though the answer sets the time back', async () => {
  let ahead = hour;
  const local = manualClock(10 * hour);
  const session = { api: { clockOffsetMs: () => ahead } } as unknown as Session;
  const freshAt = createDeckClock(local, { get: () => session }).stamps();
  freshAt.set(keys.instances, local.now());
  local.advance(60_000);
  const read = async () => {
    ahead = 0;
    freshAt.set(keys.instances, local.now());
    return { instances: [] };
  };
  expect(await readListAnew({ freshAt, mutate: { current: read } } as unknown as Deck)).toEqual({
    instances: [],
  });
  const refused = { freshAt, mutate: { current: async () => ({ instances: [] }) } };
  expect(await readListAnew(refused as unknown as Deck)).toBeUndefined();
});
