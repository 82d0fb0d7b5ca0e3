import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

it('C101 Escape is not lost when its timer rings a moment before the clock shows the time', async () => {
  const world = testWorld();
  // As timers of a busy machine do: they count by another clock than the one that tells the time.
  world.services.clock = {
    now: systemClock.now,
    sleep: (ms, signal) => systemClock.sleep(Math.max(0, ms - 2), signal),
  };
  const app = await openDeck({ in: world });
  await app.press('offers.search');
  expect(app.text()).toContain('▌ Type');
  await app.type('\x1b');
  await app.advance(100);
  expect(app.text()).toContain('[1 Offers]');
});
