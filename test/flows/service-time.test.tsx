import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { type Clock, systemClock } from '../support/test-services.ts';

simulatedTime();

const tenMinutes = 600_000;
/** The service's clock; the machine's own is ten minutes from it. */
const apart = (ms: number): Clock => ({
  now: () => systemClock.now() + ms,
  sleep: (wait, signal) => systemClock.sleep(wait, signal),
});
const money = (app: TestDeck) => app.frame()[1] ?? '';

describe.each([
  ['ahead of', tenMinutes],
  ['behind', -tenMinutes],
])('a service whose clock is ten minutes %s the machine’s', (_, ms) => {
  it('is what ages and boot times are counted by', async () => {
    const app = await openDeck({ world: { clock: apart(ms) } });
    await app.press('app.refresh');
    expect(money(app)).toMatch(/(live|asking…) · 0s ago/);
    await rent(app, { Label: 'train-b' });
    await app.advance(30_000);
    const said = app.text();
    expect(said).not.toMatch(/-\d/);
    expect(said).not.toMatch(/\b(9|10|11)m \d/);
    expect(money(app)).toMatch(/live · <?\d+s ago/);
    // 12:00 here is 12:10 or 11:50 there, and that is when it was rented.
    expect(said).toMatch(ms > 0 ? /Rented[\s\S]* 12:10:\d\d · / : /Rented[\s\S]* 11:50:\d\d · /);
  });

  it('shortens no wait of ours: what was confirmed is held for five seconds, and nobody is idle', async () => {
    const app = await openDeck({ world: { clock: apart(ms) } });
    await rent(app, { Label: 'train-b' });
    await app.skip(200);
    await app.press('instance.stop');
    await app.past300ms();
    await app.press('dialog.yes');
    const stops = async () => (await app.requests()).filter(({ method }) => method === 'PUT').length;
    const before = await stops();
    await app.advance(3_500);
    expect(await stops()).toBe(before);
    await app.advance(3_000);
    expect(await stops()).toBe(before + 1);
  });
});

describe('a service whose clock leaps', () => {
  it('makes no read old that has just been made, and lets time pass for machines', async () => {
    const app = await openDeck();
    await rent(app, { Label: 'train-b' });
    await app.advance(25_000);
    await app.control('clock', { advance_s: 3600 });
    await app.press('app.instances');
    await app.advance(12_000);
    expect(money(app)).toMatch(/live · <15s ago/);
    expect(app.text()).not.toContain('STALE');
    expect(app.text()).not.toMatch(/▲ .*[Rr]ows/);
    expect(app.now() - systemClock.now()).toBe(3_600_000);
    expect(app.text()).toContain('running');
  });
});
