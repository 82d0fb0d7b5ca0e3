import { describe, expect, it } from 'vitest';
import { openLimits } from '../../src/engine/auto-stop/rules.ts';
import { openDeck, type Route, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { machines } from '../support/rent.ts';
import { runningInstance } from '../support/running.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

type Body = Record<string, unknown>;
const instancesPath = '/api/v0/instances/';

/** A world whose answers to GETs are changed on the way, by path, as long as `changes` says. */
function changedWorld(options: Parameters<typeof testWorld>[0] = {}) {
  const world = testWorld(options);
  const inner = world.sandbox.fetch;
  const changes = new Map<string, (body: Body) => unknown>();
  world.sandbox.fetch = async (request) => {
    const reply = await inner(request);
    const change = request.method === 'GET' ? changes.get(new URL(request.url).pathname) : undefined;
    return change === undefined ? reply : Response.json(change((await reply.json()) as Body));
  };
  return { world, changes };
}

/** Opens a deck over a list of instances that lacks `lacks` of them, by what it is told to count. */
const part = (rows: (all: Body[]) => Body[], found: number) => (body: Body) => ({
  instances_found: found,
  instances: rows(body.instances as Body[]),
});
/** The titles that the window is given. */
function titlesOf(world: ReturnType<typeof testWorld>): string[] {
  const titles: string[] = [];
  Object.assign(world.services.terminal, { title: (text: string) => void titles.push(text) });
  return titles;
}
const rowsOf = (app: TestDeck) => app.frame().filter((line) => /●.*train-a|train-a.*● running/.test(line));
const said = (app: TestDeck) => app.said();
const lists = async (app: TestDeck) =>
  (await app.requests()).filter(({ method, path }) => method === 'GET' && path === instancesPath).length;
const writes = async (app: TestDeck) =>
  (await app.requests())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);

describe('the SSH keys to attach and detach', () => {
  const keyPath = /ssh\/$/;
  const key = { id: 301, public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAA me@laptop' };
  it.each([
    ['the account', '/api/v0/ssh/', true],
    ['the instance', undefined, false],
  ])('say what is missing from those of %s', async (_, path, isOnly) => {
    const { world } = changedWorld({ world: 'busy' });
    const inner = world.sandbox.fetch;
    world.sandbox.fetch = async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method !== 'GET' || !keyPath.test(pathname)) return inner(request);
      const isLacking = path === undefined ? pathname !== '/api/v0/ssh/' : pathname === path;
      return Response.json({ success: true, ssh_keys: isLacking ? [key, null] : [key] });
    };
    const app = await openDeck({ in: world, cols: 80, rows: 24 });
    await app.press('app.instances', 'instance.attach-key');
    await app.advance(1_000);
    expect(app.prose()).toContain('1 SSH key is missing from the list');
    await app.press('menu.pick');
    expect(app.prose().includes('only SSH key with access')).toBe(isOnly);
  });
});

describe('the methods of two-factor', () => {
  it('are counted with those that are missing, and none is the last then', async () => {
    const { world, changes } = changedWorld();
    changes.set('/api/v0/tfa/status/', (body) => ({
      ...body,
      tfa_enabled: true,
      methods: [{ id: 501, method: 'totp', label: 'phone' }, null],
    }));
    const app = await openDeck({ in: world, cols: 80, rows: 24 });
    await app.press('app.security');
    await app.advance(1_000);
    expect(app.prose()).toContain('1 method is missing from the list');
    await app.press('security.remove');
    expect(app.dialog()).not.toBe('');
    expect(app.dialog()).not.toMatch(/last|turn off/i);
  });
});

describe('a list of instances that lacks some', () => {
  it('makes every sum a minimum, wherever it is shown, and says how many it lacks', async () => {
    const { world, changes } = changedWorld({ world: 'busy' });
    const titles = titlesOf(world);
    const app = await openDeck({ in: world, cols: 120, rows: 40, route: { screen: 'instances' } });
    await app.advance(2_000);
    expect(app.text()).not.toMatch(/missing|≥ \$/);
    const shown = (await machines(app)).length;
    changes.set(
      instancesPath,
      part((all) => all.slice(1), shown + 2),
    );
    await app.press('app.refresh');
    await app.advance(3_000);
    const money = app.frame()[1] ?? '';
    expect(money).toMatch(/≥ \$\d.*burn/);
    expect(money).toMatch(/≤ .*runway/);
    expect(app.prose()).toContain('3 instances are missing from the list');
    expect(app.prose()).toContain('· 3 missing');
    expect(said(app).filter((text) => text.includes('3 instances are missing'))).toHaveLength(1);
    expect(titles.at(-1)).toMatch(/3 missing, at least \$/);
    expect(app.lastWords()).toMatch(/at least \$[\s\S]*3 instances are missing/);
    await app.press('app.money');
    expect(app.prose()).toMatch(new RegExp(`${shown - 1} of ${shown + 2} instances · ≥ \\$`));
    expect(app.prose()).toMatch(/spent ≥ \$/);
    changes.delete(instancesPath);
    await app.press('app.refresh');
    await app.advance(3_000);
    expect(app.text()).not.toMatch(/missing|burn.*≥/);
  });

  it.each<Route>([{ screen: 'instances' }, { screen: 'money' }])(
    'and shows none is not one without instances: %j',
    async (route) => {
      const { world, changes } = changedWorld();
      const titles = titlesOf(world);
      changes.set(instancesPath, () => ({ instances: [{ id: 'i-9100139', dph_total: 1 }, null] }));
      const app = await openDeck({ in: world, route });
      await app.advance(2_000);
      expect(app.prose()).toContain('2 instances are missing');
      expect(app.prose()).not.toMatch(/nothing is rented|nothing costs|nothing is being spent|no end/i);
      expect(titles.at(-1)).not.toMatch(/nothing runs/);
      expect(app.lastWords()).not.toMatch(/nothing is rented|nothing costs/);
      expect(app.lastWords()).toContain('2 instances are missing');
    },
  );

  it('is whole, and whose volumes cannot be read, has sums that are minimums, and none is no comfort', async () => {
    const world = testWorld();
    const inner = world.sandbox.fetch;
    world.sandbox.fetch = async (request) =>
      new URL(request.url).pathname === '/api/v0/volumes/'
        ? new Response('busy', { status: 503 })
        : inner(request);
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    await app.advance(60_000);
    expect(app.prose()).not.toMatch(/nothing is rented|nothing costs|nothing is being spent|no end/i);
    expect(app.prose()).toMatch(/read the volumes/);
    expect(app.lastWords()).not.toMatch(/nothing is rented|nothing costs/);
    await runningInstance(app);
    await app.advance(5_000);
    expect(app.frame()[1]).toMatch(/≥ \$\d.*burn/);
    expect(app.frame()[1]).toMatch(/≤ .*runway/);
    await app.press('app.money');
    expect(app.frame()[1]).toMatch(/≥ \$\d.*burn/);
  });

  it('counts an id that is sent twice once, and no row of it stays', async () => {
    const { world, changes } = changedWorld();
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    await runningInstance(app);
    const burn = /\$\S+\/h burn/.exec(app.frame()[1] ?? '')?.[0];
    changes.set(
      instancesPath,
      part((all) => [...all, ...all], 1),
    );
    app.lead({ go: 'back' });
    await app.advance(12_000);
    expect(/\$\S+\/h burn/.exec(app.frame()[1] ?? '')?.[0]).toBe(burn);
    expect(app.prose()).toContain('1 instance ·');
    expect(rowsOf(app)).toHaveLength(1);
    changes.delete(instancesPath);
    await app.advance(31_000);
    expect(rowsOf(app)).toHaveLength(1);
  });
});

describe('what is not known to be gone', () => {
  it('is destroyed as was confirmed, though the list lacks it by then', async () => {
    const { world, changes } = changedWorld();
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    const id = await runningInstance(app);
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('train-a');
    await app.press('dialog.press');
    changes.set(
      instancesPath,
      part(() => [], 1),
    );
    await app.press('app.refresh');
    await app.advance(8_000);
    expect((await writes(app)).at(-1)).toBe(`DELETE ${instancesPath}${id}/`);
  });

  it('is not said to be gone after all by a list that lacks it', async () => {
    const { world, changes } = changedWorld();
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    const id = await runningInstance(app);
    await app.control('faults', { method: 'DELETE', kind: 'drop', path: `${instancesPath}${id}/` });
    changes.set(
      instancesPath,
      part(() => [], 1),
    );
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('train-a');
    await app.press('dialog.press', 'held.send');
    await app.advance(70_000);
    expect(said(app).join(' ')).not.toMatch(/Confirmed|no longer in the list/);
  });

  it('keeps its limit, and is stopped by it', async () => {
    const { world, changes } = changedWorld();
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    const id = await runningInstance(app);
    await app.press('instance.limit');
    await app.type('in 2 min');
    await app.press('limit.set');
    changes.set(
      instancesPath,
      part(() => [], 1),
    );
    changes.set(`${instancesPath}${id}/`, () => ({ instances: null }));
    await app.press('app.refresh');
    await app.advance(60_000);
    expect(openLimits(app.world.journal.events())).toMatchObject([{ id }]);
    await app.advance(80_000);
    expect((await writes(app)).at(-1)).toBe(`PUT ${instancesPath}${id}/`);
  });

  it('has what became of it told, though the list lacked it in between', async () => {
    const { world, changes } = changedWorld();
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    const id = await runningInstance(app);
    changes.set(
      instancesPath,
      part(() => [], 1),
    );
    await app.press('app.refresh');
    await app.advance(3_000);
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    changes.delete(instancesPath);
    await app.press('app.refresh');
    await app.advance(3_000);
    expect(said(app).join(' ')).toContain('train-a crashed');
  });

  it('is shown as the list has it where a read of it alone says null', async () => {
    const { world, changes } = changedWorld();
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    const id = await runningInstance(app);
    changes.set(`${instancesPath}${id}/`, () => ({ instances: null }));
    await app.press('app.refresh');
    await app.advance(15_000);
    expect(app.prose()).not.toContain('is gone');
    expect(app.text()).toContain('● running');
    changes.set(
      instancesPath,
      part(() => [], 1),
    );
    await app.press('app.refresh');
    await app.advance(40_000);
    expect(app.prose()).not.toContain('is gone');
  });
});

describe('an empty list right after one that was not', () => {
  it('is asked for again, and believed when it comes twice', async () => {
    const { world, changes } = changedWorld();
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    await runningInstance(app);
    app.lead({ go: 'back' });
    const before = await lists(app);
    let empty = 1;
    changes.set(instancesPath, (body) => (empty-- > 0 ? { instances_found: 0, instances: [] } : body));
    await app.press('app.refresh');
    await app.advance(3_000);
    expect(app.text()).toContain('train-a');
    expect((await lists(app)) - before).toBe(2);
    empty = 9;
    await app.press('app.refresh');
    await app.advance(3_000);
    expect(app.text()).toContain('No instances');
  });
});

describe('lists that lack rows', () => {
  it.each<[Route, string, unknown, RegExp]>([
    [{ screen: 'volumes' }, '/api/v0/volumes/', { volumes: [null] }, /no volume/],
    [{ screen: 'keys' }, '/api/v0/auth/apikeys/', { apikeys: [{ id: 1.5 }] }, /lists no keys/],
    [{ screen: 'ssh-keys' }, '/api/v0/ssh/', { ssh_keys: [{}] }, /no SSH keys/],
    [{ screen: 'groups' }, '/api/v0/endptjobs/', { results: [{}] }, /no endpoint groups/],
  ])('are not shown as empty: %j', async (route, path, body, none) => {
    const { world, changes } = changedWorld();
    changes.set(path, () => body);
    const app = await openDeck({ in: world, route });
    await app.advance(6_000);
    expect(app.prose()).toMatch(/1 .*missing from the list/);
    expect(app.prose()).not.toMatch(none);
  });
});
