import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { searchBodies } from '../support/rent.ts';

simulatedTime();

const searchForm = async (options: Parameters<typeof openDeck>[0] = {}): Promise<TestDeck> => {
  const app = await openDeck(options);
  return app.press('offers.search');
};

describe('the search form', () => {
  it('C068 sends exactly the body that it shows, and says where the limit ends the list', async () => {
    const app = await searchForm();
    expect(app.text()).toContain('POST /api/v0/bundles/');
    expect(app.text()).toContain('"num_gpus": {"eq": 1}');
    await app.fill({ GPUs: '>=2', Limit: '5' });
    expect(app.text()).toContain('"num_gpus": {"gte": 2}');
    await app.press('search.run');
    expect(app.text()).toContain('[1 Offers]');
    expect(searchBodies(app).at(-1)).toMatchObject({ num_gpus: { gte: 2 }, limit: 5 });
    expect(app.text()).toContain('first 5, more may exist');
    expect(app.text()).toContain('2+ GPUs');
  });

  it('says before it asks that a limit is beyond what one reply holds, and takes an order of the service’s own', async () => {
    const app = await searchForm();
    app.lead({ go: 'back' });
    app.searchFor({ order: [] });
    await app.press('offers.search');
    expect(app.text()).toMatch(/Order +\(•\) service order/);
    await app.fill({ Limit: '30000' });
    expect(app.prose()).toContain('No reply over 64 MiB is taken, some 25,000 offers: lower the limit.');
    await app.fill({ Limit: '5' });
    expect(app.text()).not.toContain('64 MiB');
    await app.press('search.run');
    expect(searchBodies(app).at(-1)).toMatchObject({ limit: 5 });
    expect(searchBodies(app).at(-1)?.order ?? []).toEqual([]);
    expect(app.text()).toContain('first 5, more may exist');
  });

  it('C065 sends no filter that was lifted, and the list says so', async () => {
    const app = await searchForm();
    await app.focus('Verified');
    await app.type(' ');
    await app.focus('Rentable');
    await app.type(' ');
    expect(app.text()).not.toContain('"verified"');
    expect(app.text()).not.toContain('"rentable"');
    await app.press('search.run');
    expect(Object.keys(searchBodies(app).at(-1) ?? {}).sort()).toEqual([
      'direct_port_count',
      'limit',
      'num_gpus',
      'order',
      'type',
    ]);
    expect(app.text()).toContain('verified or not');
  });

  it('C069 sends the name that was seen for another spelling of it', async () => {
    const app = await searchForm();
    await app.fill({ GPU: 'rtx3090' });
    expect(app.text()).toContain('sent as RTX 3090');
    expect(app.text()).toContain('"eq": "RTX 3090"');
    await app.press('search.run');
    expect(searchBodies(app).at(-1)).toMatchObject({ gpu_name: { eq: 'RTX 3090' } });
  });

  it('C069 lists the names that were seen, the ones like it first', async () => {
    const app = await searchForm({ cols: 120, rows: 40 });
    await app.fill({ GPU: '3090' });
    expect(app.prose()).toContain('not seen so far; near: RTX 3090');
    await app.press('search.names');
    expect(app.dialog()).toMatch(/^▌ RTX 3090/);
    await app.press('menu.pick');
    expect(app.text()).toContain('"eq": "RTX 3090"');
  });

  it('goes to what is wrong, says where, and sends nothing', async () => {
    const app = await searchForm();
    await app.fill({ And: 'dph_totl<1' });
    await app.focus('Limit');
    await app.press('search.run');
    expect(app.text()).toContain('Search');
    expect(app.frame().find((line) => line.startsWith('▌'))).toContain('And');
    expect(app.prose()).toContain('did you mean dph_total ?');
    await app.press('form.json');
    expect(app.text()).toContain('There is no request yet');
  });

  it('C068 sorts by the service, and no longer by the column of before', async () => {
    const app = await openDeck();
    await app.press('list.sort');
    await app.type('p');
    expect(app.text()).toContain('sorted here');
    await app.press('offers.search');
    await app.focus('Order');
    await app.type('\x1b[C');
    await app.press('search.run');
    expect(searchBodies(app).at(-1)).toMatchObject({ order: [['dph_total', 'asc']] });
    expect(app.text()).not.toContain('sorted here');
  });

  it('changes nothing when it is left', async () => {
    const app = await searchForm();
    const before = searchBodies(app);
    await app.fill({ Limit: '7' });
    await app.press('app.escape', 'app.escape');
    expect(app.text()).toContain('[1 Offers]');
    await app.press('app.refresh');
    expect(searchBodies(app)).toHaveLength(before.length + 1);
    expect(searchBodies(app).at(-1)).toEqual(before.at(-1));
  });

  it.each([
    [80, 24],
    [120, 40],
    [60, 16],
  ])('shows form and body on a terminal of %i by %i', async (cols, rows) => {
    const app = await searchForm({ cols, rows });
    expect(app.text()).toContain('Verified');
    expect(app.text()).toContain('"limit": 64');
    await app.focus('Limit');
    expect(app.text()).toContain('Limit');
    expect(app.text()).toContain('F1 help');
  });
});
