import { describe, expect, it } from 'vitest';
import { creditSeries, priceSeries } from '../../src/engine/money/samples.ts';
import { openDeck, simulatedTime, startOfTime, type TestDeck } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { baseUrl, testWorld } from '../support/test-services.ts';

simulatedTime();

const minute = 60_000;
const hour = 60 * minute;
const moneyLine = (app: TestDeck) => app.frame()[1] ?? '';
const busy = { world: { world: 'busy' } } as const;
/** An answer as it goes over the wire, past the deck and the pace that its client keeps. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are read as they came
async function ask(world: ReturnType<typeof testWorld>, path: string, body?: unknown): Promise<any> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { Authorization: `Bearer ${world.sandbox.apiKey}` };
  return (await world.sandbox.fetch(new Request(`${baseUrl}/api/v0/${path}`, { ...init, headers }))).json();
}
const userOf = async (world: ReturnType<typeof testWorld>): Promise<number> =>
  (await ask(world, 'users/current/')).id;
/** Reads anew what the deck would read within a minute. */
const reread = async (app: TestDeck) => {
  await app.press('app.refresh');
  await app.advance(2_000);
};
/** What a person who looks elsewhere is told of the credit. */
const rings = (app: TestDeck): string[] => {
  const heard: string[] = [];
  app.world.services.terminal.focused = () => false;
  app.world.services.terminal.notify = (text) => void (/credit/.test(text) && heard.push(text));
  return heard;
};

describe('the money line', () => {
  it('measures the burn by the credit, and shows both where they are apart', async () => {
    const app = await openDeck({ ...busy, cols: 120 });
    expect(moneyLine(app)).toMatch(/\$\d+\.\d\d credit · .* burn/);
    expect(moneyLine(app)).not.toContain('measured');
    // Somebody spends elsewhere what no price explains.
    for (let n = 0; n < 8; n += 1) {
      const { credit } = await ask(app.world, 'users/current/');
      await app.control('account', { credit: credit - 0.5 });
      await app.skip(50);
      await reread(app);
    }
    expect(moneyLine(app)).toMatch(/burn \$\d\.\d{3}\/h.* quoted, \$3\d\.\d{3}\/h measured \(\dm/);
  });

  it('C021 is a lower bound while prices are missing, and says how many are known', async () => {
    const app = await openDeck({ ...busy, cols: 120 });
    const { instances } = await ask(app.world, 'instances/');
    const rows = instances.map((row: { id: number; actual_status: string }, index: number) =>
      index === 0 ? { id: row.id, actual_status: row.actual_status, label: 'bare' } : row,
    );
    const body = { instances_found: rows.length, instances: rows };
    await app.control('faults', {
      method: 'GET',
      path: '/api/v0/instances/',
      kind: 'status',
      status: 200,
      body,
      times: 50,
    });
    await app.advance(21_000);
    expect(moneyLine(app)).toMatch(/≥ \$.*\(8 of 9 priced\) · ≤ \d/);
    await app.press('app.money');
    await app.advance(3_000);
    expect(app.text()).toMatch(/9 instances · ≥ \$\d\.\d{3}\/h · ≥ \$/);
    // It is stopped, so that its GPU costs nothing; nothing else of it is known.
    expect(app.text()).toMatch(/bare +· +stopped +0\.000 +· +· +· +· +·/);
    expect(app.text()).toContain('If bare is stopped: not known, since a price is missing');
  });
});

describe('a credit that falls without an instance', () => {
  /** Passes so many minutes, in each of which somebody spends elsewhere. */
  const spends = async (app: TestDeck, minutes: number, dollars: number) => {
    for (let n = 0; n < minutes; n += 1) {
      const { credit } = await ask(app.world, 'users/current/');
      await app.control('account', { credit: credit - dollars });
      await app.skip(58);
      await reread(app);
    }
  };

  it('is no comfort: the deck says so on every screen, calls, and says it in its last words', async () => {
    const app = await openDeck({ cols: 120, route: { screen: 'instances' } });
    const events: string[] = [];
    app.world.services.terminal.focused = () => false;
    app.world.services.terminal.notify = (text) => void events.push(text);
    expect(app.prose()).toMatch(/No instances\. Press/);
    await spends(app, 12, 0.05);
    expect(app.prose()).toMatch(/No instances\. Credit fell \$\d\.\d{3}\/h faster/);
    expect(moneyLine(app)).toMatch(/\$\d\.\d{3}\/h measured .* runway/);
    expect(events.filter((text) => /Credit fell/.test(text))).toHaveLength(1);
    await app.press('app.money');
    expect(app.prose()).not.toMatch(/No instances\. Press/);
    expect(app.lastWords(120)).toMatch(/no instances\. Credit fell/);
  });

  it('is explained by a volume that is charged, which is part of the burn', async () => {
    const app = await openDeck({ cols: 120, route: { screen: 'instances' } });
    await app.control('volumes/501', { storage_cost: 14.4 });
    await app.advance(6 * minute);
    for (let n = 0; n < 12; n += 1) {
      await app.skip(58);
      await reread(app);
    }
    expect(moneyLine(app)).toContain('$2.000/h burn');
    expect(app.prose()).toMatch(/No instances\. 1 volume, \$2\.000\/h/);
    expect(app.text()).not.toContain('Credit fell');
    const { charges } = (await app.control('ledger', undefined, 'GET')) as {
      charges: { volume_id?: number; amount: number }[];
    };
    const paid = charges.find(({ volume_id }) => volume_id === 501)?.amount ?? 0;
    expect((await ask(app.world, 'users/current/')).credit).toBeCloseTo(100 - paid, 6);
    expect(paid).toBeGreaterThan(0.3);
  });
});

describe('a runway under two hours', () => {
  it('rings once, says what stopping buys, and rings again only after it was longer', async () => {
    const app = await openDeck({ cols: 120 });
    const heard = rings(app);
    await rent(app, { Label: 'train-a' });
    await app.skip(400);
    const price = Number(/\$(\d\.\d{3})\/h/.exec(moneyLine(app))?.[1]);
    await app.control('account', { credit: price * 2.2 });
    await reread(app);
    expect(heard).toHaveLength(0);
    await app.skip(45 * 60);
    await reread(app);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatch(
      /The credit lasts 1h \d\dm more, until Fri 14:\d\d\. Stopping train-a adds \d+[hd]/,
    );
    await app.skip(120);
    await reread(app);
    expect(heard).toHaveLength(1);
    await app.control('account', { credit: 50 });
    await reread(app);
    // What somebody pays at once is no burn; what the control surface did before is out of sight by then.
    await app.skip(32 * 60);
    await reread(app);
    await app.control('account', { credit: price });
    await reread(app);
    expect(heard).toHaveLength(2);
  });

  it('ends with a plan on Money, and a rent that leaves so little says why a word is to be typed', async () => {
    const app = await openDeck({ cols: 120 });
    await rent(app, { Label: 'train-a' });
    await app.skip(400);
    await app.control('account', { credit: 0.2 });
    await reread(app);
    expect(app.prose()).toContain('6 shows the plan.');
    await app.press('app.money');
    await app.advance(2_000);
    expect(app.frame()[0]).toContain('[6 Money]•');
    expect(app.text()).toMatch(/left: what stopping buys/);
    expect(app.text()).toMatch(/stop train-a +\+\d+[dh]/);
    await app.press('app.offers', 'offer.rent');
    await app.fill({ Image: 'a/b:1' });
    await app.press('form.submit');
    expect(app.dialog()).toContain('To be typed: the credit would last under 2 hours.');
    await app.past300ms();
    await app.press('dialog.cancel');
    await app.control('account', { credit: 50 });
    await reread(app);
    await app.press('app.escape', 'app.escape', 'app.money');
    await app.advance(2_000);
    expect(app.text()).not.toContain('what stopping buys');
  });

  it('does not ring where nothing is rented', async () => {
    const app = await openDeck();
    const heard = rings(app);
    await app.control('account', { credit: 0 });
    await app.advance(3 * minute);
    expect(heard).toEqual([]);
  });
});

describe('own samples', () => {
  it('are taken at each read of the credit, though it does not change, and of the cheapest offers', async () => {
    const app = await openDeck();
    const user = await userOf(app.world);
    const { offers } = await ask(app.world, 'bundles/', {
      gpu_name: { eq: 'RTX 4090' },
      num_gpus: { eq: 1 },
      limit: 500,
    });
    await app.advance(5 * minute);
    const credit = app.world.samples.series(creditSeries(baseUrl, user));
    expect(credit.length).toBeGreaterThanOrEqual(5);
    expect(new Set(credit.map(({ value }) => value))).toEqual(new Set([100]));
    expect(credit.every(({ at }, i) => i === 0 || at > (credit[i - 1]?.at ?? 0))).toBe(true);
    const model = { gpu: 'RTX 4090', gpus: 1, bid: false };
    const prices = app.world.samples.series(priceSeries(baseUrl, model));
    expect(prices).toHaveLength(1);
    expect(offers.map((offer: { dph_total: number }) => offer.dph_total)).toContain(prices[0]?.value);
  });

  it('of another account are another series, in the same store', async () => {
    const world = testWorld();
    const user = await userOf(world);
    world.samples.add(startOfTime - 10 * minute, { [creditSeries(baseUrl, user + 1)]: 7 });
    const app = await openDeck({ in: world });
    await app.press('app.money');
    await app.advance(2 * minute);
    expect(app.text()).toContain('$100.00, your own samples');
    expect(app.text()).not.toContain('$7.00');
  });

  it('show what offers like it cost before, with the time without rigdeck as a gap', async () => {
    const app = await openDeck();
    const gpu = /1x ([^│]+?) {2,}/.exec(
      app.frame().find((line) => line.startsWith('▌')) ?? '',
    )?.[1] as string;
    const series = priceSeries(baseUrl, { gpu, gpus: 1, bid: false });
    // A later sample would count as one of a clock that was put back: the past is written first.
    const past = [72, 71, 70, 69, 68, 67, 66, 65, 64, 63, 62, 61, 60].map((ago) => ({
      at: startOfTime - ago * hour,
      value: 0.4 + ago / 1000,
    }));
    const elsewhere = testWorld();
    for (const { at, value } of past) elsewhere.samples.add(at, { [series]: value });
    const again = await openDeck({ in: elsewhere });
    await again.advance(2_000);
    expect(again.text()).toMatch(
      /Cheapest like it {2}[▁-█]{3} {10}[▁-█] {2}\d\.\d{3} to 0\.472, own samples, 3 days/,
    );
  });
});

describe('the Money screen', () => {
  it('shows each machine by part, what it has cost and from what that is known', async () => {
    const app = await openDeck({ ...busy, cols: 120, rows: 40 });
    await app.press('app.money');
    await app.advance(3_000);
    expect(app.text()).toMatch(/9 instances · \$\d\.\d{3}\/h · \$\d+\.\d\d\/day · spent \$\d+\.\d\d/);
    const { charges } = (await app.control('ledger', undefined, 'GET')) as {
      charges: { instance_id: number; amount: number }[];
    };
    const { instances } = await ask(app.world, 'instances/');
    for (const { id, label } of instances) {
      const paid = charges
        .filter((line) => line.instance_id === id)
        .reduce((sum, { amount }) => sum + amount, 0);
      const row = app.frame().find((line) => line.includes(` ${label} `)) ?? '';
      const said = Number(/(\d+\.\d\d) {2}charged/.exec(row)?.[1]);
      expect(Math.abs(said - paid), `${label}: ${said} for ${paid}`).toBeLessThan(0.02);
    }
  });

  it('C064 counts days in UTC, wherever the person is', async () => {
    const world = testWorld({ world: 'busy' });
    world.services.timeZone = 'Asia/Tokyo';
    const app = await openDeck({ in: world, cols: 120, rows: 40 });
    await app.press('app.money');
    await app.advance(3_000);
    expect(app.text()).toContain('charged by day, UTC');
    const days = app.frame().flatMap((line) => /^ {3}(\d+ Nov) /.exec(line)?.[1] ?? []);
    expect(days).toEqual(['27 Nov', '26 Nov', '25 Nov', '24 Nov', '23 Nov', '22 Nov', '21 Nov']);
    const { charges } = (await app.control('ledger', undefined, 'GET')) as {
      charges: { amount: number }[];
    };
    const total = app
      .frame()
      .reduce((sum, line) => sum + Number(/^ {3}\d+ Nov .* (\d+\.\d\d) *$/.exec(line)?.[1] ?? 0), 0);
    expect(total).toBeCloseTo(
      charges.reduce((sum, { amount }) => sum + amount, 0),
      1,
    );
  });

  it('reckons without the marked machines, and without their disks on w', async () => {
    const app = await openDeck({ ...busy, cols: 120 });
    await app.press('app.money');
    await app.advance(2_000);
    const runway = (text: string) => /runway (\S+ \S+) → (\S+ \S+) \(\+(\S+ \S+)\)/.exec(text)?.slice(1);
    const one = runway(app.text());
    expect(app.text()).toMatch(/If probe is stopped: runway .* · \$\d\.\d{3}\/h → \$\d\.\d{3}\/h/);
    await app.press('list.mark', 'list.mark');
    expect(app.text()).toContain('If probe and train-b are stopped: ');
    expect(app.text()).toContain('2 marked');
    const two = runway(app.text());
    expect(two?.[0]).toBe(one?.[0]);
    expect(two?.[1]).not.toBe(one?.[1]);
    await app.press('money.what-if');
    expect(app.text()).toContain('If probe and train-b are destroyed: ');
    await app.press('list.mark-none');
    expect(app.text()).toContain('If eval is destroyed: ');
    // Nothing of it touches a machine.
    expect((await app.requests()).filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([]);
  });

  it('says that charges are not known where the service refuses them, and shows all else', async () => {
    const app = await openDeck({ ...busy, cols: 80 });
    await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 404, times: 1000 });
    await app.press('app.money');
    await app.advance(5_000);
    expect(app.text()).toContain('Not known: the service does not give them (HTTP 404).');
    expect(app.text()).toMatch(/train-a .*(uptime|age)/);
    expect(app.text()).toMatch(/scratch .*disk only/);
    expect(app.text()).toMatch(/spent ≥ \$/);
    expect(moneyLine(app)).toMatch(/ <30s ago/);
  });

  it('says how old the charges are when they cannot be read any more, and since when the credit is not told', async () => {
    const app = await openDeck({ ...busy, cols: 80, rows: 40 });
    await app.press('app.money');
    await app.advance(5_000);
    await app.control('faults', { path: '/api/v0/charges/', kind: 'status', status: 500, times: 99 });
    await app.control('faults', { path: '/api/v0/users/current/', kind: 'status', status: 403, times: 99 });
    await app.press('app.refresh');
    await app.advance(12_000);
    expect(app.text()).toMatch(/charged by day, UTC .* HTTP 500: charges \d+s old/);
    expect(app.text()).toMatch(/27 Nov +\d/);
    expect(moneyLine(app)).toMatch(/\$\d+.*key refused, last answer \d+s ago/);
  });

  it('reads every page, a call for each', async () => {
    const app = await openDeck(busy);
    const day = { gte: startOfTime / 1000 - 14 * 86_400, lte: startOfTime / 1000 };
    const filters = encodeURIComponent(JSON.stringify({ day }));
    const whole = await ask(app.world, `charges/?select_filters=${filters}&limit=500`);
    const half = Math.ceil(whole.results.length / 2);
    const page = (body: unknown) => ({ path: '/api/v0/charges/', kind: 'status', status: 200, body });
    await app.control(
      'faults',
      page({ success: true, results: whole.results.slice(0, half), next_token: 'dHdv' }),
    );
    await app.control(
      'faults',
      page({ success: true, results: whole.results.slice(half), next_token: null }),
    );
    const before = (await app.requests()).length;
    await app.press('app.money');
    await app.advance(5_000);
    const asked = (await app.requests()).slice(before).filter(({ path }) => path.includes('/charges/'));
    expect(asked).toHaveLength(2);
    expect(app.text()).toMatch(/27 Nov .* \d+\.\d\d/);
    expect(app.text()).toMatch(/train-a .*charged/);
  });

  it('is designed for nothing rented, and for a list that cannot be read', async () => {
    const app = await openDeck();
    await app.press('app.money');
    await app.advance(3_000);
    expect(app.text()).toContain('No instances.');
    expect(app.text()).toContain('Nothing was charged in the last 14 days.');
    await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 1000 });
    await app.press('app.refresh');
    await app.advance(40_000);
    expect(app.prose()).toMatch(/offline/i);
    expect(app.text()).not.toContain('No instances');
  });

  it('tells of a credit that falls with nothing rented alike in both places, from the first fall on', async () => {
    const app = await openDeck({ cols: 120 });
    await app.press('app.money');
    await app.advance(3_000);
    const { credit } = await ask(app.world, 'users/current/');
    const fell: string[] = [];
    for (let step = 1; step < 60; step += 1) {
      await app.control('account', { credit: credit - step });
      // The header stays, and the place is drawn later; answers come between two seconds.
      await app.press('app.offers');
      await app.press('app.refresh');
      for (const ms of [430, 1_000, 8_000]) {
        await app.advance(ms);
        await app.press('app.money');
        const [header, body] = [moneyLine(app), app.frame().slice(2).join('\n')];
        if (step > 1) expect(app.prose()).not.toMatch(/nothing costs|nothing is being spent|no end/);
        const figure = /\$([\d.]+\/h)(?: faster)? over the last (\d+m \d+s|\d+m)/.exec(body);
        if (figure === null) expect(header).not.toContain('measured');
        else expect(header).toContain(`$${figure[1]} measured (${figure[2]})`);
        if (figure !== null) fell.push(figure[0]);
      }
    }
    expect(new Set(fell).size).toBeGreaterThan(1);
  });

  it('keeps its rows, dimmed and with their age, while the service does not answer', async () => {
    const app = await openDeck(busy);
    await app.press('app.money');
    await app.advance(3_000);
    await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 1000 });
    await app.press('app.refresh');
    await app.advance(75_000);
    expect(app.text()).toContain('train-b');
    expect(app.text()).toMatch(/Rows? .*old|rows .*old/);
    expect(moneyLine(app)).toMatch(/STALE/);
  });
});

describe('what stands beside a price', () => {
  it('at 60 columns is the arrow of a burn that only comes', async () => {
    const app = await openDeck({ ...busy, cols: 60, rows: 16 });
    await app.advance(2_000);
    expect(moneyLine(app)).toMatch(/→ \$\d\.\d{3}/);
  });

  it('is the disk alone for a machine that is stopped', async () => {
    const app = await openDeck(busy);
    const { instances } = await ask(app.world, 'instances/');
    const stopped = instances.find((row: { actual_status: string }) => row.actual_status === 'stopped');
    app.lead({ go: 'push', route: { screen: 'instance', id: stopped.id } });
    await app.advance(3_000);
    const disk = (stopped.instance.diskHour ?? stopped.storage_total_cost) as number;
    const head = app.frame().find((line) => line.includes('stopped   ')) ?? '';
    expect(head).toContain(`disk $${disk.toFixed(3)}/h`);
    expect(head).not.toContain(`$${(stopped.search.totalHour as number).toFixed(3)}`);
  });

  it('at 60 columns is whole that a machine which is gone is not charged', async () => {
    const app = await openDeck({ cols: 60, rows: 16 });
    const id = await rent(app, { Label: 'train-a' });
    await app.skip(400);
    await ask(app.world, `instances/${id}/`);
    await app.world.sandbox.fetch(
      new Request(`${baseUrl}/api/v0/instances/${id}/`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${app.world.sandbox.apiKey}` },
      }),
    );
    app.lead({ go: 'jump', route: { screen: 'instance', id } });
    await app.press('app.refresh');
    await app.advance(25_000);
    expect(app.prose()).toMatch(/was destroyed\. Billing ended\./);
  });

  it('is the year of an end that is in another one', async () => {
    const world = testWorld();
    const end = Date.UTC(2028, 0, 1) / 1000;
    const offers = [
      { id: 7, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.3, dph_base: 0.3, end_date: end },
    ];
    const body = { offers };
    world.sandbox.control.addFault({
      path: '/api/v0/bundles/',
      kind: 'status',
      status: 200,
      body,
      times: 99,
    });
    const app = await openDeck({ in: world, cols: 160, rows: 50 });
    await app.advance(2_000);
    expect(app.text()).toContain('rents until 1 Jan 2028');
  });
});
