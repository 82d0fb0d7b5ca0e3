import { describe, expect, it } from 'vitest';
import type { ActionId } from '../src/engine/keymap.ts';
import { openDeck, simulatedTime } from './support/deck.tsx';
import { expectAsciiFrame, expectFrame } from './support/frames.ts';
import { baseUrl, testWorld } from './support/test-services.ts';

simulatedTime();

const busy = { world: { world: 'busy' } } as const;
const places: readonly [name: string, ...keys: ActionId[]][] = [
  ['offers'],
  ['instances', 'app.instances'],
  ['groups', 'app.groups'],
  ['copy', 'app.copy'],
  ['security', 'app.security'],
  ['money', 'app.money'],
];

describe('every place', () => {
  it('uses the room of 200x50, and gives way to the digest on 38x9 and comes back', async () => {
    const app = await openDeck({ ...busy, cols: 200, rows: 50 });
    for (const [name, ...keys] of places) {
      await app.press(...keys);
      await app.advance(3_000);
      await expectFrame(app, name, [200, 50]);
      const [head] = app.frame();
      await app.resize(38, 9);
      expect(app.text()).toContain('needs 60x16, has 38x9');
      expect(app.text()).toContain('q quit  still watching');
      await app.resize(200, 50);
      expect(app.frame()[0]).toBe(head);
    }
  });

  it.each<[string, ActionId[]]>([
    ['copy', ['app.copy']],
    ['rent', ['offer.rent']],
    ['search', ['offers.search']],
    ['destroy-dialog', ['app.instances', 'instance.destroy']],
  ])('%s is drawn in ASCII alone where there is no Unicode', async (name, keys) => {
    const app = await openDeck({ ...busy, ascii: true });
    await app.press(...keys);
    await expectAsciiFrame(app, name);
  });
});

it('puts what decides first where offers stand side by side, in the words of the list', async () => {
  const app = await openDeck();
  await app.press('list.mark', 'list.mark', 'list.mark', 'offers.compare');
  await expectFrame(app, 'compare', [80, 24]);
  await app.resize(60, 16);
  await expectFrame(app, 'compare', [60, 16]);
});

it('lists the saved searches, and says below what the one under the cursor asks for', async () => {
  const app = await openDeck();
  const save = async (name: string) => {
    await app.press('search.save');
    await app.past300ms();
    await app.type(`${name}\r`);
  };
  await app.press('offers.search');
  await save('any one');
  await app.fill({ GPU: 'RTX 4090', And: 'reliability>=0.99 inet_down>500' });
  await save('cheap 4090');
  await app.press('search.run', 'offers.saved', 'list.down', 'searches.watch');
  await app.advance(20_000);
  await expectFrame(app, 'searches', [80, 24]);
});

describe('a state of each list', () => {
  const refused = { kind: 'status', status: 500, times: 1000, body: { success: false, msg: 'out of order' } };
  const states: readonly [name: string, fault: object, path: string, ...keys: ActionId[]][] = [
    ['offers-asking', { kind: 'hang', times: 10 }, '/api/v0/bundles/'],
    ['instances-asking', { kind: 'hang', times: 10 }, '/api/v0/instances/', 'app.instances'],
    ['instances-failed', refused, '/api/v0/instances/', 'app.instances'],
    ['security-failed', refused, '/api/v0/tfa/status/', 'app.security'],
    ['security-asking', { kind: 'hang', times: 10 }, '/api/v0/tfa/status/', 'app.security'],
    ['keys-asking', { kind: 'hang', times: 10 }, '/api/v0/auth/apikeys/', 'app.security', 'security.keys'],
    ['keys-failed', refused, '/api/v0/auth/apikeys/', 'app.security', 'security.keys'],
  ];
  it.each(states)('%s is told in its place', async (name, fault, path, ...keys) => {
    const world = testWorld({ world: 'busy' });
    const body = JSON.stringify({ ...fault, path });
    await world.sandbox.fetch(new Request(`${baseUrl}/_sandbox/faults`, { method: 'POST', body }));
    // What is waited for turns by how long the test has taken.
    const app = await openDeck({ in: world, still: true });
    await app.press(...keys);
    await app.advance(1_000);
    await expectFrame(app, name, [80, 24]);
  });

  it.each<[string, ...ActionId[]]>([
    ['instances', 'app.instances'],
    ['offers'],
    ['security', 'app.security'],
    ['keys', 'app.security', 'security.keys'],
  ])('%s-stale keeps its rows, dimmed, with their age', async (name, ...keys) => {
    const app = await openDeck(busy);
    await app.press(...keys);
    await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 1000 });
    await app.press('app.refresh');
    await app.advance(75_000);
    await expectFrame(app, `${name}-stale`, [80, 24]);
  });

  it('instances-long keeps its columns whatever a label, an image or a message is', async () => {
    const app = await openDeck(busy);
    const [row] = app.sandbox.snapshot().instances;
    await app.control(`instances/${row?.id}`, {
      ...{ label: 'a label that somebody went on writing '.repeat(4), actual_status: 'loading' },
      status_msg: 'Pulling layer after layer after layer of the image. '.repeat(40),
    });
    await app.press('app.instances', 'list.bottom', 'app.refresh');
    await expectFrame(app, 'instances-long', [80, 24]);
  });
});
