import { describe, expect, it } from 'vitest';
import { openLimits } from '../../src/engine/auto-stop/rules.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { runningInstance as running } from '../support/running.ts';

simulatedTime();

const path = '/api/v0/commands/schedule_job/';
const start = { route: { screen: 'instances' } } as const;

/** Opens the dialog, types when, and lets the service keep it. */
async function askService(app: TestDeck, when: string): Promise<void> {
  await app.press('instance.limit');
  await app.type(when);
  await app.press('limit.kept');
}
const jobCalls = async (app: TestDeck) =>
  (await app.requests())
    .filter((request) => request.path.startsWith(path) && request.method !== 'GET')
    .map(({ method, status }) => `${method} ${status}`);
const jobs = (app: TestDeck) => app.sandbox.snapshot().scheduledJobs;
const open = (app: TestDeck) => openLimits(app.world.journal.events());
const ended = (app: TestDeck) =>
  app.world.journal.events().flatMap((event) => (event.t === 'limit-ended' ? [event.why] : []));

describe('a limit that the service keeps', () => {
  it('says at which full hour it acts, and works with the deck closed', async () => {
    const app = await openDeck(start);
    const id = await running(app);
    await askService(app, 'at 18:30');
    expect(app.dialog()).toMatch(/At 19:00, in 6h 59m \(30m later: full hours only\)/);
    expect(app.dialog()).toContain('Works with rigdeck closed');
    await app.press('limit.set');
    await app.advance(3_000);
    expect(await jobCalls(app)).toEqual(['POST 200']);
    expect(open(app)).toMatchObject([
      { id, act: 'stop', kept: 'service', job_id: 901, until: Date.UTC(2026, 10, 27, 19) },
    ]);
    expect(app.prose()).toMatch(/Auto-stop at 19:00, in 6h 5\dm · by the provider/);
    await app.type('\x03');
    expect(app.ended()).toBe(true);

    await app.skip(8 * 3600);
    const again = await openDeck({ in: app.world, ...start });
    await again.advance(5_000);
    expect(again.prose()).toContain('The provider auto-stopped train-a');
    expect(ended(again)).toEqual(['done']);
    const gpu = again.sandbox.control.ledger().charges.filter(({ kind }) => kind === 'gpu');
    expect(gpu.at(-1)?.to).toBe(Date.UTC(2026, 10, 27, 19) / 1000);
  });

  it('destroys it unasked, for which a phrase was typed', async () => {
    const app = await openDeck(start);
    await running(app);
    await askService(app, 'in 2h');
    await app.press('limit.act', 'limit.set');
    expect(app.dialog()).toContain('by the provider');
    await app.past300ms();
    for (const letter of 'train-a') await app.type(letter);
    await app.type('\r');
    await app.advance(3_000);
    expect(jobs(app)).toMatchObject([{ method: 'DELETE', startTime: Date.UTC(2026, 10, 27, 15) }]);
    await app.skip(4 * 3600);
    await app.advance(15_000);
    expect(app.sandbox.control.ledger().instances[0]?.destroyed_at).toBe(Date.UTC(2026, 10, 27, 15) / 1000);
    expect(ended(app)).toEqual(['done']);
  });

  it.each([
    [404, 'The provider has no scheduled jobs'],
    [403, "This key can't set scheduled jobs"],
  ])('cannot be set where the service answers %d, and says so', async (status, words) => {
    const app = await openDeck(start);
    await running(app);
    await app.control('faults', { path: `${path}*`, kind: 'status', status, times: 99 });
    await askService(app, 'in 3h');
    await app.advance(2_000);
    expect(app.dialog()).toContain(words);
    await app.press('limit.set');
    expect(await jobCalls(app)).toEqual([]);
    expect(open(app)).toEqual([]);
    await app.press('limit.kept', 'limit.set');
    expect(open(app)).toMatchObject([{ kept: 'here' }]);
  });

  it('is not said to be none where the jobs of the service cannot be read', async () => {
    const app = await openDeck(start);
    await running(app);
    await app.control('faults', { method: 'GET', path, kind: 'status', status: 500, times: 99 });
    await app.press('instance.limit');
    await app.advance(4_000);
    expect(app.dialog()).toMatch(/Set At the provider: unknown \(HTTP 500\)/);
    await app.press('limit.off');
    expect(app.prose()).toContain('No auto-stop set. At the provider: unknown (HTTP 500)');
  });

  it('is not denied where the answer is lost and the jobs cannot be read after that', async () => {
    const app = await openDeck(start);
    await running(app);
    await askService(app, 'in 3h');
    await app.control('faults', { method: 'POST', path, kind: 'drop-after' });
    await app.control('faults', { method: 'GET', path, kind: 'drop', times: 99 });
    await app.press('limit.set');
    await app.advance(10_000);
    expect(jobs(app)).toHaveLength(1);
    const said = app.said();
    expect(said.filter((text) => text.startsWith('Setting auto-stop of train-a'))).toEqual([
      expect.stringContaining("Couldn't confirm the auto-stop. It may be set at the provider."),
    ]);
  });

  it('takes no budget', async () => {
    const app = await openDeck(start);
    await running(app);
    await askService(app, '$5');
    expect(app.dialog()).toContain("The provider can't enforce a budget");
    await app.press('limit.set');
    expect(await jobCalls(app)).toEqual([]);
  });

  it('is changed in its place, moved to rigdeck, and called off', async () => {
    const app = await openDeck(start);
    await running(app);
    await askService(app, 'at 18:00');
    await app.press('limit.set');
    await app.advance(3_000);
    await askService(app, 'at 20:00');
    expect(app.dialog()).toMatch(/Set Auto-stop at 18:00, in 5h 5\dm · by the provider/);
    await app.press('limit.set');
    await app.advance(3_000);
    expect(await jobCalls(app)).toEqual(['POST 200', 'PUT 200']);
    expect(jobs(app)).toMatchObject([{ id: 901, startTime: Date.UTC(2026, 10, 27, 20) }]);
    expect(open(app)).toMatchObject([{ job_id: 901, until: Date.UTC(2026, 10, 27, 20) }]);

    await app.press('instance.limit');
    await app.type('at 21:30');
    await app.press('limit.set');
    await app.advance(3_000);
    expect(jobs(app)).toEqual([]);
    expect(open(app)).toMatchObject([{ kept: 'here', until: Date.UTC(2026, 10, 27, 21, 30) }]);

    await askService(app, 'at 22:00');
    await app.press('limit.set');
    await app.advance(3_000);
    await app.press('instance.limit', 'limit.off');
    await app.advance(3_000);
    expect(jobs(app)).toEqual([]);
    expect(open(app)).toEqual([]);
    expect(await jobCalls(app)).toEqual(['POST 200', 'PUT 200', 'DELETE 200', 'POST 200', 'DELETE 200']);
  });

  it('shows one that was set elsewhere, and changes it instead of making a second', async () => {
    const app = await openDeck(start);
    const id = await running(app);
    const at = Date.UTC(2026, 10, 27, 17) / 1000;
    await app.world.connect(app.sandbox.apiKey).api.createScheduledJob({
      ...{
        start_time: at,
        end_time: at + 60,
        api_endpoint: `/api/v0/instances/${id}/`,
        request_method: 'PUT',
      },
      ...{ request_body: { state: 'stopped' }, frequency: 'HOURLY', instance_id: id },
      ...{ day_of_the_week: null, hour_of_the_day: null },
    });
    await app.press('instance.limit');
    await app.advance(2_000);
    expect(app.dialog()).toContain('Auto-stop by job 901 of the provider from 17:00, set elsewhere');
    await app.type('at 20:00');
    await app.press('limit.kept', 'limit.set');
    await app.advance(5_000);
    expect(await jobCalls(app)).toEqual(['POST 200', 'POST 422', 'PUT 200']);
    expect(open(app)).toMatchObject([{ kept: 'service', job_id: 901 }]);
    expect(jobs(app)).toMatchObject([{ startTime: Date.UTC(2026, 10, 27, 20) }]);
  });

  it('finds the job whose answer got lost, and sends nothing twice', async () => {
    const app = await openDeck(start);
    await running(app);
    await app.control('faults', { method: 'POST', path, kind: 'drop-after' });
    await askService(app, 'at 20:00');
    await app.press('limit.set');
    await app.advance(5_000);
    expect(await jobCalls(app)).toEqual(['POST 0']);
    expect(open(app)).toMatchObject([{ kept: 'service', job_id: 901 }]);
  });

  it('is not believed when nothing came of it', async () => {
    const app = await openDeck(start);
    await running(app);
    await app.control('faults', { method: 'POST', path, kind: 'status', status: 500 });
    await askService(app, 'at 20:00');
    await app.press('limit.set');
    await app.advance(5_000);
    expect(open(app)).toEqual([]);
    expect(app.prose()).toContain("Couldn't confirm the auto-stop");
  });

  it('is called a failure when the service has not acted a quarter of an hour later', async () => {
    const app = await openDeck(start);
    await running(app);
    await askService(app, 'at 13:00');
    await app.press('limit.set');
    await app.advance(3_000);
    await app.world.connect(app.sandbox.apiKey).api.deleteScheduledJob(901);
    await app.skip(3_600);
    expect(ended(app)).toEqual([]);
    await app.skip(20 * 60);
    await app.advance(15_000);
    expect(app.prose()).toMatch(/The provider didn't auto-stop train-a \(running\)\. To stop it: :stop \d+/);
    expect(ended(app)).toEqual(['failed']);
  });
});

describe('what is easily forgotten', () => {
  it('is said once a day and once two hours before a contract ends, and stands in the row', async () => {
    const app = await openDeck(start);
    const id = await running(app);
    const state = app.sandbox.snapshot();
    const ends = Date.now() / 1000 + 30 * 3600;
    for (const one of state.instances) one.endDate = ends;
    app.sandbox.restore(state);
    await app.go('instances');
    await app.advance(25_000);
    expect(app.prose()).not.toContain('contract ends');
    await app.skip(7 * 3600);
    await app.advance(25_000);
    const said = () => app.said().filter((text) => text.includes('contract ends'));
    expect(said()).toHaveLength(1);
    expect(said()[0]).toMatch(/in 2[23]h \d+m; stops then/);
    expect(app.said('warn')).toContain(said()[0]);
    expect(app.text()).toMatch(/train-a .* running +end 22h/);
    expect(app.prose()).toMatch(/contract ends Sat 18:\d\d, in 22h \d+m/);
    await app.skip(3 * 3600);
    expect(said()).toHaveLength(1);
    await app.skip(18 * 3600);
    await app.advance(25_000);
    expect(said()).toHaveLength(2);
    expect(said()[1]).toMatch(/train-a: contract ends 18:\d\d, in 1h/);
    expect(id).toBeGreaterThan(0);
  });

  it('is said once when a GPU has been at 0 % for three hours', async () => {
    const app = await openDeck(start);
    const id = await running(app);
    const { api } = app.world.connect(app.sandbox.apiKey);
    const { instances } = await api.listInstances();
    const row = { ...instances[0], id, gpu_util: 0 };
    const body = { instances_found: 1, instances: [row] };
    const fault = { method: 'GET', path: '/api/v0/instances/', kind: 'status', status: 200 };
    await app.control('faults', { ...fault, body, times: 9_999 });
    await app.go('instances');
    await app.advance(25_000);
    const said = () => app.said().filter((text) => text.includes('0% GPU'));
    for (let passed = 0; passed < 2.8 * 3600; passed += 511) await app.skip(500);
    expect(said()).toEqual([]);
    for (let passed = 0; passed < 0.4 * 3600; passed += 511) await app.skip(500);
    expect(said()).toHaveLength(1);
    expect(said()[0]).toMatch(/train-a: 3h \d+m at 0% GPU, \$0\.4\d spent\. To stop it: :stop \d+/);
    for (let passed = 0; passed < 3600; passed += 511) await app.skip(500);
    expect(said()).toHaveLength(1);
  });
});
