import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

const api = '/api/v0';
const list = `${api}/instances/`;
const bundles = `${api}/bundles/`;
const fail = (app: TestDeck, fault: Record<string, unknown>) =>
  app.control('faults', { times: 1000, ...fault });
const heal = (app: TestDeck) => app.control('faults', undefined, 'DELETE');
const money = (app: TestDeck) => app.frame()[1] ?? '';

/** How many calls of a path were sent while something went on. */
async function sentDuring(app: TestDeck, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const { seen } = app.world.calls;
  const before = seen.length;
  await work();
  const counts: Record<string, number> = {};
  for (const { path } of seen.slice(before)) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

describe('C056 a service that is not there', () => {
  it.each([
    ['accepts and never answers', { kind: 'hang' }, 'offline|no answer in time'],
    ['refuses', { kind: 'drop' }, 'offline'],
    ['answers 503', { kind: 'status', status: 503 }, 'HTTP 503'],
  ])('%s: said within 30 s, tried again ever more rarely, keys work all along', async (_, fault, why) => {
    const app = await openDeck();
    await fail(app, { path: `${api}/*`, ...fault });
    await app.press('app.refresh');
    await app.go('instances');
    expect(app.text()).toContain('[2 Instances]');
    await app.advance(29_000);
    expect(money(app)).toMatch(new RegExp(why));
    await app.go('offers');
    expect(app.text()).toContain('[1 Offers]');
    await app.press('list.down');
    const early = await sentDuring(app, () => app.advance(60_000));
    await app.advance(240_000);
    const late = await sentDuring(app, () => app.advance(60_000));
    expect(late[list]).toBeLessThanOrEqual(2);
    expect(early[list]).toBeGreaterThanOrEqual(late[list] ?? 0);
    await app.press('app.help', 'pager.close');
    await heal(app);
    await app.advance(75_000);
    expect(money(app)).toContain('live');
  });

  it('the countdown is true, and r tries at once', async () => {
    const app = await openDeck();
    await fail(app, { kind: 'drop', path: list });
    await app.advance(70_000);
    const told = /retry in (\d+)s/.exec(money(app));
    const seconds = Number(told?.[1]);
    expect(seconds).toBeGreaterThan(2);
    const now = await sentDuring(app, () => app.press('app.refresh'));
    expect(now[list]).toBe(1);
    const next = Number(/retry in (\d+)s/.exec(money(app))?.[1] ?? 60);
    const before = await sentDuring(app, () => app.advance((next - 2) * 1000));
    expect(before[list] ?? 0).toBe(0);
    const after = await sentDuring(app, () => app.advance(4_000));
    expect(after[list]).toBe(1);
  });
});

describe('C057 too many requests', () => {
  const plain = { kind: 'status', status: 429, body: 'API requests too frequent: endpoint threshold=1' };

  it('nothing is read while the pause runs, on no screen, not by r; it is counted down and said once', async () => {
    const app = await openDeck();
    await app.advance(15_000);
    await fail(app, { ...plain, headers: { 'Retry-After': '20' }, path: list, times: 1 });
    await app.press('app.refresh');
    expect(money(app)).toMatch(/too many requests, .*retry in (21|20)s/);
    const during = await sentDuring(app, async () => {
      await app.advance(4_000);
      await app.go('instances');
      await app.press('app.security');
      await app.go('offers');
      await app.press('app.refresh');
      expect(app.prose()).toMatch(/it can be asked again in 0:1\d/);
      await app.advance(13_000);
    });
    expect(during).toEqual({});
    expect(app.text()).not.toMatch(/JSON|not readable/);
    await app.advance(5_000);
    expect(money(app)).toContain('live');
    // The pause is over, and so is what was said of it.
    expect(app.prose()).not.toContain('can be asked again');
    await app.press('app.messages');
    expect(app.dialog().split('Too many requests: waiting 20s, as the service asks.')).toHaveLength(2);
  });

  it('without Retry-After the reads come half as often, which is said', async () => {
    const app = await openDeck();
    await fail(app, { ...plain, path: list, times: 1 });
    await app.press('app.refresh');
    await app.advance(5_000);
    const before = await sentDuring(app, () => app.advance(120_000));
    expect(before[list]).toBeLessThanOrEqual(3);
    await app.press('app.messages');
    expect(app.dialog()).toContain('Too many requests: reading 2 times less often for 5 minutes.');
    await app.press('pager.close');
    await app.advance(200_000);
    await app.press('list.down');
    const after = await sentDuring(app, () => app.advance(120_000));
    expect(after[list]).toBeGreaterThanOrEqual(5);
  });

  it('a write that meets it is not sent again, and says when to try', async () => {
    const app = await openDeck({ cols: 160 });
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(90);
    await fail(app, { ...plain, method: 'PUT', path: `${list}${id}/`, headers: { 'Retry-After': '20' } });
    await app.press('instance.stop');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(8_000);
    expect(app.prose()).toMatch(/Try again in 0:1\d\./);
    await app.advance(40_000);
    const writes = (await app.requests()).filter(
      ({ method, path }) => method === 'PUT' && path === `${list}${id}/`,
    );
    expect(writes.map(({ status }) => status)).toEqual([429]);
  });
});

describe('C058 polling that stops', () => {
  it('reads no instance alone once it runs or is gone, and no list on a screen that was left', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(200);
    expect(app.text()).toContain('● running');
    const running = await sentDuring(app, () => app.advance(60_000));
    expect(running[`${list}${id}/`] ?? 0).toBe(0);
    expect(running[list]).toBeGreaterThanOrEqual(2);
    await app.world.connect(app.sandbox.apiKey).api.destroyInstance(id);
    await app.advance(30_000);
    expect(app.prose()).toContain(`Instance ${id} was destroyed`);
    const gone = await sentDuring(app, () => app.advance(60_000));
    expect(gone[`${list}${id}/`] ?? 0).toBe(0);
    await app.press('app.security');
    const elsewhere = await sentDuring(app, () => app.advance(130_000));
    expect(elsewhere[bundles] ?? 0).toBe(0);
    expect(elsewhere[`${api}/tfa/status/`]).toBeGreaterThanOrEqual(4);
    await app.go('offers');
    const back = await sentDuring(app, () => app.advance(130_000));
    expect(back[bundles]).toBeGreaterThanOrEqual(2);
    expect(back[`${api}/tfa/status/`] ?? 0).toBe(0);
  });
});

describe('C058 what watches money', () => {
  /** A machine that runs, on the Offers screen, and one answer to the list that is `fault`. */
  async function watched(fault: Record<string, unknown>) {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(200);
    await app.go('offers');
    await fail(app, { method: 'GET', path: list, ...fault });
    await app.press('app.refresh');
    return { app, id };
  }

  it.each([400, 401, 403, 404, 410])(
    'goes on after a page with %i that is not the service’s',
    async (status) => {
      const { app, id } = await watched({ kind: 'html', status, times: 1 });
      await app.control(`instances/${id}`, { actual_status: 'exited' });
      const sent = await sentDuring(app, () => app.advance(60_000));
      expect(sent[list]).toBeGreaterThanOrEqual(2);
      expect(money(app)).toContain('live');
      expect(app.lastWords()).toContain('train-b exited');
    },
  );

  it('asks a service that refuses its key at a growing distance, and says when', async () => {
    const { app } = await watched({ kind: 'error', code: 'auth_error' });
    const early = await sentDuring(app, () => app.advance(100_000));
    expect(early[list]).toBe(2);
    expect(money(app)).toMatch(/STALE 1m \d+s, retry in 1m/);
    await app.advance(600_000);
    const late = await sentDuring(app, () => app.advance(300_000));
    expect(late[list] ?? 0).toBeLessThanOrEqual(1);
    await heal(app);
    await app.advance(600_000);
    expect(money(app)).toContain('live');
  });

  it('says on every screen that it does not watch where nothing is asked any more', async () => {
    const app = await openDeck();
    await fail(app, { method: 'GET', path: list, kind: 'error', code: 'auth_error' });
    await app.press('app.refresh');
    for (const screen of ['app.instances', 'app.security', 'app.money', 'app.offers'] as const) {
      await app.press(screen);
      expect(money(app)).toContain('not watching');
    }
    const sent = await sentDuring(app, () => app.advance(120_000));
    expect(sent[list] ?? 0).toBe(0);
    await app.resize(30, 10);
    expect(app.text()).toContain('not watching');
    expect(app.text()).not.toContain('still watching');
  });
});

describe('C059 a slow read', () => {
  it('begun before a destruction does not bring the row back', async () => {
    const world = testWorld();
    const { fetch } = world.sandbox;
    let holds = false;
    const held: (() => void)[] = [];
    // The service has answered, and the answer is long on its way: the first tells of what was. So is the next one.
    world.sandbox.fetch = async (request) => {
      const answer = await fetch(request);
      if (holds && request.method === 'GET' && new URL(request.url).pathname === list)
        await new Promise<void>((resolve) => held.push(resolve));
      return answer;
    };
    const app = await openDeck({ in: world });
    const id = await rent(app, { Label: 'train-b' });
    await app.skip(200);
    await app.go('instances');
    await app.advance(3_000);
    const shown = () => app.frame().some((line) => /^[▌ ]+.*train-b/.test(line) && /running/.test(line));
    expect(shown()).toBe(true);
    holds = true;
    await app.press('app.refresh');
    expect(held).toHaveLength(1);
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('train-b');
    await app.press('dialog.press');
    const isDestroyed = async () =>
      (await app.requests()).some(
        ({ method, path, status }) => method === 'DELETE' && path.includes(String(id)) && status === 200,
      );
    for (let second = 0; second < 9 && !(await isDestroyed()); second += 1) await app.advance(1_000);
    expect(await isDestroyed()).toBe(true);
    expect(shown()).toBe(false);
    held[0]?.();
    await app.advance(100);
    expect(shown()).toBe(false);
    holds = false;
    for (const letGo of held) letGo();
    await app.advance(2_000);
    expect(shown()).toBe(false);
  });
});

describe('C060 several views of one thing', () => {
  it('make it once, never two at a time, about one per interval', async () => {
    const world = testWorld();
    const open = new Map<string, number>();
    let most = 0;
    const { fetch } = world.sandbox;
    world.sandbox.fetch = async (request) => {
      const path = `${request.method} ${new URL(request.url).pathname}`;
      open.set(path, (open.get(path) ?? 0) + 1);
      if (path === `GET ${list}`) most = Math.max(most, open.get(path) ?? 0);
      try {
        return await fetch(request);
      } finally {
        open.set(path, (open.get(path) ?? 0) - 1);
      }
    };
    const app = await openDeck({ in: world });
    await app.go('instances');
    await fail(app, { kind: 'delay', delay_ms: 15_000, path: list });
    const sent = await sentDuring(app, async () => {
      for (let turn = 0; turn < 14; turn += 1) {
        await app.advance(9_000);
        await app.press('app.refresh');
      }
    });
    expect(most).toBe(1);
    // One that is given up after nine seconds, and the one in its place, which is waited for.
    expect(sent[list]).toBeLessThanOrEqual((2 * 126) / (9 + 15) + 1);
    expect(sent[list]).toBeGreaterThanOrEqual(3);
  });

  it('share each read of the account, whatever the chance of the jitter', async () => {
    const world = testWorld();
    let seed = 1;
    world.services.random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const app = await openDeck({ in: world });
    await app.go('instances');
    const sent = await sentDuring(app, () => app.advance(200_000));
    expect(sent[list]).toBeGreaterThanOrEqual(8);
    expect(sent[list]).toBeLessThanOrEqual(11);
    expect(sent[`${api}/users/current/`]).toBeLessThanOrEqual(4);
  });
});

describe('C061 a refusal that lasts', () => {
  it.each([
    [
      '401',
      { kind: 'status', status: 401, body: { success: false, error: 'auth_error', msg: 'Invalid user key' } },
    ],
    [
      '404',
      { kind: 'status', status: 404, body: { success: false, error: 'auth_error', msg: 'Invalid user key' } },
    ],
  ])(
    'a key revoked while it runs (%s): one failing call of each kind, then none, until there is another',
    async (_, fault) => {
      const app = await openDeck();
      await app.advance(5_000);
      await fail(app, { path: `${api}/*`, ...fault });
      const sent = await sentDuring(app, () => app.advance(300_000));
      for (const [path, count] of Object.entries(sent)) expect(count, path).toBe(1);
      expect(app.text()).toContain('› Sign in');
      await heal(app);
      await app.fill({ 'API key': app.sandbox.apiKey });
      await app.press('form.submit');
      await app.advance(3_000);
      await app.press('form.press');
      await app.advance(1_000);
      expect(app.text()).toContain('[1 Offers]');
      const after = await sentDuring(app, () => app.advance(60_000));
      expect(after[list]).toBeGreaterThanOrEqual(2);
      expect(money(app)).toContain('live');
    },
  );
});

describe('C062 outside a browser', () => {
  it('reads by the clock alone, and once when the machine wakes from a long pause', async () => {
    expect('document' in globalThis).toBe(false);
    const app = await openDeck();
    const timed = await sentDuring(app, () => app.advance(65_000));
    expect(timed[list]).toBeGreaterThanOrEqual(3);
    await app.press('list.down');
    await app.advance(2_000);
    const woken = await sentDuring(app, () => app.skip(7200).then(() => undefined));
    const all = { [list]: 1, [`${api}/users/current/`]: 1, [bundles]: 1, [`${api}/volumes/`]: 1 };
    expect(woken).toEqual(all);
    // What is not due yet is read too: nobody knows how long the machine was away.
    expect(await sentDuring(app, () => app.skip(40).then(() => undefined))).toEqual(all);
  });
});

describe('C063 a connection that is cut for 40 s', () => {
  it('keeps the rows, dimmed, with their age, and comes back by itself', async () => {
    const app = await openDeck({ world: { world: 'busy' }, rows: 50 });
    await app.go('instances');
    const rows = app.frame().filter((line) => line.includes('running'));
    expect(rows.length).toBeGreaterThan(0);
    await fail(app, { kind: 'drop', path: `${api}/*` });
    await app.advance(40_000);
    expect(app.frame().filter((line) => line.includes('running')).length).toBe(rows.length);
    expect(app.text()).toMatch(/▲ .*[Rr]ows \d+s old/);
    expect(money(app)).toMatch(/offline, /);
    await app.press('instance.destroy');
    expect(app.prose()).toMatch(/What stands here is \d+s old: reading it again has failed since\./);
    await app.press('dialog.cancel');
    await heal(app);
    await app.advance(62_000);
    expect(app.text()).not.toMatch(/▲ .*[Rr]ows/);
    // A long line leaves the word out and keeps the age.
    expect(money(app)).toMatch(/ <?\d+[sm] ago$/);
    expect(money(app)).not.toMatch(/offline|STALE|retry/);
  });
});

describe('ux row 31, a pace that the person set', () => {
  const paced = (refresh: number) => {
    const world = testWorld();
    world.services.refresh = refresh;
    return openDeck({ in: world });
  };

  it('reads the instances as often as asked, and the credit in step with them', async () => {
    const [usual, slow] = [await openDeck(), await paced(60)];
    const often = await sentDuring(usual, () => usual.advance(130_000));
    const rarely = await sentDuring(slow, () => slow.advance(130_000));
    expect(often[list]).toBeGreaterThanOrEqual(2 * (rarely[list] ?? 0));
    expect(rarely[list]).toBeGreaterThanOrEqual(2);
  });

  it('0: nothing is read by itself, r reads', async () => {
    const app = await paced(0);
    expect(await sentDuring(app, () => app.advance(130_000))).toEqual({});
    const asked = await sentDuring(app, () => app.press('app.refresh'));
    expect(Object.keys(asked).length).toBeGreaterThan(0);
  });
});
