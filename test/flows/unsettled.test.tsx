import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../src/engine/journal-events.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { machines, rentElsewhere, rentRequests, review, testImage } from '../support/rent.ts';
import { type Clock, systemClock } from '../support/test-services.ts';

simulatedTime();

const createPath = '/api/v0/asks/*';
const fault = (app: TestDeck, more: Record<string, unknown>, path = createPath, method = 'PUT') =>
  app.control('faults', { method, path, ...more });
const rentKinds = ['intent', 'unclear', 'rented', 'not-created', 'overridden'];
const rentEvents = (app: TestDeck) => app.world.journal.events().filter(({ t }) => rentKinds.includes(t));
const kinds = (app: TestDeck) => rentEvents(app).map(({ t }) => t);
const last = (app: TestDeck) => rentEvents(app).at(-1) as JournalEvent;

/** Confirms a rent and lets its answer fail in some way. */
async function rentUnder(app: TestDeck, how: Record<string, unknown>): Promise<void> {
  await fault(app, how);
  await app.press('offer.rent');
  await app.fill({ Image: testImage });
  await review(app);
  await app.press('dialog.yes');
}

/** Reads of the list fail from now on. */
const blind = (app: TestDeck) =>
  fault(app, { kind: 'status', status: 500, times: 10_000 }, '/api/v0/instances/', 'GET');

describe('a rent whose answer is lost', () => {
  it.each([
    { kind: 'drop-after' },
    { kind: 'truncate' },
    { kind: 'garbage' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502 },
    { kind: 'status', status: 503 },
    { kind: 'drop' },
    { kind: 'status', status: 408 },
    { kind: 'html', status: 404 },
  ])('after %j is settled by the list, and nothing is sent again', async (how) => {
    const app = await openDeck();
    await rentUnder(app, how);
    expect(kinds(app).slice(0, 2)).toEqual(['intent', 'unclear']);
    const made = await machines(app);
    if (made.length === 1) {
      await app.advance(6_000);
      expect(last(app)).toMatchObject({ t: 'rented', id: made[0]?.id, label: made[0]?.label });
      expect(app.text()).not.toContain('outcome unknown');
      expect(app.text()).toContain(String(made[0]?.id));
    } else {
      expect(app.prose()).toMatch(/outcome unknown offer \d+ 1x RTX \d+ for \ds/);
      await app.advance(50_000);
      expect(app.text()).toContain('outcome unknown');
      await app.advance(17_000);
      expect(last(app)).toMatchObject({ t: 'not-created', why: 'not-listed' });
      expect(app.prose()).toMatch(/not created. That is rigdeck's guess, not the service's word/);
      expect(app.text()).not.toContain('outcome unknown');
    }
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('is not given up because the service’s clock leaps: the minute is one of ours', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'drop' });
    await app.control('clock', { advance_s: 3600 });
    await app.advance(40_000);
    expect(kinds(app)).toEqual(['intent', 'unclear']);
    expect(app.text()).toContain('outcome unknown');
    expect(app.prose()).toMatch(/not created in \d+s if nothing appears; looks again in [1-6]s/);
    await app.advance(27_000);
    expect(last(app)).toMatchObject({ t: 'not-created', why: 'not-listed' });
  });

  it('is found although the service’s clock has been put back meanwhile', async () => {
    const ahead = { ms: 600_000 };
    const clock: Clock = { now: () => systemClock.now() + ahead.ms, sleep: systemClock.sleep };
    const app = await openDeck({ world: { clock } });
    await rentUnder(app, { kind: 'drop-after' });
    ahead.ms = 0;
    await app.advance(12_000);
    expect(last(app)).toMatchObject({ t: 'rented', id: (await machines(app))[0]?.id });
  });

  it('after a call that hangs is settled once its time is over', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'hang' });
    expect(app.text()).toContain('renting');
    await app.advance(61_000);
    expect(kinds(app)).toEqual(['intent', 'unclear']);
    await app.advance(67_000);
    expect(last(app)).toMatchObject({ t: 'not-created', why: 'not-listed' });
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('writes the mark into an empty label, and leaves a name that the person gave alone', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'drop-after' });
    const [intent] = app.world.journal.events();
    expect(intent).toMatchObject({ t: 'intent', tag: expect.stringMatching(/^rd-.{6}$/), known_ids: [] });
    expect((await machines(app)).map(({ label }) => label)).toEqual([(intent as { tag: string }).tag]);

    const named = await openDeck();
    await fault(named, { kind: 'drop-after' });
    await named.press('offer.rent');
    await named.fill({ Image: testImage, Label: 'train-a' });
    await review(named);
    await named.press('dialog.yes');
    expect((await machines(named)).map(({ label }) => label)).toEqual(['train-a']);
    await named.advance(6_000);
    expect(last(named)).toMatchObject({ t: 'rented', label: 'train-a' });
  });

  it('keeps everything else from being rented, with the reason, until it is settled', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'drop' });
    await app.go('offers');
    await app.advance(5_000);
    await app.press('offer.rent');
    expect(app.text()).toContain('[1 Offers]');
    expect(app.prose()).toMatch(/Not known yet whether offer \d+ was rented/);
    await app.advance(66_000);
    await app.press('offer.rent');
    expect(app.text()).toContain('Rent offer');
    await review(app);
    await app.press('dialog.yes');
    expect(app.text()).toMatch(/rented as \d+/);
    expect(await rentRequests(app)).toHaveLength(2);
  });

  it('waits while the list cannot be read, and says so', async () => {
    const app = await openDeck();
    await blind(app);
    await rentUnder(app, { kind: 'drop' });
    await app.advance(180_000);
    expect(kinds(app)).toEqual(['intent', 'unclear']);
    expect(app.prose()).toMatch(/outcome unknown.*the list cannot be read: waiting until it can/);
  });

  it('is not taken for a machine of somebody else, and that one is not rescued', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'drop' });
    const [intent] = app.world.journal.events() as (JournalEvent & { t: 'intent' })[];
    const stranger = await rentElsewhere(app, intent?.offer_id as number);
    await app.advance(120_000);
    expect(kinds(app)).toEqual(['intent', 'unclear']);
    expect(app.prose()).toContain(`it may be ${stranger}: only you can tell`);
    await app.press('rent.settle');
    expect(app.dialog()).toMatch(new RegExp(`It is instance ${stranger}.*not what was rented`));
  });

  it('asks the person when several machines may be it, and takes the one that is picked', async () => {
    const app = await openDeck();
    // The list says nothing of labels, and somebody else rents at the same time.
    const body = (ids: number[]) => ({
      success: true,
      instances_found: ids.length,
      instances: ids.map((id) => ({ id, actual_status: 'running' })),
    });
    await rentUnder(app, { kind: 'drop' });
    await fault(
      app,
      { kind: 'status', status: 200, body: body([501, 502]), times: 99 },
      '/api/v0/instances/',
      'GET',
    );
    await app.advance(6_000);
    expect(app.prose()).toContain('it may be 501, 502: only you can tell');
    await app.press('rent.settle');
    expect(app.dialog()).toContain('It is instance 501');
    await app.type('\x1b[B\r');
    expect(last(app)).toMatchObject({ t: 'rented', id: 501 });
    expect(app.text()).not.toContain('outcome unknown');
  });

  it('is corrected, and said, when its machine is there after it counted as not created', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'drop' });
    await app.advance(70_000);
    expect(last(app)).toMatchObject({ t: 'not-created', why: 'not-listed' });
    const [intent] = rentEvents(app);
    if (intent?.t !== 'intent') throw new Error('nothing was noted first');
    const id = await rentElsewhere(app, intent.offer_id, intent.tag);
    await app.advance(60_000);
    expect(last(app)).toMatchObject({ t: 'rented', rent: intent.rent, id });
    expect(app.prose()).toContain(`was rented after all. Instance ${id} has its label ${intent.tag}`);
    expect(await rentRequests(app)).toHaveLength(2);
  });

  it('is settled as not created when the person types so', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'drop' });
    await app.press('rent.settle');
    await app.type('n');
    await app.advance(2_000);
    await app.type('\r');
    expect(kinds(app)).toEqual(['intent', 'unclear']);
    await app.type('not created');
    await app.type('\t');
    await app.type('\t');
    await app.type('\r');
    expect(last(app)).toMatchObject({ t: 'not-created', why: 'person' });
  });

  it('is not settled as not created beside a machine that carries its mark', async () => {
    const app = await openDeck();
    await blind(app);
    await rentUnder(app, { kind: 'drop-after' });
    await app.press('rent.settle');
    await app.control('faults', undefined, 'DELETE');
    const [made] = await machines(app);
    await app.type('n');
    await app.advance(2_000);
    expect(app.dialog()).not.toContain('Was nothing created?');
    expect(app.said()).toContain(`Instance ${made?.id} carries the mark of this rent: it was created.`);
    expect(last(app)).toMatchObject({ t: 'rented', id: made?.id });
  });

  it('says so where nobody could look before the word of the person is asked for', async () => {
    const app = await openDeck();
    await blind(app);
    await rentUnder(app, { kind: 'drop' });
    await app.press('rent.settle');
    await app.type('n');
    await app.advance(2_000);
    expect(app.dialog()).toContain('The list cannot be read just now: nobody has looked.');
  });

  it('lets others go out when the person types it, and is still looked for', async () => {
    const app = await openDeck();
    await blind(app);
    await rentUnder(app, { kind: 'drop-after' });
    await app.press('rent.settle');
    await app.type('a');
    await app.past300ms();
    expect(app.dialog()).toContain('you pay for two machines');
    await app.type('rent anyway');
    await app.type('\r');
    expect(last(app)).toMatchObject({ t: 'overridden' });
    expect(app.prose()).toMatch(/outcome unknown .* other rents allowed/);
    await app.control('faults', undefined, 'DELETE');
    await app.go('offers');
    await app.advance(6_000);
    await app.press('list.down', 'offer.rent');
    await review(app);
    await app.press('dialog.yes');
    expect(app.text()).toMatch(/rented as \d+/);
    await app.advance(70_000);
    const ids = app.world.journal.events().flatMap((event) => (event.t === 'rented' ? [event.id] : []));
    expect([...ids].sort()).toEqual((await machines(app)).map(({ id }) => id).sort());
  });

  it('is settled at the next start when the program ended in the middle', async () => {
    const before = await openDeck();
    await rentUnder(before, { kind: 'drop-after' });
    // As a crash leaves it: the intent is on the disk and nothing else.
    const [intent] = before.world.journal.events();
    const made = await machines(before);
    before.quit();
    await before.finished;
    before.world.setEvents([intent as JournalEvent]);
    const again = await openDeck({ in: before.world, route: { screen: 'instances' } });
    await again.advance(7_000);
    expect(last(again)).toMatchObject({ t: 'rented', id: made[0]?.id });
    expect(await rentRequests(again)).toHaveLength(1);
  });
});

describe('a rent that an earlier run left without an outcome', () => {
  /** The deck as it is opened again after a crash in the middle of a rent whose answer never came. */
  async function opened(options: Parameters<typeof openDeck>[0] = {}): Promise<TestDeck> {
    const before = await openDeck();
    await rentUnder(before, { kind: 'drop' });
    const intents = before.world.journal.events().filter(({ t }) => t === 'intent');
    before.quit();
    await before.finished;
    before.world.setEvents(intents);
    return openDeck({ in: before.world, ...options });
  }
  const sentence = '1 rent of before has no known end: Z shows it';

  it.each([
    [80, 24],
    [120, 40],
    [60, 16],
  ])('is told of on the first place that is shown, at %ix%i', async (cols, rows) => {
    const app = await opened({ cols, rows });
    expect(app.frame().at(-2)).toContain(`… ${sentence}`);
    await app.press('rent.settle');
    expect(app.dialog()).toContain('Look at the list now');
  });

  it('stays until it was seen, goes with a key after that, and is not said again in this run', async () => {
    const app = await opened();
    await app.advance(20_000);
    expect(app.prose()).toContain(sentence);
    await app.press('list.down');
    expect(app.prose()).not.toContain(sentence);
    await app.press('app.instances', 'app.offers', 'app.refresh');
    expect(app.prose()).not.toContain(sentence);
    await app.press('app.messages');
    expect(app.text()).toContain('rent of before');
  });

  it('is told of no longer once it has its end', async () => {
    const app = await opened();
    await app.advance(75_000);
    expect(last(app)).toMatchObject({ t: 'not-created' });
    expect(app.prose()).not.toContain(sentence);
  });

  it('is told to a screen reader', async () => {
    const app = await opened({ spoken: true });
    expect(app.heard().join('\n')).toContain(sentence);
  });

  it('is no rent of this run', async () => {
    const app = await openDeck();
    await rentUnder(app, { kind: 'drop' });
    await app.press('app.escape');
    expect(app.said().some((text) => text.includes('of before'))).toBe(false);
  });
});

describe('a journal that is damaged', () => {
  it('is told of at the start, with where it is', async () => {
    const first = await openDeck();
    first.quit();
    await first.finished;
    first.world.damage.of = { lines: 2, path: '/home/u/.local/state/rigdeck/rents.jsonl' };
    const app = await openDeck({ in: first.world });
    expect(app.prose()).toMatch(
      /2 lines of rents\.jsonl cannot be read or are missing: a rent without an outcome/,
    );
    expect(app.said().at(-1)).toContain('/home/u/.local/state/rigdeck/rents.jsonl');
  });

  it('takes a word before anything is rented', async () => {
    const app = await openDeck();
    app.world.damage.of = { lines: 1, path: '/home/u/.local/state/rigdeck/rents.jsonl' };
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    expect(app.dialog()).toMatch(/1 line of rents\.jsonl cannot be read/);
    await app.type('\r');
    expect(await rentRequests(app)).toEqual([]);
    await app.type('rent');
    await app.type('\r');
    expect(await rentRequests(app)).toHaveLength(1);
  });
});

describe('a rent that cannot be written down', () => {
  const full = { ok: false as const, message: 'There is no room left for rents.jsonl, so it is not kept.' };

  it('is said to be not protected in the question, and takes a word', async () => {
    const app = await openDeck();
    app.world.disk.push(full, full, full);
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    expect(app.dialog()).toMatch(/Not protected: There is no room left .* nothing will look for this rent/);
    await app.type('\r');
    expect(await rentRequests(app)).toEqual([]);
    await app.type('rent');
    await app.type('\r');
    expect(app.prose()).toMatch(/rented as \d+, and the next start will not know of it: There is no room/);
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('does not say that the next start looks for it when its answer is lost', async () => {
    const app = await openDeck();
    app.world.disk.push(full, full, full, full, full);
    await fault(app, { kind: 'drop-after' });
    await blind(app);
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    await app.type('rent');
    await app.type('\r');
    expect(app.lastWords()).toMatch(/went through, and the next start will\s+not look/i);
    expect(app.lastWords()).not.toContain('rigdeck unsettled');
    await app.control('faults', undefined, 'DELETE');
    await app.advance(12_000);
    const [made] = await machines(app);
    const said = app.said();
    expect(said.join('\n')).toContain('the next start will not look for this rent, only this run does');
    expect(said.join('\n')).toContain(
      `the next start will not know of it: write the number ${made?.id} down`,
    );
    expect(said.join('\n')).not.toContain('will look for it again');
  });

  it('sends nothing when the disk fills up after the question, and asks again', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await review(app);
    app.world.disk.push(full);
    await app.press('dialog.yes');
    expect(await rentRequests(app)).toEqual([]);
    expect(app.dialog()).toContain('Not protected');
    await app.past300ms();
    await app.press('dialog.cancel');
    expect(app.text()).toContain('Rent offer');
    expect(await rentRequests(app)).toEqual([]);
  });
});

describe('a second rigdeck on the same account', () => {
  it('says who rents, rents nothing itself, and takes over when the first one ends', async () => {
    const app = await openDeck({ route: { screen: 'instances' } });
    await app.advance(1_000);
    app.quit();
    await app.finished;
    app.world.writer.other = 'Another rigdeck (process 4711) rents on this account';
    const second = await openDeck({ in: app.world });
    await second.press('offer.rent');
    expect(second.text()).toContain('[1 Offers]');
    expect(second.prose()).toContain('Another rigdeck (process 4711) rents on this account');
    app.world.writer.other = undefined;
    await second.advance(6_000);
    await second.press('offer.rent');
    await second.fill({ Image: testImage });
    await review(second);
    await second.press('dialog.yes');
    expect(second.text()).toMatch(/rented as \d+/);
  });

  it('shows a rent without an outcome and leaves it to the first one', async () => {
    const first = await openDeck();
    await rentUnder(first, { kind: 'drop-after' });
    first.quit();
    await first.finished;
    first.world.writer.other = 'Another rigdeck (process 4711) rents on this account';
    const second = await openDeck({ in: first.world, route: { screen: 'instances' } });
    await second.advance(12_000);
    expect(kinds(second)).toEqual(['intent', 'unclear']);
    expect(second.prose()).toMatch(/outcome unknown .* it is settled by the rigdeck that rents/);
    second.world.writer.other = undefined;
    await second.advance(6_000);
    expect(last(second)).toMatchObject({ t: 'rented' });
  });
});
