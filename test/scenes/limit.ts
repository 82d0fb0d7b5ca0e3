import { runningInstance } from '../support/running.ts';
import type { Scene, Scenes } from './scene.ts';

/** What a person sees who sets a limit, and of one that stands. */
const limits: Readonly<Record<string, Scene['steps']>> = {
  'limit-empty': (app) => app.press('instance.limit'),
  'limit-service': async (app) => {
    await app.press('instance.limit');
    await app.type('in 3h');
    await app.press('limit.set', 'instance.limit', 'limit.kept');
    await app.type('at 18:30');
    await app.advance(2_000);
  },
  'limit-destroy': async (app) => {
    await app.press('instance.limit', 'limit.act');
    await app.type('tomorrow 9:00');
    await app.press('limit.set');
  },
  'limit-marked': async (app) => {
    const { api } = app.world.connect(app.sandbox.apiKey);
    const { offers } = await api.searchOffers({ verified: { eq: true }, limit: 3 });
    const body = { image: 'ubuntu:22.04', label: 'train-b', disk: 20 };
    await api.createInstance(offers.at(-1)?.id as number, body);
    await app.press('app.instances');
    await app.advance(60_000);
    await app.press('list.mark-all', 'instance.limit');
    await app.type('$5');
  },
  'limit-standing': async (app) => {
    await app.press('instance.limit');
    await app.type('$5');
    await app.press('limit.set', 'app.instances');
    await app.advance(5_000);
  },
};

export const limitScenes: Scenes = Object.fromEntries(
  Object.entries(limits).map(([name, steps]) => [
    name,
    {
      options: { route: { screen: 'instances' } },
      steps: async (app) => {
        await runningInstance(app);
        await steps(app);
      },
    } satisfies Scene,
  ]),
);
