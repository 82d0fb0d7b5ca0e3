import { describe, expect, it } from 'vitest';
import { openLimits } from '../../src/engine/auto-stop/rules.ts';
import type { RescueEvent } from '../../src/engine/journal-events.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { rentRequests, review, testImage } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

const poll = 11_000;
/** A verdict, the moment in which it can be called off, a search, the destruction, a search, the rent. */
const whole = 40_000;

/** Rents the offer under the cursor with this consent; answers the id. */
async function rentWith(
  app: TestDeck,
  consent: string,
  values: Record<string, string> = {},
): Promise<number> {
  await app.press('offer.rent');
  await app.focus('If no boot');
  for (let turns = 0; turns < 3 && !app.text().includes(`(•) ${consent}`); turns += 1) await app.type(' ');
  expect(app.text()).toContain(`(•) ${consent}`);
  await app.press('app.escape', 'app.escape');
  return rent(app, values);
}

/** The same with the consent that the form opens with. The request may wait for its turn. */
async function rent(app: TestDeck, values: Record<string, string> = {}): Promise<number> {
  await app.press('offer.rent');
  await app.fill({ Image: testImage, ...values });
  await review(app);
  await app.press('dialog.yes');
  const id = () => Number(/rented as (\d+)/.exec(app.text())?.[1]);
  for (let turns = 0; turns < 10 && !(id() > 0); turns += 1) await app.advance(1_000);
  expect(id(), app.text()).toBeGreaterThan(0);
  return id();
}
const rescues = (app: TestDeck) =>
  app.world.journal
    .events()
    .filter((event): event is RescueEvent & typeof event => event.t.startsWith('rescue'));
const steps = (app: TestDeck) =>
  rescues(app).flatMap((event) => (event.t === 'rescue-step' ? [event.step] : []));
const step = (app: TestDeck, name: string) =>
  rescues(app).findLast((event) => event.t === 'rescue-step' && event.step === name) as
    | Extract<RescueEvent, { t: 'rescue-step' }>
    | undefined;
/** Lets the boot of `id` fail, and waits until its rescue is destroying it, which the service takes `delay_ms` for. */
async function untilDestroying(app: TestDeck, id: number, delay_ms: number): Promise<void> {
  await app.control('faults', { method: 'DELETE', path: '/api/v0/instances/*', kind: 'delay', delay_ms });
  await app.control(`instances/${id}`, { actual_status: 'exited' });
  for (let turns = 0; turns < 60 && step(app, 'destroying') === undefined; turns += 1)
    await app.advance(1_000);
}
const destroyed = async (app: TestDeck) =>
  (await app.requests())
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => Number(/(\d+)/.exec(path.slice(8))?.[1]));
const alive = async (app: TestDeck) =>
  (
    (await app.control('ledger', undefined, 'GET')) as {
      instances: { id: number; destroyed_at: number | null }[];
    }
  ).instances
    .filter(({ destroyed_at }) => destroyed_at === null)
    .map(({ id }) => id);
/** Says yes to the dialog of a rescue, by its phrase. */
async function sayYes(app: TestDeck) {
  await app.press('instance.rescue');
  await app.past300ms();
  const phrase = /Type (\S+) to confirm/.exec(app.dialog())?.[1] as string;
  await app.type(phrase);
  await app.press('dialog.press');
}

describe('consent', () => {
  it('by itself turns into asking where the machine was found without its mark, and says so', async () => {
    const app = await openDeck();
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'drop' });
    await app.press('offer.rent');
    await app.focus('If no boot');
    for (let turns = 0; turns < 3 && !app.text().includes('(•) rescue by itself'); turns += 1)
      await app.type(' ');
    await app.fill({ Image: testImage });
    await review(app);
    await app.press('dialog.yes');
    // Records without anything but an id say neither yes nor no.
    await app.control('faults', {
      ...{ method: 'GET', path: '/api/v0/instances/', kind: 'status', status: 200, times: 999 },
      body: { instances_found: 1, instances: [{ id: 501, actual_status: 'exited' }] },
    });
    await app.advance(6_000);
    const said = app.said();
    expect(said.join('\n')).toMatch(/as instance 501; .* no mark of the rent, so a rescue of it asks first/);
    expect(rescues(app)[0]).toMatchObject({ t: 'rescue', id: 501, consent: 'ask', guessed: true });
    await app.advance(whole * 3);
    expect(steps(app)).toEqual(['boot-failed']);
    expect(await destroyed(app)).toEqual([]);
    await app.press('instance.open');
    expect(app.text()).toContain('ask first: it has no mark');
  });

  it('is part of the purchase: shown in the review, noted after the rent, in no request', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage, Tries: '3', 'Price cap': '0.5' });
    await app.press('form.json');
    expect(app.dialog()).toContain('"image"');
    expect(app.dialog()).not.toMatch(/rescue|tries|cap/i);
    await app.press('pager.close', 'form.submit');
    await app.past300ms();
    expect(app.dialog()).toContain('No boot: ask before a rescue · 3 tries · cap 0.500 $/h');
    await app.press('dialog.yes');
    await app.advance(5_000);
    const [event] = rescues(app);
    expect(event).toMatchObject({ t: 'rescue', consent: 'ask', tries: 3, cap: 0.5, search: { limit: 64 } });
    expect(JSON.stringify(event)).not.toContain('pytorch');
  });

  it('caps at ten per cent over what the machine costs where nothing is typed', async () => {
    const app = await openDeck();
    await rent(app);
    const [event] = rescues(app);
    const total = Number(/\$(\d\.\d{3})\/h/.exec(app.frame()[3] ?? '')?.[1]);
    expect(event?.t === 'rescue' && event.cap).toBeCloseTo(total * 1.1, 2);
  });

  it.each([
    ['Tries', '0', /a whole number from 1 to 9/],
    ['Tries', '2.5', /a whole number from 1 to 9/],
    ['Price cap', '0,5', /is not a number of \$\/h/],
  ])('refuses %s %s and sends nothing', async (label, value, words) => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage, [label]: value });
    await app.press('form.submit');
    expect(app.text()).toMatch(words);
    expect(app.text()).not.toContain('Rent this machine?');
  });

  it('only tells where that was asked for', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'only tell me');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(whole);
    expect(app.prose()).toMatch(/will not boot: exited/);
    expect(await destroyed(app)).toEqual([]);
    expect(steps(app)).toEqual(['boot-failed']);
  });

  it('asks, and goes on only after a yes to what is destroyed and what is rented at what price', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'ask before a rescue');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([]);
    await app.press('instance.rescue');
    await app.past300ms();
    expect(app.dialog()).toContain(`Destroy ${id}`);
    expect(app.dialog()).toMatch(
      /Rent offer \d+ .*\$0\.\d{3}\/h instead of \$0\.\d{3}\/h, cap \$0\.\d{3}\/h/,
    );
    await app.press('dialog.press');
    expect(await destroyed(app)).toEqual([]);
    await app.press('dialog.cancel');
    await sayYes(app);
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([id]);
    expect(await alive(app)).toEqual([step(app, 'rented')?.id]);
  });
});

describe('a rescue by itself', () => {
  it('C013 destroys, confirms, rents the next best elsewhere, and goes on watching; the place is badged', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'offline' });
    await app.advance(poll);
    await app.advance(90_000);
    expect(steps(app).slice(0, 5)).toEqual(['boot-failed', 'destroying', 'gone', 'renting', 'rented']);
    const [first, second] = [step(app, 'boot-failed'), step(app, 'rented')];
    expect(second?.offer_id).not.toBe(first?.offer_id);
    expect(second?.host_id).not.toBe(first?.host_id);
    expect(await rentRequests(app)).toHaveLength(2);
    expect(await alive(app)).toEqual([second?.id]);
    expect(app.text()).toContain(`Instances › ${second?.id}`);
    await app.press('pager.down', 'pager.down', 'pager.down', 'pager.down', 'pager.down');
    expect(app.text()).toContain(`rescue: rented as ${second?.id}`);
    await app.go('offers');
    await app.advance(70_000);
    expect(app.text()).toMatch(/✕ 1x /);
    expect(app.prose()).toContain('Failed here: what was rented of this offer did not boot');
  });

  it('C014 gives no verdict after one silent poll, nor when it comes back', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'unknown' });
    await app.advance(poll);
    expect(app.prose()).toMatch(/won't start/);
    expect(steps(app)).toEqual([]);
    await app.control(`instances/${id}`, { actual_status: 'loading' });
    await app.advance(60_000);
    await app.control(`instances/${id}`, { actual_status: 'offline' });
    await app.advance(poll);
    expect(steps(app)).toEqual([]);
    expect(await destroyed(app)).toEqual([]);
  });

  it('C017 is no matter of time: twelve minutes of loading destroy nothing', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'loading' });
    await app.skip(12 * 60);
    await app.advance(30_000);
    expect(await destroyed(app)).toEqual([]);
    expect(steps(app)).toEqual([]);
  });

  it('is never begun by an ordinary stop, nor by a crash after it ran', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    const api = app.world.connect(app.sandbox.apiKey).api;
    await api.stopInstance(id);
    await app.advance(whole);
    expect(steps(app)).toEqual([]);
    await api.startInstance(id);
    await app.skip(400);
    await app.advance(70_000);
    expect(steps(app)).toEqual(['running']);
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(90_000);
    expect(await destroyed(app)).toEqual([]);
    await app.press('instance.rescue');
    expect(app.prose()).toContain('It ran before it failed');
  });

  it('rents nothing when the old machine cannot be destroyed', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control('faults', {
      method: 'DELETE',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 500,
      times: 9,
    });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(120_000);
    expect(steps(app)).toEqual(['boot-failed', 'destroying', 'failed']);
    expect(await rentRequests(app)).toHaveLength(1);
    expect(app.prose()).toMatch(/not known to be destroyed, so nothing was rented/);
  });

  it('rents nothing beside a machine that only a gateway says is not there', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    const path = `/api/v0/instances/${id}/`;
    await app.control('faults', { method: 'DELETE', path, kind: 'status', status: 502, times: 99 });
    await app.control('faults', { method: 'GET', path, kind: 'html', status: 404, times: 99 });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(whole * 2);
    expect(steps(app)).toEqual(['boot-failed', 'destroying', 'failed']);
    expect(await rentRequests(app)).toHaveLength(1);
    expect(await alive(app)).toEqual([id]);
  });

  it.each([
    ['no answer', { kind: 'drop' }],
    ['a 503', { kind: 'status', status: 503 }],
    ['a success that nothing came of', { kind: 'status', status: 200, body: { success: true } }],
  ])(
    'rents nothing beside a machine that the list still has, whatever its record says: %s',
    async (_, fault) => {
      const app = await openDeck();
      const id = await rentWith(app, 'rescue by itself');
      const path = `/api/v0/instances/${id}/`;
      await app.control('faults', { method: 'DELETE', path, times: 99, ...fault });
      const none = { kind: 'status', status: 200, body: { instances: null } };
      await app.control('faults', { method: 'GET', path, times: 999, ...none });
      await app.control(`instances/${id}`, { actual_status: 'exited' });
      await app.advance(whole * 3);
      expect(steps(app)).toEqual(['boot-failed', 'destroying', 'failed']);
      expect(await rentRequests(app)).toHaveLength(1);
      expect(await alive(app)).toEqual([id]);
      expect(app.world.journal.events().some(({ t }) => t === 'gone')).toBe(false);
    },
  );

  it('takes the next offer when one is gone, and stops when its tries are used', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself', { 'Price cap': '9' });
    const body = { success: false, error: 'no_such_ask', msg: 'the ask is gone' };
    await app.control('faults', {
      method: 'PUT',
      path: '/api/v0/asks/*',
      kind: 'status',
      status: 410,
      body,
      times: 2,
    });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(120_000);
    const asked = rescues(app).filter((event) => event.t === 'rescue-step' && event.step === 'renting');
    expect(asked).toHaveLength(2);
    expect(new Set(asked.map((event) => event.offer_id)).size).toBe(2);
    expect(step(app, 'failed')).toMatchObject({ why: 'tries-used' });
    expect(await rentRequests(app)).toHaveLength(3);
  });

  /** A world in which the price of an offer rises at a call that rents in place of the first machine, or before it. */
  async function withRising(at: 'the request' | 'the search before it', consent: string) {
    const world = testWorld();
    const inner = world.sandbox.fetch;
    let rescued = false;
    const raise = (id: number) => {
      const body = JSON.stringify({ dph_base: 9.4 });
      return inner(new Request(`https://sandbox.test/_sandbox/offers/${id}`, { method: 'POST', body }));
    };
    world.sandbox.fetch = async (request) => {
      const { pathname } = new URL(request.url);
      const offer = Number(/\/asks\/(\d+)\//.exec(pathname)?.[1]);
      if (rescued && offer > 0 && at === 'the request') await raise(offer);
      const renting = world.journal
        .events()
        .find(
          (event): event is RescueEvent & typeof event =>
            event.t === 'rescue-step' && event.step === 'renting',
        );
      if (renting?.t === 'rescue-step' && !rescued) {
        rescued = true;
        if (at !== 'the request') await raise(renting.offer_id as number);
      }
      return inner(request);
    };
    const app = await openDeck({ in: world });
    const id = await rentWith(app, consent, { 'Price cap': '9' });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    return { app, id };
  }
  const prices = async (app: TestDeck) => {
    const asked = app.world.connect(app.sandbox.apiKey).api.listInstances();
    // The deck may have read the list just now: the client keeps its distance.
    await app.advance(2_000);
    return (await asked).instances.map(({ dph_total }) => dph_total ?? Number.NaN);
  };

  it('does not take an offer whose price has risen over the cap since it was found', async () => {
    const { app } = await withRising('the search before it', 'rescue by itself');
    await app.advance(whole * 3);
    // It costs more now, and so may not be among the best of its search any more.
    expect(['dear', 'taken']).toContain(step(app, 'not-rented')?.why);
    for (const price of await prices(app)) expect(price).toBeLessThan(9);
    const asked = (await rentRequests(app)).map(({ path }) => path);
    expect(asked.join()).not.toContain(String(step(app, 'not-rented')?.offer_id));
  });

  it.each(['rescue by itself', 'ask before a rescue'])(
    'sends nothing while the price of its offer cannot be read again (%s), tells, and uses up no try',
    async (consent) => {
      const world = testWorld();
      const inner = world.sandbox.fetch;
      let unreadable = true;
      let raised: number | undefined;
      world.sandbox.fetch = async (request) => {
        const asked = world.journal
          .events()
          .flatMap((event) =>
            event.t === 'rescue-step' && event.step === 'renting' ? [event.offer_id] : [],
          );
        if (raised === undefined && asked[0] !== undefined) {
          raised = asked[0];
          const body = JSON.stringify({ dph_base: 9.4 });
          await inner(
            new Request(`https://sandbox.test/_sandbox/offers/${raised}`, { method: 'POST', body }),
          );
        }
        if (unreadable && raised !== undefined && new URL(request.url).pathname.endsWith('/bundles/'))
          return new Response('busy', { status: 503 });
        return inner(request);
      };
      const app = await openDeck({ in: world });
      const id = await rentWith(app, consent, { 'Price cap': '9', Tries: '1' });
      await app.control(`instances/${id}`, { actual_status: 'exited' });
      if (consent.startsWith('ask')) {
        await app.advance(25_000);
        await sayYes(app);
      }
      for (let turns = 0; turns < 30 && step(app, 'not-rented') === undefined; turns += 1)
        await app.advance(3_000);
      expect(await destroyed(app)).toEqual([id]);
      expect(step(app, 'not-rented')).toMatchObject({ offer_id: raised });
      expect(app.said().join('\n')).toMatch(new RegExp(`offer ${raised} .*price.*nothing was created`));
      await app.advance(30_000);
      // The first machine, and no other while no price can be read.
      expect(await rentRequests(app)).toHaveLength(1);

      unreadable = false;
      for (let turns = 0; turns < 30 && step(app, 'rented') === undefined; turns += 1)
        await app.advance(3_000);
      const paths = (await rentRequests(app)).map(({ path }) => path);
      expect(paths).toHaveLength(2);
      expect(paths[1]).not.toContain(String(raised));
      for (const price of await prices(app)) expect(price).toBeLessThan(9);
    },
  );

  it('destroys at once what came dearer than the cap, and takes the next', async () => {
    const { app } = await withRising('the request', 'rescue by itself');
    await app.advance(whole * 3);
    const dear = step(app, 'boot-failed');
    expect(dear).toMatchObject({ why: 'over-cap' });
    expect(await destroyed(app)).toContain(dear?.id);
    for (const price of await prices(app)) expect(price).toBeLessThan(9);
    expect(app.said().join('\n')).toMatch(/over the cap of \$9\.000\/h/);
  });

  it('asks about what came dearer than the cap where it was to ask', async () => {
    const { app, id } = await withRising('the request', 'ask before a rescue');
    await app.advance(whole);
    await sayYes(app);
    await app.advance(whole * 2);
    const dear = step(app, 'rented')?.id;
    expect(step(app, 'boot-failed')).toMatchObject({ why: 'over-cap', id: dear });
    expect(await destroyed(app)).toEqual([id]);
    await app.press('instance.rescue');
    await app.past300ms();
    expect(app.dialog(), app.text()).toContain(`Destroy ${dear}`);
  });

  it('destroys nothing while no offer is under the cap', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself', { 'Price cap': '0.001' });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(whole);
    expect(step(app, 'failed')).toMatchObject({ why: 'no-offer' });
    expect(await destroyed(app)).toEqual([]);
  });

  it('stops when it is not known whether the rent went through, and sends nothing again', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'drop-after' });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(120_000);
    expect(step(app, 'failed')).toMatchObject({ why: 'unknown' });
    expect(await rentRequests(app)).toHaveLength(2);
    expect(await alive(app)).toHaveLength(1);
  });

  it('does one after the other when two fail at once', async () => {
    const app = await openDeck();
    const first = await rentWith(app, 'rescue by itself');
    await app.advance(5_000);
    await app.go('offers');
    await app.press('list.down', 'list.down', 'list.down');
    const second = await rentWith(app, 'rescue by itself', { 'Price cap': '9' });
    for (const id of [first, second]) await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(120_000);
    const order = rescues(app).flatMap((event) =>
      event.t === 'rescue-step' && ['destroying', 'rented', 'failed'].includes(event.step)
        ? [`${event.rescue} ${event.step}`]
        : [],
    );
    const begun = order.filter((line) => line.endsWith('destroying'));
    expect(begun).toHaveLength(2);
    expect(order.indexOf(begun[1] as string)).toBeGreaterThan(
      order.findIndex(
        (line) =>
          line.startsWith((begun[0] as string).split(' ')[0] as string) && !line.endsWith('destroying'),
      ),
    );
  });
});

describe('the moment before a rescue begins', () => {
  it('is five seconds of ours, although the service says that an hour has passed', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    for (let turns = 0; turns < 20 && steps(app).length === 0; turns += 1) await app.advance(500);
    expect(app.prose()).toMatch(/destroying \d+ in [45]s/);
    await app.control('clock', { advance_s: 3600 });
    await app.press('app.refresh');
    await app.advance(2_000);
    expect(app.now() - Date.now()).toBeGreaterThan(3_500_000);
    expect(steps(app)).toEqual(['boot-failed']);
    await app.press('app.undo');
    expect(app.prose()).toMatch(/called off\. Nothing has happened/);
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([]);
  });
});

describe('on the list of instances', () => {
  const listed = async (consent: string, options: Parameters<typeof openDeck>[0] = {}) => {
    const app = await openDeck(options);
    const id = await rentWith(app, consent, { Label: 'lora-x' });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.go('instances');
    await app.advance(25_000);
    return { app, id };
  };
  const searches = (app: TestDeck) =>
    app.world.calls.seen.filter(({ path }) => path.endsWith('/bundles/')).length;

  it('a row that needs the person names its next best offer, at what price, and R rescues onto it', async () => {
    const { app, id } = await listed('ask before a rescue');
    const words = /D destroy +R replace with (\d+) \(\$(0\.\d{3})\/h, was \$0\.\d{3}\)/.exec(app.text());
    expect(words, app.text()).not.toBeNull();
    expect(app.text()).toMatch(new RegExp(`✕ ${id} lora-x .*won't start\\. .*\\$0\\.\\d\\d/day`));
    await app.press('instance.rescue');
    await app.past300ms();
    expect(app.dialog()).toContain(`Destroy ${id} lora-x`);
    expect(app.dialog()).toMatch(new RegExp(`Rent offer ${words?.[1]} .*\\$${words?.[2]}/h instead of`));
    await app.press('dialog.cancel');
    await sayYes(app);
    expect(app.text()).toContain('R cancel replacement');
    await app.press('instance.rescue');
    expect(app.prose()).toMatch(/called off\. Nothing has happened/);
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([]);
  });

  it('names no key beside a row that is not under the cursor', async () => {
    const { app, id } = await listed('ask before a rescue');
    const keys = () => app.frame().filter((line) => /\bD destroy {3}/.test(line));
    expect(keys()).toHaveLength(1);
    const { api } = app.world.connect(app.sandbox.apiKey);
    const { offers } = await api.searchOffers({ verified: { eq: true }, disk_space: { gte: 50 }, limit: 9 });
    const other = await api.createInstance(offers[8]?.id as number, { image: 'ubuntu:22.04', disk: 20 });
    await app.press('app.refresh');
    for (let moves = 0; moves < 3 && app.cursor('instances') !== other.new_contract; moves += 1)
      await app.press('list.down');
    expect(app.cursor('instances')).toBe(other.new_contract);
    expect(app.text()).toMatch(new RegExp(`${id} .*won't start`));
    expect(keys()).toEqual([]);
  });

  it('is searched for each minute and no oftener, and not while no row needs it', async () => {
    const { app, id } = await listed('ask before a rescue');
    const before = searches(app);
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await app.advance(60_000);
      await app.press('list.down');
    }
    expect(searches(app) - before).toBeLessThanOrEqual(11);
    await app.control(`instances/${id}`, { actual_status: 'running' });
    await app.advance(25_000);
    const calm = searches(app);
    await app.advance(180_000);
    expect(searches(app)).toBe(calm);
  });

  it('says after a restart, while no search has an answer, that none is known', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'ask before a rescue');
    const again = await openDeck({ in: app.world, route: { screen: 'instances' } });
    app.quit();
    await again.control('faults', { path: '/api/v0/bundles/', kind: 'hang', times: 99 });
    await again.control(`instances/${id}`, { actual_status: 'exited' });
    await again.advance(25_000);
    expect(again.text()).toContain('n find another');
  });

  it('$ bids anew for the row under the cursor, and its note says what wins', async () => {
    const app = await openDeck();
    await app.press('offers.bid');
    const id = await rentWith(app, 'rescue by itself');
    await app.skip(400);
    await app.control(`instances/${id}`, { outbid: true });
    await app.go('instances');
    await app.advance(25_000);
    expect(app.prose()).toMatch(/is interrupted \(outbid\)\. Disk: \$\d\.\d\d\/day/);
    expect(app.prose()).toMatch(/\$ raise bid/);
    await app.press('instance.bid');
    await app.past300ms();
    await app.press('prompt.keep');
    await app.past300ms();
    expect(app.dialog()).toContain(String(id));
    await app.press('dialog.yes');
    await app.advance(5_000);
    const sent = (await app.requests()).filter(({ path }) => path.includes('/bid_price/'));
    expect(sent).toMatchObject([{ method: 'PUT', status: 200 }]);
  });

  it('says of a row that runs that there is nothing to rescue, and where a rescue waits', async () => {
    const { app } = await listed('ask before a rescue');
    await app.go('offers');
    await app.press('list.down', 'list.down', 'list.down');
    const other = await rentWith(app, 'only tell me', { Label: 'fine' });
    await app.control(`instances/${other}`, { actual_status: 'running' });
    await app.go('instances');
    await app.advance(25_000);
    await app.press('list.bottom', 'instance.rescue');
    expect(app.prose()).toContain('is running. Nothing to replace. ! goes to lora-x, whose rescue waits');
  });
});

describe('a rescue that waits for a yes', () => {
  const waiting = async () => {
    const app = await openDeck();
    let bells = 0;
    app.world.services.terminal.notify = () => {
      bells += 1;
    };
    const id = await rentWith(app, 'ask before a rescue', { Label: 'lora-x' });
    await app.go('offers');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    app.lookAway();
    await app.advance(25_000);
    return { app, id, bells: () => bells };
  };

  it('is called for on every screen: a line, a bell, a dot beside Instances, and R', async () => {
    const { app, id, bells } = await waiting();
    expect(bells()).toBe(1);
    expect(app.prose()).toContain('lora-x will not boot: exited. R rescues it, asking first; ! goes there.');
    expect(app.dialog()).toBe('');
    for (const screen of ['app.money', 'app.security', 'app.offers'] as const) {
      await app.press(screen);
      expect(app.frame()[0]).toContain('2 Instances•');
      expect(app.frame().at(-1)).toContain('R rescue');
    }
    await app.press('instance.rescue');
    await app.type(`y\r`);
    expect(app.dialog()).toContain(`Destroy ${id} lora-x`);
    await app.past300ms();
    await app.press('dialog.cancel');
    await sayYes(app);
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([id]);
    expect(app.frame()[0]).not.toContain('•');
  });

  it('pushes nothing aside that was opened while its offers were looked for', async () => {
    const { app } = await waiting();
    await app.control('faults', { path: '/api/v0/bundles/', kind: 'delay', delay_ms: 3_000 });
    await app.type('R:');
    await app.type('mon');
    await app.advance(5_000);
    expect(app.text()).toContain('mon');
    expect(app.text()).not.toContain('Rescue this instance?');
    await app.press('menu.close');
    expect(app.prose()).toContain('The rescue of lora-x was not asked about: R asks again');
  });
});

describe('a limit of a machine that is rescued', () => {
  const limited = async (when: string) => {
    // What happened is longer than the smallest screen has room for.
    const app = await openDeck({ rows: 40 });
    const id = await rentWith(app, 'rescue by itself', { Label: 'lora-x' });
    await app.press('instance.limit');
    await app.type(when);
    await app.press('limit.set');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(90_000);
    const second = step(app, 'rented')?.id as number;
    expect(second, app.text()).toBeGreaterThan(id);
    return { app, id, second };
  };

  it('is of the machine that takes its place, which says so, and stops that one at its time', async () => {
    const { app, id, second } = await limited('in 1h');
    expect(app.prose()).toMatch(new RegExp(`Auto-stop of ${id} continues: at 13:00`));
    expect(app.prose()).toMatch(/Auto-stop at 13:00, in 5\dm · only while rigdeck runs/);
    await app.control(`instances/${second}`, { actual_status: 'running' });
    await app.skip(57 * 60);
    await app.advance(4 * 60_000);
    const writes = (await app.requests()).filter(
      ({ method, path }) => method === 'PUT' && path.includes('/instances/'),
    );
    expect(writes.map(({ path }) => path)).toEqual([`/api/v0/instances/${second}/`]);
    expect(openLimits(app.world.journal.events())).toEqual([]);
  });

  it('counts its budget from the first machine on', async () => {
    const { app, id } = await limited('$5');
    expect(app.prose()).toContain(`Auto-stop of ${id} continues: at $5.00 in total`);
    const [limit] = openLimits(app.world.journal.events());
    const notes = app.world.journal.events().filter((event) => event.t === 'limit-spent');
    expect(notes.every((event) => event.limit === limit?.limit)).toBe(true);
    expect(limit?.budget).toBe(5);
  });

  it('is made anew on the service, whose job was of the old machine', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself', { Label: 'lora-x' });
    await app.press('instance.limit');
    await app.type('in 3h');
    await app.press('limit.kept', 'limit.set');
    await app.advance(3_000);
    expect(openLimits(app.world.journal.events())).toMatchObject([{ id, kept: 'service' }]);
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(110_000);
    const second = step(app, 'rented')?.id as number;
    expect(openLimits(app.world.journal.events())).toMatchObject([
      { id: second, kept: 'service', first: id },
    ]);
    const jobs = await app.world.connect(app.sandbox.apiKey).api.listScheduledJobs();
    expect(jobs.rows.map(({ api_endpoint }) => api_endpoint)).toEqual([`/api/v0/instances/${second}/`]);
  });
});

describe('calling a rescue off', () => {
  it('by Esc on its screen in each of its steps; q leaves and calls nothing off', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    for (let turns = 0; turns < 20 && steps(app).length === 0; turns += 1) await app.advance(1_000);
    expect(app.text()).toContain('esc or R cancel');
    await app.press('app.back');
    expect(steps(app)).toEqual(['boot-failed']);
    await app.press('app.last', 'app.escape');
    expect(app.prose()).toMatch(/called off\. Nothing has happened/);
    expect(app.frame()[0]).toContain(String(id));
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([]);
  });

  it('by Esc while it destroys, which rents nothing in its place', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await untilDestroying(app, id, 5_000);
    await app.press('app.escape');
    expect(app.prose()).toMatch(/cannot be called back; nothing is rented/);
    await app.advance(whole);
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it.each(['app.undo', 'instance.rescue'] as const)('by %s before anything has happened', async (key) => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    for (let turns = 0; turns < 20 && steps(app).length === 0; turns += 1) await app.advance(1_000);
    await app.press(key);
    expect(app.prose()).toMatch(/called off\. Nothing has happened/);
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([]);
    expect(steps(app)).toEqual(['boot-failed', 'called-off']);
  });

  it('while it destroys: nothing is rented in its place', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await untilDestroying(app, id, 5_000);
    await app.press('app.undo');
    expect(app.prose()).toMatch(/cannot be called back; nothing is rented/);
    await app.advance(whole);
    expect(await destroyed(app)).toEqual([id]);
    expect(await rentRequests(app)).toHaveLength(1);
  });

  it('while the rent is on its way: it says so, and the machine is shown', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'delay', delay_ms: 8_000 });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    for (let turns = 0; turns < 60 && step(app, 'renting') === undefined; turns += 1)
      await app.advance(1_000);
    await app.press('app.undo');
    expect(app.prose()).toMatch(/is on its way: if it is accepted you have/);
    await app.advance(whole);
    expect(await alive(app)).toEqual([step(app, 'rented')?.id]);
    expect(await rentRequests(app)).toHaveLength(2);
  });
});

describe('what keeps a rescue waiting', () => {
  it('data that is old, until the service answers again', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'ask before a rescue');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(25_000);
    await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 1000 });
    await app.advance(80_000);
    await app.press('instance.rescue');
    expect(app.prose()).toMatch(/too old to decide by/);
    expect(await destroyed(app)).toEqual([]);
  });

  it('a rent of the person that is on its way', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(5_000);
    await app.go('offers');
    await app.press('list.down', 'list.down');
    await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'delay', delay_ms: 20_000 });
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.press('form.submit');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(15_000);
    expect(await destroyed(app)).toEqual([]);
    await app.advance(60_000);
    expect(await destroyed(app)).toEqual([id]);
  });

  it('a deck that only reads rescues nothing', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    app.quit();
    await app.finished;
    const reader = await openDeck({ in: app.world, readOnly: true, route: { screen: 'instance', id } });
    await reader.press('instance.rescue');
    expect(reader.prose()).toContain('read-only');
    await reader.control(`instances/${id}`, { actual_status: 'exited' });
    await reader.advance(whole);
    expect(reader.prose()).toContain('exited');
    expect(await destroyed(reader)).toEqual([]);
    expect(await rentRequests(reader)).toHaveLength(1);
  });
});

describe('a second rigdeck', () => {
  it('leaves a rescue to the one that rents, and does not take it for cut off', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await untilDestroying(app, id, 30_000);
    app.world.writer.other = 'Another rigdeck rents.';
    const other = await openDeck({ in: app.world, route: { screen: 'instance', id } });
    await other.advance(poll);
    expect(steps(other)).toEqual(['boot-failed', 'destroying']);
  });
});

describe('after a restart', () => {
  it('a rescue is begun by hand alone, through the form, and says so', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    const again = await openDeck({ in: app.world, route: { screen: 'instance', id } });
    app.quit();
    await again.control(`instances/${id}`, { actual_status: 'exited' });
    await again.advance(whole);
    expect(await destroyed(again)).toEqual([]);
    expect(again.prose()).toContain('R rent manually');
  });

  it('one that was in the middle ends, and says how far it came', async () => {
    const app = await openDeck();
    const id = await rentWith(app, 'rescue by itself');
    await app.control('faults', { method: 'DELETE', path: '/api/v0/instances/*', kind: 'hang' });
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    for (let turns = 0; turns < 60 && step(app, 'destroying') === undefined; turns += 1)
      await app.advance(1_000);
    app.signOut();
    const again = await openDeck({ in: app.world, route: { screen: 'instance', id } });
    await again.advance(poll);
    expect(step(again, 'failed')).toMatchObject({ why: 'cut-off' });
    await again.advance(whole);
    expect(await rentRequests(again)).toHaveLength(1);
  });
});

describe('an interrupted bid', () => {
  const lost = async () => {
    const app = await openDeck();
    await app.press('offers.bid');
    const id = await rentWith(app, 'rescue by itself');
    await app.skip(400);
    await app.control(`instances/${id}`, { outbid: true });
    await app.advance(70_000);
    return { app, id };
  };

  it('C018 is told apart from a crash, with its bid and what wins now, and is never rescued', async () => {
    const { app } = await lost();
    expect(app.prose()).toMatch(/interrupted/);
    expect(app.prose()).toMatch(/bid \$\d\.\d{3}\/h, bid needed now \$\d\.\d{3}\/h \$ raise/);
    expect(await destroyed(app)).toEqual([]);
  });

  it('C018 is raised by one key: the suggested bid, its effect, and then it runs again', async () => {
    const { app, id } = await lost();
    await app.press('instance.bid');
    await app.past300ms();
    expect(app.dialog()).toMatch(/bid \$\d\.\d{3}\/h, bid needed now/);
    await app.press('prompt.keep');
    await app.past300ms();
    expect(app.dialog()).toMatch(/Wins now/);
    expect(app.dialog()).toMatch(/With disk: \$\d\.\d{3}\/h, \$\d+\.\d\d\/day/);
    await app.press('dialog.yes');
    await app.advance(60_000);
    const sent = (await app.requests()).filter(({ path }) => path.includes('/bid_price/'));
    expect(sent).toMatchObject([{ method: 'PUT', status: 200 }]);
    const { instances } = await app.world.connect(app.sandbox.apiKey).api.getInstance(id);
    expect(instances?.actual_status).toBe('running');
  });

  it('takes no bid of nothing, 0, 33, 1e3 or abc', async () => {
    const { app } = await lost();
    for (const text of ['', '0', '33', '1e3', 'abc']) {
      await app.press('instance.bid');
      await app.past300ms();
      expect(app.dialog(), text).toContain('bid needed now');
      await app.type('\x15');
      if (text !== '') await app.type(text);
      await app.press('prompt.keep');
      expect(app.dialog(), text).toContain('bid needed now');
      expect(app.dialog(), text).not.toContain('Change bid');
      expect((await app.requests()).filter(({ path }) => path.includes('/bid_price/'))).toEqual([]);
      await app.press('prompt.close');
      expect(app.dialog(), text).toBe('');
    }
  });

  it('is no key for a machine that is paid on demand', async () => {
    const app = await openDeck();
    await rent(app);
    await app.press('instance.bid');
    expect(app.prose()).toContain('On-demand instances have no bid');
  });
});
