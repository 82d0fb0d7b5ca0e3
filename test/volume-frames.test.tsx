import { describe, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import { expectAsciiFrame, expectFrame, sizes } from './support/frames.ts';
import { testWorld } from './support/test-services.ts';

simulatedTime();

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

const scenes: Record<string, (app: TestDeck) => Promise<unknown>> = {
  volumes,
  'volumes-not-given': volumes,
  templates,
  'template-merge': async (app) => {
    await templates(app);
    for (const letter of 'pytorch') await app.type(letter);
    await app.press('menu.pick');
  },
};

describe.each(sizes)('at %ix%i', (cols, rows) => {
  it.each(Object.entries(scenes))('%s looks as it was agreed', async (name, steps) => {
    const world = testWorld();
    if (name === 'volumes-not-given') {
      const fault = { path: '/api/v0/volumes/', kind: 'status', status: 404, times: 99 };
      world.sandbox.control.addFault(fault);
    }
    const app = await openDeck({ in: world, cols, rows });
    await steps(app);
    await expectFrame(app, name, [cols, rows]);
  });
});

it('is drawn in ASCII alone where there is no Unicode', async () => {
  const app = await openDeck({ ascii: true });
  await volumes(app);
  await expectAsciiFrame(app, 'volumes');
});
