import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

const small = { cols: 60, rows: 16 };

describe('what does not fit into a small terminal is said, and can be reached', () => {
  it('in a menu: its rows above and below are counted', async () => {
    const app = await openDeck(small);
    const entries = Array.from({ length: 30 }, (_, at) => ({ label: `entry ${at}`, run: () => {} }));
    app.menu('Many', entries);
    await app.idle();
    expect(app.text()).toMatch(/│ +↓ \d+ more +│/);
    for (let i = 0; i < 30; i += 1) await app.press('menu.down');
    expect(app.text()).toMatch(/↑ \d+ above/);
  });

  it('on the Security screen: past the last method it scrolls, and every line comes into sight', async () => {
    const app = await openDeck({ ...small, world: { world: 'busy' } });
    await app.press('app.security');
    expect(app.text()).toMatch(/↓ \d+ more {3}j k scroll/);
    const seen = new Set<string>();
    for (let i = 0; i < 12; i += 1) {
      for (const line of app.frame()) seen.add(line.trim());
      await app.press('list.down');
    }
    const all = [...seen].join('\n');
    for (const part of ['totp', 'sms', 'mail', 'PROVE', 'backup codes ──', 'Session', 'Window'])
      expect(all).toContain(part);
    expect(app.text()).toMatch(/↑ \d+ above/);
    await app.press('list.top');
    expect(app.text()).toContain('2FA ON');
    expect(app.text()).toMatch(/▌ +★ totp/);
  });

  it('on the Security screen of an account without two-factor: it scrolls at once', async () => {
    const app = await openDeck(small);
    await app.press('app.security');
    expect(app.text()).toMatch(/↓ \d+ more {3}j k scroll/);
    await app.press('list.bottom');
    expect(app.text()).toContain('Window');
    await app.press('list.up');
    expect(app.text()).toMatch(/↓ 1 more/);
  });

  it('on the Keys screen: what this key may do goes on, and Enter tells it whole', async () => {
    const app = await openDeck({ ...small, signedIn: false });
    const permissions = { api: { misc: {}, user_read: {} } };
    const { key } = (await app.control('keys', { permissions })) as { key: string };
    app.signIn(key);
    app.lead({ go: 'jump', route: { screen: 'keys' } });
    await app.advance(1_000);
    await app.control('faults', { path: '/api/v0/auth/apikeys/', kind: 'status', status: 500, times: 99 });
    await app.press('app.refresh');
    expect(app.text()).toMatch(/↓ \d+ more {3}enter on the key tells more/);
    await app.press('list.down', 'keys.open');
    expect(app.dialog()).toContain('102');
  });

  it('on the list of volumes: what its columns cannot hold stands in a pane at every size', async () => {
    const app = await openDeck(small);
    await app.press('app.palette');
    await app.type('volumes: where');
    await app.press('menu.pick');
    expect(app.text()).toContain('── volume 501 ─');
    expect(app.text()).toContain('datasets · 100G');
    expect(app.text()).toContain('machine 40000');
    expect(app.text()).toContain('Attached to nothing.');
    expect(app.text()).toMatch(/\$0\.00\/day · since/);
    await app.press('list.pane');
    expect(app.text()).not.toContain('Attached to nothing.');
  });
});
