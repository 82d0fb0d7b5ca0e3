import { describe, expect, it } from 'vitest';
import { openLimits } from '../../src/engine/auto-stop/rules.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { runningInstance as running } from '../support/running.ts';

simulatedTime();

const minute = 60_000;
const hour = 60 * minute;

async function ask(app: TestDeck, when: string): Promise<void> {
  await app.press('instance.limit');
  expect(app.text()).toMatch(/─ Auto-(stop|destroy) \S/);
  await app.type(when);
}

const writes = async (app: TestDeck, id: number) =>
  (await app.requests())
    .filter(({ method, path }) => method !== 'GET' && path.includes(`/instances/${id}`))
    .map(({ method, status }) => `${method} ${status}`);
const open = (app: TestDeck) => openLimits(app.world.journal.events());
const ended = (app: TestDeck) =>
  app.world.journal.events().flatMap((event) => (event.t === 'limit-ended' ? [event.why] : []));

describe('a limit that rigdeck keeps', () => {
  it('says what it means while it is typed, is shown, warns, and stops once at its time', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 5');
    expect(app.dialog()).toContain('Missing unit');
    await app.press('limit.set');
    expect(app.place().over).toBe('limit');
    await app.type('h');
    expect(app.dialog()).toMatch(/At 17:\d\d, in 5h 0m/);
    expect(app.dialog()).toMatch(/About \$\d+\.\d\d until then/);
    expect(app.dialog()).toContain('Only while rigdeck runs');
    await app.press('limit.set');
    expect(open(app)).toMatchObject([{ id, act: 'stop', kept: 'here' }]);
    expect(app.prose()).toMatch(/Auto-stop at 17:\d\d, in (5h 0m|4h 59m) · only while rigdeck runs/);

    await app.skip(5 * 3600 - 5 * 60 - 60);
    await app.advance(60_000);
    expect(app.prose()).toMatch(/Auto-stop of train-a in \d:\d\d\./);
    expect(await writes(app, id)).toEqual([]);
    await app.advance(5 * minute);
    expect(await writes(app, id)).toEqual(['PUT 200']);
    expect(app.prose()).toContain('Auto-stopped train-a. Disk still billed');
    expect(ended(app)).toEqual(['done']);
    await app.advance(60_000);
    expect(app.text()).toContain('○ stopped');
    expect(await writes(app, id)).toEqual(['PUT 200']);
  });

  it('says that it comes back when the disk does not take that it was called off, in the last words too', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 5h');
    await app.press('limit.set');
    app.world.disk.push({ ok: false, message: 'rents.jsonl cannot be written.' });
    await app.press('instance.limit', 'limit.off');
    const said = app.said();
    expect(said).toContain(
      `Removed auto-stop of train-a for this run only: the next start has the auto-stop of ${id} again. rents.jsonl cannot be written.`,
    );
    expect(said).not.toContain('Removed auto-stop of train-a');
    expect(open(app)).toEqual([]);
    expect(app.lastWords().replace(/\s+/g, ' ')).toContain(
      'Auto-stop removed here, back at the next start: train-a',
    );
  });

  it('wants a phrase typed for a destroy, and destroys unasked when it is due', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 3 min');
    await app.press('limit.act');
    expect(app.dialog()).toContain('[ destroy ]');
    await app.press('limit.set');
    expect(app.dialog()).toMatch(/Deletes its .*disk permanently\. You won't be asked again/);
    await app.past300ms();
    await app.type('\r');
    expect(open(app)).toEqual([]);
    for (const letter of 'train-a') await app.type(letter);
    await app.type('\r');
    expect(open(app)).toMatchObject([{ id, act: 'destroy', kept: 'here' }]);
    await app.advance(3 * minute + 5_000);
    expect(await writes(app, id)).toEqual(['DELETE 200']);
    const { instances } = app.sandbox.control.ledger();
    expect(instances[0]?.destroyed_at).not.toBeNull();
    expect(app.prose()).toContain('Auto-destroyed train-a');
    expect(open(app)).toEqual([]);
  });

  it('stops once a budget is spent, by known prices and by the states that were seen', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    const { charges: before } = app.sandbox.control.ledger();
    await ask(app, '$0.02');
    expect(app.dialog()).toMatch(/When \$0\.02 more is spent \(without traffic\)/);
    expect(app.dialog()).toMatch(/At \$\d\.\d{3}\/h: about/);
    await app.press('limit.set');
    const spent = () => {
      const all = (lines: typeof before) => lines.reduce((sum, { amount }) => sum + amount, 0);
      return all(app.sandbox.control.ledger().charges) - all(before);
    };
    await app.advance(4 * minute);
    expect(app.prose()).toMatch(/Auto-stop at \$0\.02, \$0\.01 spent, in about \d+m/);
    for (let i = 0; i < 6 && open(app).length > 0; i += 1) await app.advance(minute);
    expect(await writes(app, id)).toEqual(['PUT 200']);
    expect(spent()).toBeGreaterThan(0.0195);
    expect(spent()).toBeLessThan(0.0208);
  });

  it('sets no budget where the price is not known', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    const { instances } = app.sandbox.snapshot();
    expect(instances.map((one) => one.id)).toEqual([id]);
    await app.control('faults', {
      method: 'GET',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 200,
      body: { instances_found: 1, instances: [{ id, actual_status: 'running', label: 'train-a' }] },
      times: 500,
    });
    await app.go('instances');
    await app.advance(25_000);
    await ask(app, '$5');
    expect(app.dialog()).toContain("Price unknown, so a budget can't be enforced");
    await app.press('limit.set');
    expect(open(app)).toEqual([]);
  });

  it('is changed by setting it again, stands beside one of the other act, and is called off', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    await running(app);
    await ask(app, 'in 3h');
    await app.press('limit.set');
    await ask(app, 'in 90 min');
    expect(app.dialog()).toMatch(/Set Auto-stop at 15:\d\d/);
    await app.press('limit.set');
    expect(open(app)).toHaveLength(1);
    await ask(app, 'in 6h');
    await app.press('limit.act', 'limit.set');
    await app.past300ms();
    for (const letter of 'train-a') await app.type(letter);
    await app.type('\r');
    expect(open(app).map(({ act }) => act)).toEqual(['stop', 'destroy']);
    await app.press('instance.limit', 'limit.off');
    expect(app.prose()).toContain('Removed auto-stop of train-a');
    expect(open(app).map(({ act }) => act)).toEqual(['destroy']);
    await app.press('limit.off');
    expect(app.prose()).toContain('No auto-stop set');
    await app.press('limit.close');
    expect(app.prose()).toMatch(/Auto-destroy at 18:\d\d/);
  });

  it('opens on the act that stands, which Ctrl+X calls off, and says where the one of the other act is', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    await running(app);
    await ask(app, 'in 5h');
    await app.press('limit.act', 'limit.set');
    await app.past300ms();
    for (const letter of 'train-a') await app.type(letter);
    await app.type('\r');
    await app.press('instance.limit');
    expect(app.dialog()).toContain('[ destroy ]');
    await app.press('limit.act');
    expect(app.dialog()).toContain('[ stop ]');
    await app.press('limit.off');
    expect(app.prose()).toContain('No auto-stop set. Press tab for auto-destroy');
    await app.press('limit.act', 'limit.off');
    expect(open(app)).toEqual([]);
    const said = app.said().at(-1);
    expect(said).toBe('Removed auto-destroy of train-a');
    await app.press('limit.off');
    expect(app.prose()).toContain('No auto-destroy set');
  });

  it('goes with its instance', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 3h');
    await app.press('limit.set');
    await app.world.connect(app.sandbox.apiKey).api.destroyInstance(id);
    await app.advance(60_000);
    expect(open(app)).toEqual([]);
    expect(ended(app)).toEqual(['gone']);
  });

  it('is kept by whichever session came last, and goes by both clocks in each of this run', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 10 min');
    await app.press('limit.set');
    await app.advance(minute);
    // As after a two-factor login: the same account, another session.
    app.signIn();
    await app.advance(minute);
    await app.control('clock', { advance_s: 20 * 60 });
    await app.advance(5 * minute);
    expect(await writes(app, id)).toEqual([]);
    await app.advance(4 * minute);
    expect(await writes(app, id)).toEqual(['PUT 200']);
    expect(ended(app)).toEqual(['done']);
  });

  it('is taken up by a deck that began without an account, and left by one that has ended', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 5 min');
    await app.press('limit.set');
    app.quit();
    await app.finished;
    await app.advance(6 * minute);
    expect(await writes(app, id)).toEqual([]);
    const again = await openDeck({ in: app.world, signedIn: false });
    again.signIn();
    await again.advance(minute);
    expect(await writes(again, id)).toEqual(['PUT 200']);
  });

  it('is taken up again after a restart', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 3 min');
    await app.press('limit.set');
    const again = await openDeck({ in: app.world, route: { screen: 'instances' } });
    expect(again.prose()).toMatch(/Auto-stop at 12:\d\d, in (3m 0s|2m \d+s) · only while rigdeck runs/);
    await again.advance(4 * minute);
    expect(ended(again)).toContain('done');
    expect(new Set(await writes(again, id))).toEqual(new Set(['PUT 200']));
  });

  it('asks about what came due while nobody kept it, and leaves it when that is wanted', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 1h');
    await app.press('limit.set');
    // The machine sleeps over it.
    await app.skip(4 * 3600);
    await app.advance(5_000);
    expect(await writes(app, id)).toEqual([]);
    expect(app.dialog()).toMatch(/Auto-stop was due (2h 59m|3h 0m) ago/);
    await app.past300ms();
    await app.press('dialog.cancel');
    expect(app.said().at(-1)).toContain('Auto-stop of train-a stays set. You will be asked again in 10 min.');
    await app.advance(60_000);
    expect(app.place().over).toBeUndefined();
    expect(await writes(app, id)).toEqual([]);
    expect(app.prose()).toMatch(/Auto-stop was due at/);
    expect(open(app)).toHaveLength(1);
    await app.advance(9 * minute + 2_000);
    expect(app.text()).toContain('Stop train-a now?');
    expect(app.dialog()).toContain('Cancel keeps auto-stop set. You will be asked again in 10 min.');
    expect(await writes(app, id)).toEqual([]);
    // The next run asks again; yes does it.
    const again = await openDeck({ in: app.world, route: { screen: 'instances' } });
    await again.advance(5_000);
    expect(again.dialog()).toContain('while rigdeck was closed or asleep');
    await again.past300ms();
    await again.press('dialog.yes');
    await again.advance(2_000);
    expect(await writes(again, id)).toEqual(['PUT 200']);
  });

  it('does not ask while somebody types', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    await running(app);
    await ask(app, 'in 1h');
    await app.press('limit.set');
    await app.go('offers');
    await app.press('list.filter');
    await app.skip(4 * 3600);
    await app.advance(5_000);
    expect(app.place().over).toBeUndefined();
    await app.press('filter.clear');
    await app.advance(5_000);
    expect(app.dialog()).toContain('while rigdeck was closed or asleep');
  });

  it('writes once and asks when that fails', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    const fault = { method: 'PUT', path: `/api/v0/instances/${id}/`, kind: 'status', status: 503, times: 5 };
    await app.control('faults', fault);
    await app.advance(2 * minute + 20_000);
    expect(await writes(app, id)).toEqual(['PUT 503']);
    expect(app.dialog()).toMatch(/was due \d+s ago\. Couldn't confirm the stop\./);
    expect(app.dialog()).not.toContain('failed');
    expect(open(app)).toHaveLength(1);
    await app.control('faults', undefined, 'DELETE');
    await app.press('dialog.yes');
    await app.advance(5_000);
    expect(await writes(app, id)).toEqual(['PUT 503', 'PUT 200']);
    expect(ended(app)).toEqual(['done']);
  });

  it('asks on in another session about a try that failed: the question of the session before is gone', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    const fault = { method: 'PUT', path: `/api/v0/instances/${id}/`, kind: 'status', status: 503, times: 1 };
    await app.control('faults', fault);
    await app.advance(2 * minute + 20_000);
    expect(app.place().over).toBe('confirm');
    app.signIn();
    await app.idle();
    expect(app.place().over).toBeUndefined();
    await app.advance(minute);
    expect(await writes(app, id)).toEqual(['PUT 503']);
    expect(app.text()).toContain('Stop train-a now?');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(5_000);
    expect(await writes(app, id)).toEqual(['PUT 503', 'PUT 200']);
    expect(ended(app)).toEqual(['done']);
  });

  it('sends nothing again that was out when the session changed: its answer is heard', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    const slow = { method: 'PUT', path: `/api/v0/instances/${id}/`, kind: 'delay', delay_ms: 15_000 };
    await app.control('faults', slow);
    await app.advance(2 * minute + 2_000);
    app.signIn();
    await app.advance(10_000);
    expect(app.place().over).toBeUndefined();
    await app.advance(minute);
    expect(await writes(app, id)).toEqual(['PUT 200']);
    expect(ended(app)).toEqual(['done']);
    expect(app.place().over).toBeUndefined();
  });

  it('asks after a restart, and in another session, about a try that has no answer', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    const hang = { method: 'PUT', path: `/api/v0/instances/${id}/`, kind: 'hang' };
    await app.control('faults', hang);
    await app.advance(2 * minute + 2_000);
    app.signIn();
    await app.advance(2 * minute);
    expect(await writes(app, id)).toEqual(['PUT 0']);
    expect(app.place().over).toBe('confirm');
    app.quit();
    await app.finished;
    const again = await openDeck({ in: app.world, route: { screen: 'instances' } });
    await again.advance(30_000);
    expect(await writes(again, id)).toEqual(['PUT 0']);
    expect(again.place().over).toBe('confirm');
    await again.press('dialog.yes');
    await again.advance(5_000);
    expect(await writes(again, id)).toEqual(['PUT 0', 'PUT 200']);
    expect(ended(again)).toEqual(['done']);
  });

  it('reads on while the service does not answer, and does it once when it does', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    await app.control('faults', { path: '/api/v0/*', kind: 'status', status: 500, times: 9_999 });
    await app.advance(8 * minute);
    expect(await writes(app, id)).toEqual([]);
    expect(app.said().filter((text) => text.startsWith('Auto-stop of train-a is due'))).toEqual([
      "Auto-stop of train-a is due, but the instance list couldn't be read. train-a may still be billed. Trying again every 20s.",
    ]);
    await app.control('faults', undefined, 'DELETE');
    await app.advance(2 * minute);
    expect(await writes(app, id)).toEqual(['PUT 200']);
  });

  it('says that its key is refused when it is due, and keeps the limit', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    await app.advance(minute);
    const refused = {
      kind: 'status',
      status: 401,
      body: { success: false, error: 'auth_error', msg: 'Bad key' },
    };
    await app.control('faults', { path: '/api/v0/*', times: 9_999, ...refused });
    await app.advance(4 * minute);
    expect(await writes(app, id)).toEqual([]);
    expect(app.said().filter((text) => text.includes("instance list couldn't be read"))).toHaveLength(1);
    expect(open(app)).toHaveLength(1);
  });

  it('asks where the service has not answered for hours', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    await app.control('faults', { path: '/api/v0/*', kind: 'status', status: 500, times: 9_999 });
    await app.advance(5 * minute);
    await app.skip(3 * 3600);
    await app.control('faults', undefined, 'DELETE');
    await app.advance(2 * minute);
    expect(await writes(app, id)).toEqual([]);
    expect(app.dialog()).toMatch(
      /was due (2h 59m|3h \dm) ago, but rigdeck couldn't reach the provider in time/,
    );
  });

  it('sends nothing beside what a person sends while the list is read for it', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    await app.advance(minute + 50_000);
    const slow = { method: 'GET', path: '/api/v0/instances/*', kind: 'delay', delay_ms: 8_000, times: 3 };
    await app.control('faults', slow);
    const hang = { method: 'PUT', path: `/api/v0/instances/${id}/`, kind: 'delay', delay_ms: 20_000 };
    await app.control('faults', hang);
    await app.advance(11_000);
    await app.press('instance.stop');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(2 * minute);
    expect(await writes(app, id)).toEqual(['PUT 200']);
    expect(ended(app)).toEqual(['done']);
  });

  it('keeps to the time of the service when the clock of the machine jumps', async () => {
    const skew = { ms: 0 };
    const clock = {
      now: () => Date.now() - skew.ms,
      sleep: async () => {},
    };
    const app = await openDeck({ world: { clock }, route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2h');
    await app.press('limit.set');
    skew.ms = 3 * hour;
    await app.skip(3 * 3600);
    await app.advance(30_000);
    expect(await writes(app, id)).toEqual([]);
    expect(app.place().over).toBeUndefined();
    expect(app.prose()).toMatch(/in 1h 5\dm · only while rigdeck runs/);
  });

  it('erases nothing early because the service’s clock leaps: the time has to pass on our own as well', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 40 min');
    await app.press('limit.act', 'limit.set');
    await app.past300ms();
    for (const letter of 'train-a') await app.type(letter);
    await app.type('\r');
    await app.skip(20 * 60);
    await app.control('clock', { advance_s: 21 * 60 });
    await app.press('app.instances');
    await app.advance(30_000);
    expect(app.now() - Date.now()).toBe(21 * minute);
    expect(await writes(app, id)).toEqual([]);
    expect(app.prose()).toMatch(/Auto-destroy at \d\d:\d\d, in 1[89]m/);
    await app.skip(15 * 60);
    expect(await writes(app, id)).toEqual([]);
    await app.skip(4 * 60);
    await app.advance(30_000);
    expect(await writes(app, id)).toEqual(['DELETE 200']);
  });

  it('spends no budget by a clock that leaps', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, '$0.05');
    await app.press('limit.set');
    await app.control('clock', { advance_s: 6 * 3600 });
    await app.advance(40_000);
    expect(await writes(app, id)).toEqual([]);
    expect(app.prose()).toContain('$0.00 spent');
  });

  it('is asked about after a restart when the two clocks disagree, and done when they agree again', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 1h');
    await app.press('limit.set');
    app.quit();
    await app.finished;
    await app.control('clock', { advance_s: 62 * 60 });
    const again = await openDeck({ in: app.world, route: { screen: 'instances' } });
    await again.advance(5_000);
    expect(await writes(again, id)).toEqual([]);
    expect(again.dialog()).toMatch(/This machine's clock and the provider's differ by 1h 2m/);
    await again.past300ms();
    await again.press('dialog.yes');
    await again.advance(2_000);
    expect(await writes(again, id)).toEqual(['PUT 200']);
  });

  it('cannot be set in read-only mode', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    await running(app);
    const watching = await openDeck({ in: app.world, readOnly: true, route: { screen: 'instances' } });
    await watching.press('instance.limit');
    expect(watching.place().over).toBeUndefined();
    expect(watching.prose()).toContain('read-only mode');
  });

  it('says when it is not on disk', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    await running(app);
    app.world.disk.push({ ok: false, message: 'The disk is full.' });
    await ask(app, 'in 3h');
    await app.press('limit.set');
    expect(app.prose()).toContain('Not saved, lost when rigdeck ends: The disk is full.');
  });
});

describe('two decks on one account', () => {
  it('keep a limit once: the one that rents sends, the other shows it and sets none of its own here', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    const { services } = app.world;
    const journal: typeof app.world.journal = {
      ...app.world.journal,
      claim: async () => ({ ok: false, message: 'Another rigdeck rents' }),
    };
    const world = { ...app.world, services: { ...services, journal: () => journal } };
    const other = await openDeck({ in: world, route: { screen: 'instance', id } });
    await other.advance(3_000);
    await ask(other, 'in 2 min');
    expect(other.dialog()).toContain('Another rigdeck enforces auto-stops on this account');
    await other.press('limit.set', 'limit.close');
    expect(open(other)).toEqual([]);
    await ask(app, 'in 3 min');
    await app.press('limit.set');
    await other.idle();
    expect(other.prose()).toMatch(/Auto-stop at 12:\d\d, in [23]m/);
    await app.advance(4 * minute);
    expect(await writes(app, id)).toEqual(['PUT 200']);
    expect(ended(app)).toEqual(['done']);
    expect(other.said()).not.toContainEqual(expect.stringContaining('Auto-stopped'));
  });

  it('a deck that cannot get the lock back before it sends does not send', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const id = await running(app);
    await ask(app, 'in 2 min');
    await app.press('limit.set');
    app.world.writer.other = 'Another rigdeck rents';
    await app.advance(3 * minute);
    expect(await writes(app, id)).toEqual([]);
  });
});

describe('ux row 19, limits of marked instances', () => {
  async function twoMarked(app: TestDeck): Promise<number[]> {
    const first = await running(app);
    const { api } = app.world.connect(app.sandbox.apiKey);
    const { offers } = await api.searchOffers({ verified: { eq: true }, limit: 3 });
    const body = { image: 'ubuntu:22.04', label: 'train-b', disk: 20 };
    const { new_contract: second } = await api.createInstance(offers.at(-1)?.id as number, body);
    await app.control(`instances/${second}`, { actual_status: 'running' });
    await app.press('app.instances');
    await app.advance(30_000);
    await app.press('list.mark-all');
    return [first, second];
  }

  it('are set on each of them, from a dialog that lists them all, and called off the same way', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const ids = await twoMarked(app);
    await ask(app, '$5');
    expect(app.text()).toContain('Auto-stop 2 instances');
    for (const id of ids) expect(app.dialog()).toContain(String(id));
    expect(app.dialog()).toContain('When $5.00 more is spent on each');
    expect(app.dialog()).toContain('$10.00 for all 2');
    await app.press('limit.set');
    await app.advance(100);
    const set = open(app);
    expect(set).toHaveLength(2);
    for (const id of ids) expect(set).toContainEqual(expect.objectContaining({ id, act: 'stop', budget: 5 }));
    await app.press('instance.limit');
    for (const id of ids) expect(app.dialog()).toContain(`${id} Auto-stop at $5.00`);
    await app.press('limit.off');
    await app.advance(100);
    expect(open(app)).toEqual([]);
    expect(ended(app)).toEqual(['called-off', 'called-off']);
  });

  it('to destroy want the number of them typed', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    const ids = await twoMarked(app);
    await ask(app, 'in 3h');
    await app.press('limit.act', 'limit.set');
    expect(app.text()).toContain('Auto-destroy 2 instances?');
    for (const id of ids) expect(app.dialog()).toContain(String(id));
    await app.past300ms();
    for (const letter of 'destroy 2') await app.type(letter);
    await app.type('\r');
    await app.advance(100);
    const set = open(app);
    for (const id of ids) expect(set).toContainEqual(expect.objectContaining({ id, act: 'destroy' }));
  });
});
