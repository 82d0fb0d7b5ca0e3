import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

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
    expect(money(app)).toMatch(/0s ago/);
  });

  it('counts only while that screen is shown', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'status', status: 503, path: bundles });
    await app.press('app.refresh');
    await app.advance(5_000);
    await app.go('instances');
    expect(money(app)).toMatch(/\d+s ago/);
    expect(app.text()).not.toContain('▲');
  });

  it('is said on Instances, in fewer words where there is little room', async () => {
    const app = await openDeck({ cols: 60, rows: 16, world: { world: 'busy' } });
    await app.go('instances');
    await fail(app, { kind: 'drop', path: '/api/v0/*' });
    await app.press('app.refresh');
    await app.advance(8_000);
    expect(app.frame()[4]).toMatch(/▲ .*[Rr]ows \d+s old, (next try in|retry in|asking again)/);
    expect(money(app)).toMatch(/offline, (retry in|asking again)/);
  });

  it('is said on an instance, whose record stays', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(90);
    await fail(app, { kind: 'hang', path: `/api/v0/instances/${id}/` });
    await app.advance(60_000);
    expect(app.prose()).toMatch(/too long to answer\. Record 1m 0s old/);
    expect(money(app)).toMatch(/no answer in time/);
    expect(app.text()).toContain('Connection and cost');
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

describe('a read that hangs', () => {
  const hanging = async () => {
    const app = await openDeck();
    await fail(app, { kind: 'hang', path: bundles });
    return app;
  };
  const sent = (app: TestDeck) => app.world.calls.seen.filter(({ path }) => path === bundles).length;

  it('is told at once to whoever asked for it, then with its seconds, then with what is asked for and what to do', async () => {
    const app = await hanging();
    await app.press('app.refresh');
    await app.advance(300);
    expect(money(app)).toContain('asking… · ');
    await app.advance(3_000);
    expect(money(app)).toMatch(/asking, [34]s · /);
    expect(app.text()).not.toContain('Still asking');
    await app.advance(7_500);
    expect(app.frame()[4]).toMatch(/Still asking for newer rows, 1\ds: r asks anew\./);
    expect(money(app)).not.toContain('live');

    await heal(app);
    await app.press('app.refresh');
    expect(money(app)).toContain('live · 0s ago');
    expect(app.text()).not.toContain('Still asking');
  });

  it('is no news within three seconds where nobody has asked for it', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'delay', delay_ms: 2_500, path: '/api/v0/*' });
    for (let second = 0; second < 75; second += 1) {
      await app.advance(1_000);
      expect(money(app)).not.toContain('asking');
    }
  });

  it('is waited for by whoever asks again soon, and given up for a new one by whoever asks after three seconds', async () => {
    const app = await hanging();
    const before = sent(app);
    await app.press('app.refresh', 'app.refresh');
    expect(sent(app)).toBe(before + 1);
    await app.advance(3_000);
    await app.press('app.refresh');
    expect(sent(app)).toBe(before + 2);
    expect(app.text()).toMatch(/✓ No answer for [3-5]s: it is given up, and asked anew/);
    // The one in its place is given more time.
    await app.advance(5_000);
    await app.press('app.refresh');
    expect(sent(app)).toBe(before + 2);
    await app.advance(6_000);
    await app.press('app.refresh');
    expect(sent(app)).toBe(before + 3);
  });

  it('answers somebody impatient where it is only slow', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'delay', delay_ms: 6_000, path: bundles });
    const best = app.cursor('offers');
    expect(app.text()).toContain(`── offer ${best} `);
    await app.control(`offers/${best}`, { dph_base: 0.9 });
    for (let second = 0; second < 12; second += 2) {
      await app.press('app.refresh');
      await app.advance(2_000);
    }
    expect(app.text()).not.toContain(`── offer ${best} `);
    expect(app.text()).toMatch(/── offer \d+ /);
  });

  it('of a screen that shows nothing yet is told in the place of its rows', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'hang', path: '/api/v0/*' });
    await app.press('app.groups');
    await app.advance(4_000);
    await app.press('app.refresh');
    expect(app.text()).toMatch(/No answer for [3-6]s: it is given up/);
    await app.advance(7_000);
    expect(app.prose()).toContain('r gives it up and asks anew.');
    await heal(app);
    await app.advance(4_000);
    await app.press('app.refresh');
    await app.advance(2_000);
    expect(app.prose()).not.toContain('asking');
  });
});

describe('an instance whose boot is over', () => {
  it('is shown as the list has it, which goes on being read', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(400);
    expect(app.text()).toContain('● running');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    // Nobody has touched a key for over five minutes: the list is read each minute.
    await app.advance(65_000);
    expect(app.text()).not.toContain('● running');
    expect(app.text()).toContain('exited');
  });
});

describe('an outage', () => {
  const history = async (app: TestDeck) => {
    await app.press('app.messages');
    const text = app.dialog();
    await app.press('pager.close');
    return text;
  };
  const count = (text: string, words: string) => text.split(words).length - 1;

  it.each([
    ['offline', { kind: 'drop' }, 'The service does not answer. Asking again.'],
    ['HTTP 503', { kind: 'status', status: 503 }, 'The service has a fault of its own (HTTP 503).'],
    [
      'too many requests',
      { kind: 'status', status: 429, headers: { 'Retry-After': '20' } },
      'Too many requests: waiting 20s, as the service asks.',
    ],
  ])(
    'says why: %s, and once in the history when it begins and when it is over',
    async (why, fault, begun) => {
      const app = await openDeck();
      await fail(app, { path: '/api/v0/*', ...fault });
      await app.press('app.refresh');
      await app.advance(12_000);
      expect(money(app)).toContain(why);
      await app.advance(30_000);
      const during = await history(app);
      expect(count(during, begun)).toBe(1);
      expect(during).not.toContain('answers again');
      await heal(app);
      await app.advance(20_000);
      await app.press('app.refresh');
      await app.advance(2_000);
      expect(money(app)).toContain('live');
      const after = await history(app);
      expect(count(after, begun)).toBe(1);
      expect(count(after, 'The service answers again.')).toBe(1);
    },
  );

  it('is not over because its screen was left', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'status', status: 503, path: bundles });
    await app.press('app.refresh');
    await app.advance(5_000);
    await app.go('instances');
    await app.advance(5_000);
    await app.go('offers');
    const said = await history(app);
    expect(count(said, 'HTTP 503')).toBe(1);
    expect(said).not.toContain('answers again');
  });
});

describe('the times of a boot', () => {
  it('are kept from the list while another screen is shown', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await rent(app, { Label: 'train-b' });
    await app.go('offers');
    await app.control(`instances/${id}`, { actual_status: 'loading' });
    await app.advance(12_000);
    await app.control(`instances/${id}`, { actual_status: 'running' });
    await app.advance(60_000);
    await app.go('instances');
    await app.press('instance.open');
    await app.advance(11_000);
    const changes = [...app.text().matchAll(/(\d\d:\d\d:\d\d) {2}(?:\S+ → )?(\S+)/g)];
    const states = changes.map(([, , status]) => status);
    expect(states.slice(0, 2)).toEqual(['running', 'loading']);
    expect(new Set(states).size).toBe(states.length);
    const [running = 0, loading = 0] = changes.map(([, time]) => Date.parse(`2026-11-27T${time}Z`));
    expect(running - loading).toBeGreaterThan(0);
    expect(running - loading).toBeLessThan(25_000);
    expect(app.text()).toContain('loading → running');
  });
});

describe('a key that is refused for a while', () => {
  const refused = async () => {
    const world = testWorld();
    const listeners = new Set<(focused: boolean) => void>();
    world.services.terminal.onFocus = (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const app = await openDeck({ in: world });
    await fail(app, { kind: 'error', code: 'auth_error', path: '/api/v0/*' });
    await app.press('app.refresh');
    await app.advance(2_000);
    expect(app.text()).toContain('› Sign in');
    /** Comes back to the window, which has everything read again. */
    const focus = async () => {
      await app.advance(6_000);
      for (const listener of listeners) listener(true);
      await app.advance(1_000);
    };
    return { app, focus };
  };

  it('can be tried again on Sign-in, which says what came of it', async () => {
    const { app } = await refused();
    expect(app.text()).toContain('[ Try the same key again ]');
    await app.press('form.next', 'form.next', 'form.next', 'form.press');
    expect(app.prose()).toContain('The service still does not take this key.');
    expect(app.text()).toContain('› Sign in');
    await heal(app);
    await app.press('form.press');
    expect(app.text()).toContain('[1 Offers]');
    expect(app.text()).toMatch(/The service takes the key \.\.\.\w{4} again\./);
    await app.advance(5_000);
    expect(money(app)).toContain('live');
  });

  it('leaves Sign-in by itself when reads succeed again', async () => {
    const { app, focus } = await refused();
    await heal(app);
    await focus();
    expect(app.text()).toContain('[1 Offers]');
    expect(app.text()).toMatch(/The service takes the key \.\.\.\w{4} again\./);
  });

  it('says that it is taken again, and stays, while another key is typed', async () => {
    const { app, focus } = await refused();
    await app.type('abc');
    await heal(app);
    await focus();
    expect(app.text()).toContain('esc goes back to where you were');
    expect(app.text()).toContain('[ Check and enter ]');
  });

  it('offers nothing of the kind where there is no session', async () => {
    const app = await openDeck({ signedIn: false, route: { screen: 'sign-in', reason: 'There is no key.' } });
    expect(app.text()).not.toContain('same key');
  });
});

describe('before anything is known', () => {
  it.each([
    ['2', 'Instances'],
    ['3', 'Groups'],
    ['4', 'Copy'],
    ['5', 'Security'],
    ['6', 'Money'],
    [':money\r', 'Money'],
  ])('%j opens its place at once, which is filled once the account is known', async (keys, name) => {
    const app = await openDeck({ signedIn: false, route: { screen: 'offers' } });
    expect(money(app)).toContain('looking up your key');
    await app.type(keys);
    expect(app.text()).toMatch(new RegExp(`\\[\\d ${name}\\][\\s\\S]*shown once your key is known`));
    app.signIn();
    await app.idle();
    expect(app.text()).toContain(`${name}]`);
    expect(app.text()).not.toContain('once your key is known');
  });

  it('a key of such a place says that the key is being looked up, and does nothing later', async () => {
    const app = await openDeck({ signedIn: false, route: { screen: 'offers' } });
    await app.type('2Dy');
    expect(app.text()).toContain('Looking up your key, a moment');
    app.signIn();
    await app.idle();
    expect(app.place().over).toBeUndefined();
    await app.type('1');
    expect(app.text()).toContain('[1 Offers]');
  });

  it('what was typed into the command line and the filter stays when the account is known', async () => {
    const app = await openDeck({ signedIn: false, route: { screen: 'offers' } });
    await app.type('/4090\r:mon');
    app.signIn();
    for (let turns = 0; turns < 3; turns += 1) await app.idle();
    expect(app.text()).toMatch(/\/4090 +\d+ of \d+/);
    await app.type('\r');
    expect(app.text()).toContain('[6 Money]');
  });

  it('a place that was opened gives way to Sign-in where there is no key', async () => {
    const app = await openDeck({ signedIn: false, route: { screen: 'offers' } });
    await app.type('2');
    app.lead({ go: 'jump', route: { screen: 'sign-in' } });
    await app.idle();
    expect(app.text()).not.toContain('once your key is known');
    expect(money(app)).toContain('not signed in');
  });

  it('a number key on Sign-in says to sign in first', async () => {
    const app = await openDeck({ signedIn: false, route: { screen: 'offers' } });
    app.lead({ go: 'jump', route: { screen: 'sign-in' } });
    await app.press('app.escape');
    expect(money(app)).toContain('not signed in');
    await app.go('instances');
    expect(app.text()).toContain('Sign in first');
  });

  it('credit and burn are words, and no figures with nothing before them', async () => {
    const world = testWorld();
    await world.sandbox.fetch(
      new Request('https://sandbox.test/_sandbox/faults', {
        method: 'POST',
        body: JSON.stringify({ kind: 'drop', path: '/api/v0/*', times: 1000 }),
      }),
    );
    const app = await openDeck({ in: world });
    await app.advance(8_000);
    expect(money(app)).toMatch(/^ credit and burn not known yet +offline, (retry in \d+s|asking again)/);
    expect(app.prose()).toContain('The service does not answer.');
    expect(app.text()).not.toMatch(/\d+ offers?\b/);
  });

  it('a search that is refused counts no offers', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'status', status: 400, path: bundles });
    await app.press('offers.bid');
    await app.advance(2_000);
    expect(app.prose()).toContain('The service does not accept this search.');
    expect(app.text()).not.toContain('0 offers');
    expect(money(app)).toContain('live');
  });
});
