import { describe, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import { expectAsciiFrame, expectFrame, sizes } from './support/frames.ts';
import { runningInstance } from './support/running.ts';

simulatedTime();

/** What a person sees who sets a limit, and of one that stands. */
const scenes: Record<string, (app: TestDeck) => Promise<unknown>> = {
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

async function show(steps: (app: TestDeck) => Promise<unknown>, place: Parameters<typeof openDeck>[0]) {
  const app = await openDeck({ route: { screen: 'instances' }, ...place });
  await runningInstance(app);
  await steps(app);
  return app;
}

describe.each(sizes)('at %ix%i', (cols, rows) => {
  it.each(Object.entries(scenes))('%s looks as it was agreed', async (name, steps) => {
    const app = await show(steps, { cols, rows });
    await expectFrame(app, name, [cols, rows]);
  });
});

describe('without Unicode', () => {
  it.each(['limit-service', 'limit-standing'])('%s is drawn in ASCII alone', async (name) => {
    const app = await show(scenes[name] as (typeof scenes)[string], { ascii: true });
    await expectAsciiFrame(app, name);
  });
});
