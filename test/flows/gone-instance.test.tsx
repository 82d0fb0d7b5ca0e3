import { describe, expect, it } from 'vitest';
import type { ActionId } from '../../src/keymap.ts';
import { moveActions } from '../../src/keymap.ts';
import { instance } from '../../src/screens/instance/screen.tsx';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
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
  const row = app.deck.latest.current?.find(({ actual_status }) => actual_status === 'running');
  if (row === undefined) throw new Error('nothing runs');
  app.deck.go({ go: 'push', route: { screen: 'instance', id: row.id } });
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
    const said = app.deck.messages.all.get().length;
    await app.press(id);
    expect(app.deck.messages.all.get().slice(said).at(-1)?.text, id).toMatch(why);
    expect(app.deck.modal.get(), id).toBeUndefined();
    expect(app.deck.nav.get().stack.at(-1)?.screen, id).toBe('instance');
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
      void app.deck.session.get()?.api.destroyInstance(id);
      await app.advance(62_000);
      expect(app.prose()).toContain(`Instance ${id} is gone: it was destroyed. Nothing of it is charged.`);
      await expectNoKeyToAct(app, new RegExp(`^Instance ${id} is gone: Esc goes back`));
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
    app.deck.go({ go: 'push', route: { screen: 'instance', id } });
    await app.advance(2_000);
    await expectNoKeyToAct(app, new RegExp(`^Instance ${id} is gone: Esc goes back`));
  });

  it('says of an id that never was that there is none', async () => {
    const { app } = await onThePage();
    app.deck.go({ go: 'push', route: { screen: 'instance', id: 7 } });
    await app.advance(2_000);
    await expectNoKeyToAct(app, /^There is no instance 7: Esc goes back/);
  });
});
