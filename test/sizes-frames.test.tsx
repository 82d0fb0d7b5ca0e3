import { describe, expect, it } from 'vitest';
import type { ActionId } from '../src/engine/keymap.ts';
import { compareScenes, listStates } from './scenes/lists.ts';
import { openScene, type Scene } from './scenes/scene.ts';
import { openDeck, simulatedTime } from './support/deck.tsx';
import { compareFrames, expectAsciiFrame, expectFrame, sizes } from './support/frames.ts';

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
  const app = await openScene(compareScenes.compare as Scene, {});
  await expectFrame(app, 'compare', [80, 24]);
  await app.resize(60, 16);
  await expectFrame(app, 'compare', [60, 16]);
});

describe('a state of each list', () => compareFrames(listStates, [], [sizes[0]]));
