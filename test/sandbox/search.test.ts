import { describe, expect, it } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { type Fields, start, world } from './world.ts';

const w = world();
const { search } = w;
const refused = async (body: unknown) => {
  const { status, body: answer } = await w.call('POST', '/api/v0/bundles/', body);
  return { status, error: answer.error, msg: answer.msg };
};

describe('the search of interface.md', () => {
  it('answers its own example', async () => {
    const offers = await search({
      verified: { eq: true },
      rentable: { eq: true },
      gpu_name: { eq: 'RTX 4090' },
      num_gpus: { eq: 1 },
      direct_port_count: { gte: 1 },
      order: [['dlperf_per_dphtotal', 'desc']],
      type: 'on-demand',
      limit: 20,
    });
    expect(offers).toHaveLength(20);
    for (const offer of offers) {
      expect(offer).toMatchObject({
        verification: 'verified',
        rentable: true,
        gpu_name: 'RTX 4090',
        num_gpus: 1,
      });
      expect(offer.direct_port_count).toBeGreaterThanOrEqual(1);
    }
    const scores = offers.map((offer) => offer.dlperf_per_dphtotal);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('takes an empty body, with or without the slash, and answers every offer as application/json', async () => {
    for (const path of ['/api/v0/bundles/', '/api/v0/bundles']) {
      const { status, headers, body } = await w.call('POST', path, '');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(body.offers).toHaveLength(400);
    }
  });

  it('puts every field of an offer on each of 2,000 offers, with a storage price above zero', async () => {
    const big = createSandbox({ clock: manualClock(start) });
    const headers = { Authorization: `Bearer ${big.apiKey}` };
    const request = new Request('http://sandbox.localhost/api/v0/bundles/', { method: 'POST', headers });
    const body = (await (await big.fetch(request)).json()) as Fields;
    const names =
      'id ask_contract_id machine_id host_id bundle_id gpu_name num_gpus gpu_arch gpu_ram gpu_total_ram gpu_frac gpu_mem_bw bw_nvlink pcie_bw gpu_lanes pci_gen gpu_max_power gpu_max_temp gpu_display_active gpu_ids compute_cap cuda_max_good driver_version driver_vers total_flops dlperf dlperf_per_dphtotal flops_per_dphtotal score cpu_name cpu_arch cpu_cores cpu_cores_effective cpu_ghz has_avx cpu_ram disk_space disk_bw disk_name inet_up inet_down inet_up_cost inet_down_cost internet_up_cost_per_tb internet_down_cost_per_tb dph_base dph_total discounted_dph_total discounted_hourly discount_rate credit_discount_max dph_total_adj min_bid is_bid storage_cost storage_total_cost vram_costperhour search instance reliability reliability2 expected_reliability reliability_mult verification vericode hosting_type external rentable rented static_ip vms_enabled is_vm_deverified direct_port_count duration start_date end_date time_remaining time_remaining_isbid geolocation geolocode public_ipaddr hostname mobo_name os_version webpage logo resource_type cluster_id nw_disk_min_bw nw_disk_max_bw nw_disk_avg_bw avail_vol_ask_id avail_vol_dph avail_vol_size bundled_results rn platform_fee';
    const wanted = names.split(' ');
    const odd = body.offers.filter(
      (offer: Fields) =>
        wanted.some((name) => !(name in offer)) ||
        !(offer.storage_cost > 0 && offer.storage_total_cost > 0) ||
        Math.abs(offer.dph_total - offer.dph_base - offer.storage_total_cost) > 1e-12 ||
        !(offer.min_bid < offer.dph_base && offer.duration > 0 && offer.reliability >= 0.6),
    );
    expect(odd).toEqual([]);
    expect(new Set(body.offers.map((offer: Fields) => offer.id)).size).toBe(2_000);
    const roomy = body.offers.filter(
      (offer: Fields) => offer.direct_port_count >= 4 && offer.disk_space >= 50,
    );
    expect(roomy.length).toBeGreaterThan(1_000);
  });
});

describe('operators', () => {
  const cases: [filter: Fields, holds: (offer: Fields) => boolean][] = [
    [{ num_gpus: { eq: 2 } }, (o) => o.num_gpus === 2],
    [{ num_gpus: { neq: 1 } }, (o) => o.num_gpus !== 1],
    [{ dph_total: { gt: 1 } }, (o) => o.dph_total > 1],
    [{ num_gpus: { gte: 4 } }, (o) => o.num_gpus >= 4],
    [{ dph_total: { lt: 0.2 } }, (o) => o.dph_total < 0.2],
    [{ num_gpus: { lte: 2 } }, (o) => o.num_gpus <= 2],
    [{ num_gpus: { in: [4, 8] } }, (o) => [4, 8].includes(o.num_gpus)],
    [{ num_gpus: { notin: [1, 2] } }, (o) => ![1, 2].includes(o.num_gpus)],
    [{ num_gpus: { gte: 1, lte: 2 } }, (o) => o.num_gpus >= 1 && o.num_gpus <= 2],
    [{ gpu_name: { in: ['H200', 'B200'] } }, (o) => ['H200', 'B200'].includes(o.gpu_name)],
    [{ gpu_name: { notin: ['RTX 4090'] } }, (o) => o.gpu_name !== 'RTX 4090'],
    [{ gpu_name: { eq: 'RTX_4090' } }, (o) => o.gpu_name === 'RTX 4090'],
    [{ geolocation: { eq: 'SE' } }, (o) => o.geolocation === 'Sweden, SE'],
    [{ geolocation: { in: ['SE', 'FI'] } }, (o) => ['Sweden, SE', 'Finland, FI'].includes(o.geolocation)],
    [{ geolocation: { notin: ['US'] } }, (o) => !o.geolocation.endsWith('US')],
    [{ verified: { eq: false } }, (o) => o.verification !== 'verified'],
    [{ datacenter: { eq: true } }, (o) => o.hosting_type === 1],
    [{ static_ip: { eq: false } }, (o) => !o.static_ip],
    [{ cluster_id: { eq: null } }, (o) => o.cluster_id === null],
  ];
  it.each(cases)('finds exactly what %j describes', async (filter, holds) => {
    const all: Fields[] = (await w.call('POST', '/api/v0/bundles/', {})).body.offers;
    const found: Fields[] = (await w.call('POST', '/api/v0/bundles/', filter)).body.offers;
    const wanted = all.filter(holds).map((offer) => offer.id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(found.map((offer) => offer.id).sort()).toEqual(wanted.sort());
  });

  it('takes numbers and truth as text, as the public client sends them', async () => {
    const typed = await search({ num_gpus: { eq: 2 }, verified: { eq: true }, dph_total: { lte: 0.9 } });
    const texts = await search({
      num_gpus: { eq: '2' },
      verified: { eq: 'true' },
      dph_total: { lte: '0.9' },
    });
    expect(typed.length).toBeGreaterThan(0);
    expect(texts).toEqual(typed);
  });

  it('knows the other names and units of the public client', async () => {
    const pairs: [Fields, Fields][] = [
      [{ cuda_vers: { gte: '12.6' } }, { cuda_max_good: { gte: 12.6 } }],
      [{ dph: { lt: 0.3 } }, { dph_total: { lt: 0.3 } }],
      [{ dphtotal: { lt: 0.3 } }, { dph_total: { lt: 0.3 } }],
      [{ gpu_ram_GB: { gte: 40 } }, { gpu_ram: { gte: 40_000 } }],
      [{ driver_version: { gte: '560.35.03' } }, { driver_vers: { gte: 560_035_003 } }],
      [{ driver_version: { gte: 560_035_003 } }, { driver_vers: { gte: 560_035_003 } }],
    ];
    for (const [alias, plain] of pairs) {
      const found = await search(plain);
      expect(found.length).toBeGreaterThan(0);
      expect(await search(alias)).toEqual(found);
    }
  });

  it.each([
    [{ gpu_nme: { eq: 'RTX 4090' } }, 'gpu_nme'],
    [{ num_gpus: { near: 2 } }, 'near'],
    [{ order: [['niceness', 'desc']] }, 'niceness'],
  ])('refuses %j by name', async (body, word) => {
    const answer = await refused(body);
    expect(answer.status).toBe(400);
    expect(answer.msg).toContain(word);
  });

  it.each([
    { num_gpus: 2 },
    { num_gpus: { eq: 'many' } },
    { num_gpus: { in: 2 } },
    { num_gpus: { eq: [2] } },
    { gpu_name: { eq: 5 } },
    { gpu_name: { in: ['RTX 4090', 5] } },
    { geolocation: { neq: true } },
    { allocated_storage: [1] },
    { type: 'weekly' },
    { limit: 'few' },
    { limit: -1 },
    { order: 'dph_total' },
    { order: [['dph_total', 'down']] },
  ])('answers 400 bad_request to %j', async (body) => {
    expect(await refused(body)).toMatchObject({ status: 400, error: 'bad_request' });
  });

  it('answers 400 bad_request to a body that is no JSON object', async () => {
    for (const body of ['{', '[]', '7', 'null']) {
      expect(await refused(body)).toMatchObject({ status: 400, error: 'bad_request' });
    }
  });
});

describe('order, limit and type', () => {
  it('orders by several columns, texts and numbers, each in its direction', async () => {
    const offers = await search({
      order: [
        ['gpu_name', 'asc'],
        ['num_gpus', 'desc'],
        ['dph_total', 'asc'],
      ],
      limit: 2_000,
    });
    const keys = offers.map((o) => [o.gpu_name, -o.num_gpus, o.dph_total] as const);
    const sorted = keys.toSorted(([a, b, c], [x, y, z]) => (a < x ? -1 : a > x ? 1 : b - y || c - z));
    expect(keys).toEqual(sorted);
  });

  it('gives the same first rows for a small limit as for none', async () => {
    const order = [['dph_total', 'asc']];
    const all: Fields[] = (await w.call('POST', '/api/v0/bundles/', { order })).body.offers;
    expect(await search({ order, limit: 7 })).toEqual(all.slice(0, 7));
    expect(await search({ order, limit: '7' })).toEqual(all.slice(0, 7));
    expect(await search({ order, limit: 0 })).toEqual([]);
  });

  it('prices the storage that is asked for, and wants that much room', async () => {
    const offers = await search({ allocated_storage: 500 });
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of offers) {
      expect(offer.disk_space).toBeGreaterThanOrEqual(500);
      expect(offer.storage_total_cost).toBeCloseTo((offer.storage_cost * 500) / 720, 12);
    }
  });

  it.each(['bid', 'interruptible'])('prices the GPU at the lowest bid for type %s', async (type) => {
    for (const offer of await search({ type })) {
      expect(offer).toMatchObject({ is_bid: true, dph_base: offer.min_bid });
    }
  });

  it.each(['on-demand', 'ondemand', 'reserved'])('takes the type %s', async (type) => {
    expect((await search({ type }))[0].is_bid).toBe(false);
  });

  it('answers the other search path alike', async () => {
    const q = { num_gpus: { eq: '8' }, order: [['dph_total', 'asc']], limit: 3 };
    const other = await w.call('PUT', '/api/v0/search/asks/', { select_cols: ['*'], q });
    expect(other.body.offers).toEqual(await search(q));
  });

  it('names the GPUs without a key', async () => {
    const { status, body } = await w.call('GET', '/api/v0/gpu_names/unique/', undefined, null);
    expect(status).toBe(200);
    expect(body.gpu_names).toContain('RTX 4090');
    expect((await w.call('GET', '/api/v0/gpu_types/', undefined, null)).body.gpu_types).toContain('H200');
  });
});

describe('the market', () => {
  it('is the same for a seed and another for another', async () => {
    const body = { limit: 50, order: [['id', 'asc']] };
    const first = await world({ seed: 7 }).search(body);
    expect(await world({ seed: 7 }).search(body)).toEqual(first);
    expect(await world({ seed: 8 }).search(body)).not.toEqual(first);
  });

  it('moves its prices with time, the same way whenever it is asked', async () => {
    const [one, two] = [world({ seed: 7 }), world({ seed: 7 })];
    const body = { limit: 50, order: [['id', 'asc']] };
    const before = await one.search(body);
    one.pass(3_600);
    const after = await one.search(body);
    const moved = after.filter((offer, i) => offer.dph_base !== before[i].dph_base);
    expect(moved.length).toBeGreaterThan(40);
    two.pass(1_000);
    two.pass(2_600);
    expect(await two.search(body)).toEqual(after);
  });

  it('holds as many offers as asked for, up to 100,000', async () => {
    expect(await world({ offers: 3 }).search()).toHaveLength(3);
    expect(await world({ offers: 0 }).search()).toEqual([]);
    const big = world({ offers: 200_000 });
    const last = await big.search({ order: [['id', 'desc']], limit: 1 });
    const first = await big.search({ order: [['id', 'asc']], limit: 1 });
    expect((last[0].id - first[0].id) / 3 + 1).toBe(100_000);
  });

  it('takes offers by itself only when it is lively', async () => {
    const rentable = async (lively: boolean) => {
      const { body } = await world({ lively }).call('POST', '/api/v0/bundles/', { rentable: { eq: true } });
      return body.offers.length;
    };
    expect(await rentable(false)).toBe(400);
    const lively = await rentable(true);
    expect(lively).toBeGreaterThan(300);
    expect(lively).toBeLessThan(400);
  });

  it('starts its contracts now and ends them later', async () => {
    const [offer] = await search({ limit: 1 });
    expect(offer.end_date).toBeGreaterThan(start / 1000 + 86_400);
  });
});
