import type { TestDeck } from '../support/deck.tsx';
import { runningInstance } from '../support/running.ts';
import { scenesOf } from './scene.ts';

const readLog = async (app: TestDeck) => {
  await runningInstance(app);
  await app.skip(600);
  await app.press('instance.logs');
  await app.advance(2_000);
};

export const aroundScenes = scenesOf({
  logs: readLog,
  'logs-search': async (app) => {
    await readLog(app);
    await app.press('logs.search');
    await app.type('step 1');
    await app.press('filter.keep', 'logs.next');
  },
  'copy-menu': async (app) => {
    await runningInstance(app);
    await app.press('instance.copy');
  },
  'recycle-dialog': async (app) => {
    await runningInstance(app);
    await app.press('instance.recycle');
  },
});
