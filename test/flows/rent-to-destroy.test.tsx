import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';

simulatedTime();

const puts = async (app: TestDeck, part = '/asks/') =>
  (await app.requests()).filter(({ method, path }) => method === 'PUT' && path.includes(part));

describe('the main job', () => {
  it('finds an offer, rents it, watches it boot, connects, stops and destroys it, by keys alone', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'train-a', Disk: '20' });
    expect(app.text()).toContain('provisioning');
    expect(app.world.watches.list()).toMatchObject([{ id }]);
    expect(app.world.instanceKeys.get(id)).toBeTruthy();

    await app.skip(15);
    expect(app.text()).toContain('◐ loading');
    await app.skip(300);
    expect(app.text()).toContain('● running');
    expect(app.text()).toMatch(/ssh -p \d+ root@/);
    expect(app.text()).toMatch(/loading → running/);
    await app.press('instance.ssh');
    expect(app.world.ssh).toMatchObject([{ id }]);

    await app.press('instance.stop');
    expect(app.text()).toMatch(/Disk stays billed at \$/);
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(12_000);
    expect(app.text()).toMatch(/stopped/);

    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('train-a');
    await app.press('dialog.press');
    await app.press('held.send');
    expect(app.text()).toContain('Destroyed train-a');
    await app.go('instances');
    expect(app.text()).toContain('No instances');
    await app.advance(21_000);
    expect(app.world.watches.list()).toEqual([]);
    expect(app.world.instanceKeys.size).toBe(0);
    expect(await puts(app)).toHaveLength(1);
  });

  it('starts a stopped instance again', async () => {
    const app = await openDeck();
    await rent(app);
    await app.skip(300);
    await app.press('instance.stop');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(12_000);
    await app.press('instance.start');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(60_000);
    expect(app.text()).toContain('running');
  });
});

describe('what cannot be undone', () => {
  it('C008 destroys nothing on the key alone, on Enter, or on Esc', async () => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'precious' });
    await app.skip(300);
    const destroyed = async () => (await app.requests()).filter(({ method }) => method === 'DELETE').length;

    await app.press('instance.destroy');
    expect(app.text()).toContain(`${id}  precious`);
    expect(app.text()).toMatch(/Deletes .*permanently/);
    await app.past300ms();
    await app.press('dialog.press');
    expect(app.text()).toContain('Destroy precious?');
    expect(app.prose()).toContain('Type precious or press esc');
    expect(await destroyed()).toBe(0);

    await app.type('prec');
    await app.press('dialog.press');
    expect(app.text()).toContain('Destroy precious?');
    expect(await destroyed()).toBe(0);
    await app.press('dialog.cancel');
    expect(app.text()).not.toContain('Destroy precious?');
    // What is confirmed waits in sight before it goes out: nothing was.
    await app.advance(10_000);
    expect(await destroyed()).toBe(0);
  });

  it('C008 takes no letter for a command after an Enter that came too early', async () => {
    const app = await openDeck();
    await rent(app, { Label: 'quit2' });
    await app.skip(300);
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('\r');
    for (const key of 'quit') await app.type(key);
    await app.type('\r');
    expect(app.text()).toContain('Type quit2 to confirm: quit');
    await app.type('2');
    await app.type('\r');
    await app.press('held.send');
    expect(app.text()).toContain('Destroyed quit2');
  });

  it('C009 lights no button while a phrase is wanted, then the act, and the way back on Tab', async () => {
    const app = await openDeck();
    await rent(app, { Label: 'precious' });
    await app.skip(300);
    const buttons = () =>
      app
        .frame()
        .find((line) => line.includes('Cancel'))
        ?.replace(/.*│\s+(.*?)\s+│.*/, '$1')
        .replace(/ +/g, ' ');
    await app.press('instance.destroy');
    await app.past300ms();
    expect(buttons()).toBe('[ Cancel ] esc Destroy');
    await app.type('\t');
    await app.type('preciou');
    expect(buttons()).toBe('[ Cancel ] esc Destroy');
    await app.type('s');
    expect(buttons()).toBe('Cancel [ Destroy ]');
    await app.type('\t');
    expect(buttons()).toBe('[ Cancel ] Destroy');
    await app.type('\r');
    expect(app.text()).not.toContain('Destroy precious?');
    expect((await app.requests()).filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('C009 does what is lit, whichever way the focus came there', async () => {
    const app = await openDeck();
    await rent(app);
    await app.skip(300);
    const lit = () =>
      /\[ (.*?) \]/.exec(
        app
          .frame()
          .filter((line) => line.includes('[ '))
          .at(-1) ?? '',
      )?.[1];
    const stops = async () => (await puts(app, '/instances/')).length;

    await app.press('instance.stop');
    expect(lit()).toBe('Cancel');
    await app.past300ms();
    await app.type('\r');
    expect(await stops()).toBe(0);
    for (const [keys, label] of [
      ['\t\t', 'Cancel'],
      ['\x1b[C\x1b[D', 'Cancel'],
      ['\t\x1b[D', 'Cancel'],
    ] as const) {
      await app.press('instance.stop');
      await app.past300ms();
      await app.type(keys);
      expect(lit()).toBe(label);
      await app.type('\r');
      expect(await stops()).toBe(0);
    }
    await app.press('instance.stop');
    await app.past300ms();
    await app.type('\x1b[C');
    expect(lit()).toBe('Stop');
    await app.type('\r');
    expect(await stops()).toBe(0);
    await app.press('held.send');
    expect(await stops()).toBe(1);
  });

  it('takes no key that was typed before the dialog stood for a moment', async () => {
    const app = await openDeck();
    await rent(app);
    await app.skip(300);
    await app.type('xy');
    await app.type('y');
    expect(app.text()).toMatch(/Stop \d+\?/);
    expect(await puts(app, '/instances/')).toHaveLength(0);
  });

  it('C006 keeps a row whose destruction failed, and says that it may still be charged', async () => {
    const app = await openDeck();
    await rent(app, { Label: 'stays' });
    await app.control('faults', {
      method: 'DELETE',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 500,
    });
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('stays');
    await app.press('dialog.press', 'held.send');
    expect(app.prose()).toContain('Not confirmed yet: stays is still in the list and billed.');
    await app.go('instances');
    expect(app.text()).toContain('stays');
    expect(app.world.watches.list()).toHaveLength(1);
  });

  it.each([500, 401])('C007 does not take silence for a destruction (reads answer %i)', async (status) => {
    const app = await openDeck();
    const id = await rent(app, { Label: 'silent' });
    await app.control('faults', { method: 'DELETE', kind: 'drop', path: '/api/v0/instances/*', times: 3 });
    const body = { success: false, error: 'auth_error', msg: 'Invalid user key' };
    await app.control('faults', {
      ...{ method: 'GET', kind: 'status', status, path: '/api/v0/*', times: 500 },
      ...(status === 401 ? { body } : {}),
    });
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('silent');
    await app.press('dialog.press', 'held.send');
    const said = () => app.said();
    expect(said().join()).toContain("Couldn't confirm the destroy.");
    expect(said().join()).toContain('Check whether it is gone');
    await app.skip(200);
    // The last list that could be read is from before the rent: that it lacks the machine tells nothing.
    expect(said().join()).not.toMatch(/Destroyed|: silent is gone/);
    await app.control('faults', undefined, 'DELETE');
    if (status === 401) return expect(app.text()).toContain('› Sign in');
    await app.go('instances');
    await app.advance(70_000);
    expect(app.text()).toContain(String(id));
    expect(said().join()).not.toMatch(/Destroyed|: silent is gone/);
  });

  it('C007 is told of a machine that no list has shown yet once it should have been there for a minute', async () => {
    const app = await openDeck();
    await rent(app, { Label: 'brief' });
    await app.control('faults', { method: 'DELETE', kind: 'drop-after', path: '/api/v0/instances/*' });
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type('brief');
    await app.press('dialog.press', 'held.send');
    await app.advance(20_000);
    expect(app.prose()).not.toContain('brief is gone');
    await app.advance(60_000);
    expect(app.prose()).toContain('brief is gone');
  });

  it('C020 explains stop and destroy, and marks what is stopped as still costing', async () => {
    const app = await openDeck();
    await rent(app);
    await app.skip(300);
    await app.press('instance.stop');
    expect(app.dialog()).toMatch(/Ends GPU billing\. Disk stays billed at \$0\.00\d\/h\./);
    expect(app.text()).toContain('destroy instead');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(30_000);
    expect(app.prose()).toContain('Disk still billed');
    await app.go('instances');
    expect(app.frame().find((line) => line.includes('○ '))).toMatch(/0\.00\d/);
  });
});
