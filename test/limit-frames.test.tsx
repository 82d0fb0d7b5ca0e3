import { describe, expect, it } from 'vitest';
import { width } from '../src/cells.ts';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import { runningInstance } from './support/running.ts';

simulatedTime();

const sizes = [
  [80, 24],
  [120, 40],
  [60, 16],
] as const;

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
    const frame = app.frame();
    expect(frame.length).toBeLessThanOrEqual(rows);
    for (const line of frame) expect(width(line), line).toBeLessThanOrEqual(cols);
    await expect(`${frame.join('\n').trimEnd()}\n`).toMatchFileSnapshot(`frames/${name}-${cols}x${rows}.txt`);
  });
});

describe('without Unicode', () => {
  it.each(['limit-service', 'limit-standing'])('%s is drawn in ASCII alone', async (name) => {
    const app = await show(scenes[name] as (typeof scenes)[string], { ascii: true });
    expect(app.frame().filter((line) => /[^\x20-\x7e]/.test(line))).toEqual([]);
    await expect(`${app.text()}\n`).toMatchFileSnapshot(`frames/${name}-ascii-80x24.txt`);
  });
});
