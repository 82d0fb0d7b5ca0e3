import type { TestDeck } from '../support/deck.tsx';
import { testWorld } from '../support/test-services.ts';
import type { Scenes } from './scene.ts';

function notGiven() {
  const world = testWorld();
  world.sandbox.control.addFault({ path: '/api/v0/volumes/', kind: 'status', status: 404, times: 99 });
  return world;
}

async function volumes(app: TestDeck) {
  await app.press('app.palette');
  for (const letter of 'volumes: where') await app.type(letter);
  await app.press('menu.pick');
}

async function templates(app: TestDeck) {
  await app.press('offer.rent');
  await app.advance(4_000);
  await app.press('form.template');
}

export const volumeScenes: Scenes = {
  volumes: { steps: volumes },
  'volumes-not-given': { world: notGiven, steps: volumes },
  templates: { steps: templates },
  'template-merge': {
    steps: async (app) => {
      await templates(app);
      for (const letter of 'pytorch') await app.type(letter);
      await app.press('menu.pick');
    },
  },
};
