/** Every number that a service may send, out of all bounds: on every screen. */

import { describe, expect, it } from 'vitest';
import type { Route } from '../../src/engine/route.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { extremeNumbers, withExtremes } from './hostile.ts';

simulatedTime();

const screens: readonly Route['screen'][] = [
  'offers',
  'instances',
  'money',
  'security',
  'groups',
  'keys',
  'ssh-keys',
  'volumes',
  'copy',
  'calls',
  'searches',
  'instance',
];

/** A deck whose service sends other numbers each time that it is asked. */
async function strangeDeck() {
  const app = await openDeck({ world: { world: 'busy', offers: 40 }, cols: 120, rows: 40, still: true });
  const sandbox = app.sandbox as { fetch: (request: Request) => Promise<Response> };
  const { fetch } = sandbox;
  let round = 0;
  sandbox.fetch = async (request) => {
    const response = await fetch(request);
    const text = await response.clone().text();
    if (request.url.includes('_sandbox') || !response.ok || text === '') return response;
    return new Response(JSON.stringify(withExtremes(JSON.parse(text), round)), { status: response.status });
  };
  return {
    app,
    use: (next: number) => {
      round = next;
    },
  };
}

describe('a number out of all bounds', () => {
  it.each(screens)('stops no screen and is not shown: %s', { timeout: 120_000 }, async (screen) => {
    const { app, use } = await strangeDeck();
    const machine = app.sandbox.snapshot().instances[0]?.id ?? 1;
    app.lead({
      go: 'jump',
      route: (screen === 'instance' ? { screen, id: machine } : { screen }) as Route,
    });
    // Half of them on each screen, the other half on the next one.
    for (let round = screens.indexOf(screen) % 2; round < extremeNumbers.length; round += 2) {
      use(round);
      await app.press('app.refresh');
      await app.advance(1_000);
      const shown = app.text();
      expect(shown).not.toMatch(/ ERROR |\.tsx?:\d+|\bundefined\b|\bNaN\b|Infinity|\de\+\d|\d{16}/);
      expect(app.frame()[0]).toMatch(/^ rigdeck /);
    }
  });

  it('is no reason to draw for ever: charges that began before all time', async () => {
    const app = await openDeck({ world: { world: 'busy' }, cols: 120, rows: 40 });
    for (const start of [-1e15, -8.64e12, 0]) {
      const results = [{ start, end: app.now() / 1000, type: 'instance', amount: 9 }];
      const body = { count: 1, total: 1, next_token: null, results };
      await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 200, body });
      await app.press('app.money', 'app.refresh');
      await app.advance(1_000);
      expect(app.text()).toContain('charged by day');
      await app.press('app.instances');
    }
  });

  it.each([-1, 11, 100_000, 1e308])('is no row of so many backup codes: %d', async (left) => {
    const app = await openDeck({ cols: 80 });
    const body = {
      success: true,
      tfa_enabled: true,
      methods: [{ id: 1, user_id: 1, method: 'totp', label: 'app', is_primary: true }],
      backup_codes_remaining: left,
      new_method_authorized: false,
    };
    await app.control('faults', { path: '/api/v0/tfa/status/', kind: 'status', status: 200, body, times: 9 });
    app.lead({ go: 'jump', route: { screen: 'security' } });
    await app.advance(1_000);
    expect(app.text()).toMatch(left === 11 ? /11 of 11 unused/ : /how many are left is not known/);
  });
});
