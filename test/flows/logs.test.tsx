import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { runningInstance } from '../support/running.ts';

simulatedTime();

async function openLog(options: Parameters<typeof openDeck>[0] = {}): Promise<{ app: TestDeck; id: number }> {
  const app = await openDeck(options);
  const id = await runningInstance(app);
  await app.skip(600);
  await app.press('instance.logs');
  await app.advance(2_000);
  return { app, id };
}
const lastStep = (app: TestDeck): number =>
  Math.max(...[...app.text().matchAll(/step (\d+)/g)].map(([, step]) => Number(step)));

describe('the log of an instance', () => {
  it('is shown from its end, and follows what is written', async () => {
    const { app, id } = await openLog();
    expect(app.text()).toContain(`${id} train-a › log of ${id}`);
    expect(app.text()).toMatch(/log of the container · \d+ lines · following/);
    const before = lastStep(app);
    await app.advance(40_000);
    expect(lastStep(app)).toBeGreaterThan(before + 1);
    await app.press('list.top');
    expect(app.text()).toContain('Pulling from');
    expect(app.text()).toMatch(/1 to \d+ of \d+/);
    await app.press('logs.end');
    expect(app.text()).toContain('following');
  });

  it('is searched: the lines follow each letter, n and N go on, Esc clears before it leads back', async () => {
    const { app } = await openLog();
    await app.press('list.top', 'logs.search');
    await app.type('LOSS');
    expect(app.text()).toContain('not found');
    await app.type('\x15');
    await app.type('step 1');
    expect(app.text()).toMatch(/1 of \d+/);
    await app.press('filter.keep', 'logs.next', 'logs.next');
    expect(app.text()).toMatch(/\/step 1 {2}3 of \d+/);
    await app.press('logs.previous');
    expect(app.text()).toMatch(/2 of \d+/);
    await app.press('app.escape');
    expect(app.text()).not.toContain('/step 1');
    expect(app.text()).toContain('log of the container');
    await app.press('app.escape');
    expect(app.text()).toContain('History');
  });

  it('C097 letters that are typed into the search are no commands', async () => {
    const { app } = await openLog();
    await app.press('logs.search');
    await app.type('wdn/qG');
    expect(app.text()).toContain('/wdn/qG');
    expect(app.world.saved.size).toBe(0);
  });

  it('is saved to a new file', async () => {
    const { app, id } = await openLog();
    await app.press('logs.save');
    await app.press('prompt.keep');
    expect(app.prose()).toMatch(new RegExp(`Saved \\d+ lines to ~/rigdeck-${id}.log`));
    expect(app.world.saved.get(`~/rigdeck-${id}.log`)).toMatch(/Pulling from[\s\S]*step \d+ loss/);
  });

  it('has another of what runs the container', async () => {
    const { app } = await openLog();
    await app.press('logs.daemon');
    await app.advance(4_000);
    expect(app.text()).toContain('log of what runs it');
    await app.press('list.top');
    expect(app.text()).toContain('contract');
  });

  it('keeps its lines while the service does not answer, and says how old they are', async () => {
    const { app } = await openLog();
    await app.control('faults', { path: '/api/v0/instances/request_logs/*', kind: 'drop', times: 60 });
    await app.advance(90_000);
    expect(app.text()).toMatch(/step \d+ loss/);
    expect(app.text()).toMatch(/▲ .*Lines/);
  });

  it('that a service does not have is said calmly', async () => {
    const app = await openDeck();
    await runningInstance(app);
    await app.control('faults', {
      path: '/api/v0/instances/request_logs/*',
      kind: 'status',
      status: 404,
      body: { success: false, error: 'not_found', msg: 'no such path' },
      times: 9,
    });
    await app.press('instance.logs');
    await app.advance(2_000);
    expect(app.prose()).toContain('does not offer this');
    await app.press('app.escape');
    expect(app.text()).toContain('History');
  });

  it.each([
    [60, 16],
    [120, 40],
  ])('fits %i x %i, and long lines are read sideways', async (cols, rows) => {
    const { app } = await openLog({ cols, rows });
    await app.press('logs.right');
    expect(app.text()).toContain('column 21');
    await app.press('logs.left', 'logs.left');
    expect(app.text()).not.toContain('column');
  });
});
