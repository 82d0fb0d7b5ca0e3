import { describe, expect, it } from 'vitest';
import { moveActions } from '../../src/engine/keymap.ts';
import { instance } from '../../src/screens/instances/instance.tsx';
import { type ActionId, openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { machines } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

/** The page of a machine that runs, on a service that answers 404 for one that is no more, or null. */
async function onThePage({ says404 = false } = {}): Promise<{ app: TestDeck; id: number; name: string }> {
  const world = testWorld({ world: 'busy' });
  const inner = world.sandbox.fetch;
  world.sandbox.fetch = async (request) => {
    const reply = await inner(request);
    const isOne = request.method === 'GET' && /\/instances\/\d+\/?$/.test(new URL(request.url).pathname);
    if (!says404 || !isOne || !/"instances": ?null/.test(await reply.clone().text())) return reply;
    return Response.json(
      { success: false, error: 'no_such_instance', msg: 'no_such_instance' },
      { status: 404 },
    );
  };
  const app = await openDeck({ in: world, route: { screen: 'instances' } });
  await app.advance(2_000);
  const row = (await machines(app)).find(({ actual_status }) => actual_status === 'running');
  if (row === undefined) throw new Error('nothing runs');
  app.lead({ go: 'push', route: { screen: 'instance', id: row.id } });
  await app.advance(2_000);
  return { app, id: row.id, name: row.label ?? '' };
}

/** Presses every key that acts on the machine, and expects that each says why not, and that none asks or sends. */
async function expectNoKeyToAct(app: TestDeck, why: RegExp): Promise<void> {
  const writes = async () => (await app.requests()).filter(({ method }) => method !== 'GET').length;
  const before = await writes();
  const acts = (instance.actions as readonly ActionId[]).filter(
    (id) => !(moveActions as readonly string[]).includes(id),
  );
  for (const id of acts) {
    const said = app.said().length;
    await app.press(id);
    expect(app.said().slice(said).at(-1), id).toMatch(why);
    expect(app.place().over, id).toBeUndefined();
    expect(app.place().screen, id).toBe('instance');
  }
  expect(acts.length).toBeGreaterThan(15);
  expect(await writes()).toBe(before);
}

describe('the page of a machine that is no more', () => {
  it.each([
    ['null', false],
    ['404', true],
  ])(
    'says so at every key when it was destroyed elsewhere, where the service says %s',
    async (_, says404) => {
      const { app, id } = await onThePage({ says404 });
      void app.world.connect(app.sandbox.apiKey).api.destroyInstance(id);
      await app.advance(62_000);
      expect(app.prose()).toContain(`Instance ${id} was destroyed. Billing ended.`);
      await expectNoKeyToAct(app, new RegExp(`^Instance ${id} is gone\\. Press Esc to go back`));
    },
  );

  it('says so at every key when one comes back to it after having destroyed it here', async () => {
    const { app, id, name } = await onThePage({ says404: true });
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type(name);
    await app.press('dialog.press');
    await app.press('held.send');
    await app.advance(12_000);
    app.lead({ go: 'push', route: { screen: 'instance', id } });
    await app.advance(2_000);
    await expectNoKeyToAct(app, new RegExp(`^Instance ${id} is gone\\. Press Esc to go back`));
  });

  it.each(['has it', 'is not whole'])(
    'is not that of one whose record is null while the list %s',
    async (how) => {
      const { app, id } = await onThePage();
      const path = `/api/v0/instances/${id}/`;
      const none = { kind: 'status', status: 200, body: { instances: null } };
      await app.control('faults', { method: 'GET', path, times: 999, ...none });
      if (how === 'is not whole') {
        const rows = (await machines(app)).filter((row) => row.id !== id);
        const body = { instances_found: rows.length + 1, instances: rows };
        const fault = {
          method: 'GET',
          path: '/api/v0/instances/',
          times: 999,
          kind: 'status',
          status: 200,
          body,
        };
        await app.control('faults', fault);
      }
      await app.press('app.refresh');
      await app.advance(62_000);
      expect(app.text()).not.toContain('nothing of it is charged');
      expect(app.text()).not.toContain('is not ready yet');
      if (how === 'has it') expect(app.text()).toMatch(/(●|\[R\]) running/);
    },
  );

  it('says of an id that never was that there is none', async () => {
    const { app } = await onThePage();
    app.lead({ go: 'push', route: { screen: 'instance', id: 7 } });
    await app.advance(2_000);
    await expectNoKeyToAct(app, /^Instance 7 not found\. Press Esc to go back/);
  });
});

describe('the row under the cursor', () => {
  /** The list, and what is under the cursor as two machines run there; the first of them is destroyed elsewhere. */
  async function whenItWent(move = false) {
    const world = testWorld({ world: 'busy' });
    const app = await openDeck({ in: world, route: { screen: 'instances' } });
    await app.advance(2_000);
    if (move) await app.press('list.down', 'list.up');
    const under = () => app.cursor('instances') as number;
    const was = under();
    await app.world.connect(app.sandbox.apiKey).api.destroyInstance(was);
    // The key comes right after the row has gone.
    for (let tries = 0; tries < 200 && under() === was; tries += 1) await app.advance(250);
    expect(under()).not.toBe(was);
    return { app, was, under };
  }

  it.each([false, true])(
    'that goes takes no key with it, and this is said; moved before: %s',
    async (move) => {
      const { app, under } = await whenItWent(move);
      await app.press('instance.destroy', 'dialog.yes');
      expect(app.place().over).toBeUndefined();
      expect(app.message()?.text).toMatch(/^The cursor is on .* now, no longer on .*\./);
      await app.advance(1_500);
      await app.press('instance.destroy');
      expect(app.dialog()).toContain(String(under()));
    },
  );

  it('that goes is left by a move, which is seen', async () => {
    const { app, under } = await whenItWent();
    await app.press('list.down', 'instance.destroy');
    expect(app.dialog()).toContain(String(under()));
  });
});

describe('a destroy that the service confirms', () => {
  /** Destroys what the page shows; what is in the journal of it a while later. */
  async function destroyed(swallowed: boolean) {
    const { app, id, name } = await onThePage();
    const success = { kind: 'status', status: 200, body: { success: true } };
    if (swallowed)
      await app.control('faults', { method: 'DELETE', path: `/api/v0/instances/${id}/`, ...success });
    await app.press('instance.destroy');
    await app.past300ms();
    await app.type(name);
    await app.press('dialog.press', 'held.send');
    await app.advance(3_000);
    const noted = () => app.world.journal.events().some((event) => event.t === 'gone' && event.id === id);
    return { app, name, noted };
  }

  it('is noted as gone once the list lacks it', async () => {
    expect((await destroyed(false)).noted()).toBe(true);
  });

  it('is said not to have come about while the list has it', async () => {
    const { app, name, noted } = await destroyed(true);
    await app.advance(90_000);
    expect(noted()).toBe(false);
    expect(app.text()).toContain(name);
    expect(app.message()).toMatchObject({
      level: 'error',
      text: expect.stringMatching(new RegExp(`^${name} is still in the list.*may still be billed`)),
    });
  });
});
