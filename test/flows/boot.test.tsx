import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

describe('watching a boot', () => {
  it.each(['exited', 'unknown', 'offline'])(
    'C014 ends within one poll when it is %s, and says what that costs',
    async (status) => {
      const app = await openDeck();
      const id = await rent(app, { Label: 'lost' });
      await app.control(`instances/${id}`, { actual_status: status });
      await app.advance(11_000);
      expect(app.prose()).toContain(status);
      expect(app.prose()).toMatch(/won't start/);
      expect(app.prose()).toMatch(/Disk still billed/);
      expect(app.prose()).toMatch(/Destroy the instance and rent another/);
      await app.go('instances');
      expect(app.prose()).toContain('1 needs you');
      expect(app.prose()).toMatch(/lost .*won't start\. Disk: \$0\.\d\d\/day/);
    },
  );

  it('C014 shows a word that it does not know as it came', async () => {
    const app = await openDeck();
    const id = await rent(app);
    await app.control(`instances/${id}`, { actual_status: 'foo' });
    await app.advance(11_000);
    expect(app.text()).toContain('foo');
    expect(app.text()).not.toContain('◐ loading');
  });

  it('C004 keeps the new id in sight while its status cannot be read', async () => {
    const app = await openDeck();
    await app.control('faults', {
      method: 'GET',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 500,
      times: 500,
    });
    // The helper reads the id off the screen as the answer comes.
    const id = await rent(app);
    expect(app.prose()).toContain(`Instance ${id} was created`);
    await app.advance(60_000);
    expect(app.prose()).toMatch(
      new RegExp(`Instance ${id} was created; its status is unknown\\. It may be billed`),
    );
    expect(app.world.watches.list()).toMatchObject([{ id }]);

    const again = await openDeck({ in: app.world, route: { screen: 'instances' } });
    expect(again.text()).toContain(String(id));
    await again.control('faults', undefined, 'DELETE');
    await again.advance(70_000);
    expect(again.text()).toContain(String(id));
  });

  it('C004 shows the new id while the keyring still takes its time with the key of the instance', async () => {
    const app = await openDeck();
    const { instanceKeys } = app.world.services;
    app.world.services.instanceKeys = (session) => ({
      ...instanceKeys(session),
      keep: () => new Promise(() => {}),
    });
    const id = await rent(app);
    expect(app.text()).toContain(`Instances › ${id}`);
  });

  it('C015 takes an empty record for not ready after a rent, and for gone after a destruction', async () => {
    const app = await openDeck();
    await app.control('faults', {
      method: 'GET',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 200,
      body: { instances: null, instances_found: 0 },
      times: 3,
    });
    const id = await rent(app);
    expect(app.prose()).toMatch(/not ready yet|provisioning/);
    expect(app.prose()).not.toContain('gone');
    await app.skip(15);
    await app.advance(60_000);
    expect(app.prose()).toMatch(/loading|provisioning/);
    await app.world.connect(app.sandbox.apiKey).api.destroyInstance(id);
    await app.advance(25_000);
    expect(app.prose()).toContain(`Instance ${id} was destroyed`);
  });

  it('C016 stops asking for an id that is not there, and leads back', async () => {
    const app = await openDeck({ route: { screen: 'instance', id: 4242 } });
    await app.advance(60_000);
    expect(app.prose()).toContain('Instance 4242 not found');
    expect(app.prose()).toContain('Press Esc to go back, 2 for all instances');
    const asked = async () => (await app.requests()).filter(({ path }) => path.includes('/4242')).length;
    const before = await asked();
    expect(before).toBeGreaterThanOrEqual(3);
    await app.advance(120_000);
    expect(await asked()).toBe(before);
    await app.press('app.instances');
    expect(app.text()).toContain('[2 Instances]');
  });

  it('C017 says that a boot takes long and destroys nothing by itself', async () => {
    const app = await openDeck();
    const id = await rent(app);
    await app.control(`instances/${id}`, { actual_status: 'loading' });
    await app.skip(12 * 60);
    expect(app.text()).toContain('◐ loading');
    expect(app.prose()).toMatch(/12m/);
    expect(app.prose()).toMatch(/1 to 5 min/);
    expect(app.prose()).toContain('Nothing is destroyed unless you say so');
    expect((await app.requests()).some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('C018 tells an interrupted bid from a crash', async () => {
    const app = await openDeck();
    await app.press('offers.bid');
    const id = await rent(app);
    await app.skip(300);
    await app.control(`instances/${id}`, { outbid: true });
    await app.go('instances');
    await app.advance(25_000);
    expect(app.prose()).toContain('interrupted');
    expect(app.prose()).toMatch(/[Oo]utbid/);
    expect(app.prose()).not.toMatch(/crashed/);
  });

  it('blocks ssh with a reason until there is something to connect to', async () => {
    const app = await openDeck();
    await rent(app);
    await app.press('instance.ssh');
    expect(app.prose()).toMatch(/is still provisioning/);
    expect(app.world.ssh).toEqual([]);
  });

  it('C005 lists what may still be charged among the last words', async () => {
    const app = await openDeck();
    const id = await rent(app);
    await app.control(`instances/${id}`, { actual_status: null });
    await app.skip(11 * 60);
    expect(app.lastWords()).toContain(String(id));
    expect(app.lastWords()).toMatch(/still charged \$0\.\d{3}\/h/);
    expect(app.world.watches.list()).toMatchObject([{ id }]);
  });
});
