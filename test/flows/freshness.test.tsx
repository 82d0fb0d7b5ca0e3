import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

type Fault = { kind: string; path?: string; times?: number; [more: string]: unknown };

const fail = (app: TestDeck, fault: Fault) => app.control('faults', { times: 1000, ...fault });
const heal = (app: TestDeck) => app.control('faults', undefined, 'DELETE');
const money = (app: TestDeck) => app.frame()[1] ?? '';
const bundles = '/api/v0/bundles/';

describe('a read that fails behind the screen that is shown', () => {
  it('is said on Offers over the rows, and on the money line, though the account still answers', async () => {
    const app = await openDeck();
    const rows = app.frame().filter((line) => line.includes('1x '));
    await fail(app, { kind: 'status', status: 503, path: bundles });
    await app.press('app.refresh');
    await app.advance(8_000);
    expect(app.frame()[4]).toMatch(
      /▲ The service has a fault of its own \(HTTP 503\)\. Rows \d+s old, (next try in|retry in|asking again)/,
    );
    expect(money(app)).toMatch(/HTTP 503, last answer \d+s ago, (retry in|asking again)/);
    expect(money(app)).not.toContain('live');
    expect(rows.slice(0, 4).every((line) => app.text().includes(line.slice(1)))).toBe(true);
    await app.advance(70_000);
    expect(app.frame()[4]).toMatch(/Rows 1m \d+s old/);
    expect(money(app)).toMatch(/HTTP 503, STALE 1m \d+s/);

    await heal(app);
    await app.press('app.refresh');
    expect(app.text()).not.toContain('▲');
    expect(money(app)).toMatch(/live · 0s ago/);
  });

  it('counts only while that screen is shown', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'status', status: 503, path: bundles });
    await app.press('app.refresh');
    await app.advance(5_000);
    await app.go('instances');
    expect(money(app)).toMatch(/live · \d+s ago/);
    expect(app.text()).not.toContain('▲');
  });

  it('is said on Instances, in fewer words where there is little room', async () => {
    const app = await openDeck({ cols: 60, rows: 16, world: { world: 'busy' } });
    await app.go('instances');
    await fail(app, { kind: 'drop', path: '/api/v0/*' });
    await app.press('app.refresh');
    await app.advance(8_000);
    expect(app.frame()[4]).toMatch(/▲ .*[Rr]ows \d+s old, (next try in|retry in|asking again)/);
    expect(money(app)).toMatch(/no answer, (retry in|asking again)/);
  });

  it('is said on an instance, whose record stays', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(90);
    await fail(app, { kind: 'hang', path: `/api/v0/instances/${id}/` });
    await app.advance(60_000);
    expect(app.prose()).toMatch(/too long to answer\. Record 1m 0s old/);
    expect(money(app)).toMatch(/no answer in time/);
    expect(app.text()).toContain('connect and cost');
  });

  it('is said on Security', async () => {
    const app = await openDeck({ route: { screen: 'security' } });
    await fail(app, { kind: 'status', status: 502, path: '/api/v0/tfa/status/' });
    await app.press('app.refresh');
    await app.advance(8_000);
    expect(app.prose()).toContain('The service has a fault of its own (HTTP 502).');
    expect(app.text()).toMatch(/last status \d+s ago/);
    expect(money(app)).toMatch(/HTTP 502, last answer \d+s ago/);
  });

  it('calls no list stale that is read slowly on purpose', async () => {
    const app = await openDeck();
    for (let s = 0; s < 70; s += 5) {
      await app.advance(5_000);
      expect(money(app)).toContain('live');
    }
  });

  it('calls a list stale when nothing comes at all', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'hang', path: bundles });
    await app.advance(95_000);
    expect(app.prose()).toMatch(/▲ .*[Rr]ows 1m \d+s old/);
    expect(money(app)).toContain('STALE');
  });
});

describe('an instance whose boot is over', () => {
  it('is shown as the list has it, which goes on being read', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(400);
    expect(app.text()).toContain('● running');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(25_000);
    expect(app.text()).not.toContain('● running');
    expect(app.text()).toContain('exited');
  });
});
