import { creditSeries } from '../../src/engine/money/samples.ts';
import { startOfTime, type TestDeck } from '../support/deck.tsx';
import { baseUrl, testWorld } from '../support/test-services.ts';
import { cutOff, type Scenes } from './scene.ts';

const minute = 60_000;
/** A world with machines and charges, and credit that fell for days, was filled up, and was not looked at for one. */
function livedIn() {
  const world = testWorld({ world: 'busy' });
  const userId = world.sandbox.snapshot().account.id;
  for (let ago = 3 * 24 * 60; ago > 0; ago -= 10) {
    if (ago > 28 * 60 && ago < 50 * 60) continue;
    const spent = (3 * 24 * 60 - ago) / 60;
    const credit = 90 - spent * 0.6 + (ago < 20 * 60 ? 25 : 0);
    world.samples.add(startOfTime - ago * minute, { [creditSeries(baseUrl, userId)]: credit });
  }
  return world;
}

const look = async (app: TestDeck) => {
  await app.press('app.money');
  await app.advance(3_000);
};

export const moneyScenes: Scenes = {
  money: { world: livedIn, steps: look },
  'money-what-if': {
    world: livedIn,
    steps: async (app) => {
      await look(app);
      await app.press('list.mark', 'list.mark', 'money.what-if');
    },
  },
  'money-none': { steps: look },
  'money-asking': {
    steps: async (app) => {
      await app.control('faults', { path: '/api/v0/charges/', kind: 'hang', times: 10 });
      await app.press('app.money');
    },
  },
  'money-not-given': {
    world: livedIn,
    steps: async (app) => {
      await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 404, times: 100 });
      await look(app);
    },
  },
  'money-stale': {
    world: livedIn,
    steps: async (app) => {
      await look(app);
      await cutOff(app);
    },
  },
};
