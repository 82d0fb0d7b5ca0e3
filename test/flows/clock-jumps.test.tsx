import { describe, expect, it, vi } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent, review, testImage } from '../support/rent.ts';
import { type Clock, systemClock } from '../support/test-services.ts';

simulatedTime();

const hour = 3_600_000;
/** The service's clock, which can be set both ways while the machine's own goes on. */
function settable(): { clock: Clock; ms: number } {
  const service = {
    ms: 0,
    clock: {
      now: () => systemClock.now() + service.ms,
      sleep: (wait: number, signal?: AbortSignal) => systemClock.sleep(wait, signal),
    },
  };
  return service;
}
/** What the deck hears of the service's clock by the way, from a read of something else. */
const hear = async (app: TestDeck) => {
  void app.world.connect(app.sandbox.apiKey).api.currentUser();
  await app.advance(3_000);
};
const counted = async (app: TestDeck, method: string, path: RegExp) =>
  (await app.requests()).filter((one) => one.method === method && path.test(one.path)).length;
const rescueSteps = (app: TestDeck) =>
  app.world.journal.events().flatMap((event) => (event.t === 'rescue-step' ? [event.step] : []));

describe('a service whose clock jumps both ways', () => {
  it('makes no price fresh that is older than 30 s: it is read again before the yes is sent', async () => {
    const service = settable();
    service.ms = hour;
    const app = await openDeck({ world: { clock: service.clock } });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.advance(31_000);
    await review(app);
    // The answer that told the price was an hour ahead; by what is heard now, it was not read yet.
    service.ms = 0;
    await hear(app);
    await app.advance(40_000);
    const before = (await app.requests()).length;
    await app.press('dialog.yes');
    await app.advance(2_000);
    const after = (await app.requests()).slice(before);
    const sent = after.findIndex(({ method, path }) => method === 'PUT' && path.includes('/asks/'));
    expect(sent).toBeGreaterThan(0);
    expect(after.slice(0, sent).some(({ path }) => path.includes('/bundles/'))).toBe(true);
    expect(app.text()).not.toMatch(/-\d+[smh]/);
  });

  it('makes no second poll of one: a machine that was silent once is not rescued for it', async () => {
    const service = settable();
    const app = await openDeck({ world: { clock: service.clock } });
    await app.press('offer.rent');
    await app.focus('If no boot');
    for (let turns = 0; turns < 3 && !app.text().includes('(•) rescue by itself'); turns += 1)
      await app.type(' ');
    await app.press('app.escape', 'app.escape');
    const id = await rent(app);
    await app.control(`instances/${id}`, { actual_status: 'unknown' });
    await app.press('app.refresh');
    for (const ms of [5_000, 0, 5_000, 0]) {
      service.ms = ms;
      await hear(app);
    }
    expect(rescueSteps(app)).toEqual([]);
    expect(await counted(app, 'DELETE', /instances/)).toBe(0);
  });
});

describe('a machine that sleeps', () => {
  it('begins no rescue that nobody could call off meanwhile: it waits its 5 s anew, in sight', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.focus('If no boot');
    for (let turns = 0; turns < 3 && !app.text().includes('(•) rescue by itself'); turns += 1)
      await app.type(' ');
    await app.press('app.escape', 'app.escape');
    const id = await rent(app, { 'Price cap': '9' });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.press('app.refresh');
    await app.advance(2_000);
    expect(app.prose()).toContain('Its rescue begins in 5s');
    vi.setSystemTime(Date.now() + 8 * hour);
    await app.advance(4_000);
    expect(await counted(app, 'DELETE', /instances/)).toBe(0);
    expect(app.prose()).toMatch(
      /Not begun while rigdeck stood still: rescue of .*\. It waits 5s anew; u calls/,
    );
    await app.advance(20_000);
    expect(await counted(app, 'DELETE', /instances/)).toBe(1);
  });
});
