import { describe, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import { expectAsciiFrame, expectFrame, sizes } from './support/frames.ts';
import { runningInstance } from './support/running.ts';

simulatedTime();

const readLog = async (app: TestDeck) => {
  await runningInstance(app);
  await app.skip(600);
  await app.press('instance.logs');
  await app.advance(2_000);
};

const scenes: Record<string, (app: TestDeck) => Promise<unknown>> = {
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
};

describe.each(sizes)('at %ix%i', (cols, rows) => {
  it.each(Object.entries(scenes))('%s looks as it was agreed', async (name, steps) => {
    const app = await openDeck({ cols, rows });
    await steps(app);
    await expectFrame(app, name, [cols, rows]);
  });
});

it('the log is drawn in ASCII alone where there is no Unicode', async () => {
  const app = await openDeck({ ascii: true });
  await scenes['logs-search']?.(app);
  await expectAsciiFrame(app, 'logs-search');
});
