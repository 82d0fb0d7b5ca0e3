import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';

simulatedTime();

describe('Offers', () => {
  it('shows a sane search at once: verified, rentable, one GPU, best value first', async () => {
    const app = await openDeck();
    expect(app.text()).toContain('on-demand · 1 GPU · verified · 1+ port');
    const asked = (await app.requests()).filter(({ path }) => path.includes('bundles'));
    expect(asked).toHaveLength(1);
    const value = app
      .frame()
      .slice(5, 12)
      .map((line) => Number(/\d+\.\d{3}\s+\d+\.\d{2}\s+(\d+)/.exec(line)?.[1]));
    expect(value).toEqual([...value].sort((a, b) => b - a));
    expect(value[0]).toBeGreaterThan(0);
  });

  it('narrows with / as the person types and gives all rows back on Esc', async () => {
    const app = await openDeck();
    await app.press('list.filter');
    await app.type('3090');
    expect(app.text()).toMatch(/\/3090▌ \d+ of \d+/);
    const rows = app
      .frame()
      .slice(5, 9)
      .filter((line) => line.includes('1x'));
    expect(rows.every((line) => line.includes('RTX 3090'))).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
    await app.press('filter.keep');
    expect(app.text()).toContain('/3090 ');
    await app.press('list.filter', 'filter.clear');
    expect(app.text()).not.toContain('/3090');
  });

  it('says what is wrong with a filter and keeps the rows', async () => {
    const app = await openDeck();
    await app.press('list.filter');
    await app.type('/[/');
    expect(app.text()).toMatch(/regular expression/);
    expect(app.text()).toContain('1x ');
  });

  it('C099 takes keys that arrive in one chunk one by one', async () => {
    const app = await openDeck();
    await app.type('jjj');
    const cursor = () =>
      app
        .frame()
        .slice(5, 20)
        .findIndex((line) => line.startsWith('▌'));
    expect(cursor()).toBe(3);
    await app.type('\x1b[B\x1b[B');
    expect(cursor()).toBe(5);
    await app.press('list.filter');
    await app.type('30\r');
    expect(app.text()).toMatch(/\/30 \d+ of/);
    expect(app.text()).not.toContain('▌ of');
  });

  it('sorts here by a column, says so, and turns the order round', async () => {
    const app = await openDeck();
    await app.press('list.sort');
    expect(app.text()).toContain('Sort by');
    await app.type('p');
    const prices = () =>
      app
        .frame()
        .slice(5, 11)
        .map((line) => Number(/\s(\d+\.\d{3})\s/.exec(line)?.[1]));
    expect(prices()).toEqual([...prices()].sort((a, b) => a - b));
    expect(app.text()).toContain('sorted here');
    await app.press('list.reverse');
    expect(prices()).toEqual([...prices()].sort((a, b) => b - a));
  });

  it('C070 sorts a column as numbers, what is unknown last either way, and keeps that when the rows come anew', async () => {
    const app = await openDeck();
    const answer = (prices: readonly (number | undefined)[]) =>
      app.control('faults', {
        ...{ path: '/api/v0/bundles/', kind: 'status', status: 200 },
        body: { offers: prices.map((dph_total) => ({ id: 10 * (dph_total ?? 9), dph_total })) },
      });
    const prices = () =>
      app
        .frame()
        .slice(5, 9)
        .map((line) => /\d+\.\d{3}/.exec(line)?.[0]);
    await answer([10.2, undefined, 0.9, 2.5]);
    await app.press('app.refresh', 'list.sort');
    await app.type('p');
    expect(prices()).toEqual(['0.900', '2.500', '10.200', undefined]);
    await answer([2.5, 10.2, undefined, 0.9]);
    await app.press('app.refresh');
    expect(prices()).toEqual(['0.900', '2.500', '10.200', undefined]);
    await app.press('list.reverse');
    expect(prices()).toEqual(['10.200', '2.500', '0.900', undefined]);
  });

  it('turns round and moves on from the order that the service gave', async () => {
    const app = await openDeck();
    const head = () => app.frame()[4];
    expect(head()).toContain('DL/$▼');
    await app.press('list.sort');
    expect(app.text()).toContain('d:DL/$▼');
    await app.type('d');
    expect(head()).toContain('DL/$▲');
    await app.press('app.undo', 'list.sort-right');
    expect(head()).toContain('REL▼');
    await app.press('app.undo', 'list.reverse');
    expect(head()).toContain('DL/$▲');
    await app.press('list.sort', 'sort.left', 'sort.pick');
    expect(head()).toContain('$/DAY▲');
  });

  it('shows a new order from its first row, and counts the rows above and below the view', async () => {
    const app = await openDeck();
    const under = () => app.frame().find((line) => line.startsWith('▌'));
    await app.press('list.page-down', 'list.page-down', 'list.page-down');
    expect(app.text()).toMatch(/↓ \d+ more +↑ \d+ above/);
    await app.press('list.sort');
    await app.type('p');
    expect(app.text()).not.toMatch(/↑ \d+ above/);
    expect(app.frame()[5]).toBe(under());
    await app.press('list.page-down', 'list.page-down', 'list.reverse');
    expect(app.text()).not.toMatch(/↑ \d+ above/);
    expect(app.frame()[5]).toBe(under());
  });

  it('keeps the cursor on its row when the order changes while rows are marked', async () => {
    const app = await openDeck();
    await app.type('jjjj');
    await app.press('list.mark');
    const row = () =>
      app
        .frame()
        .find((line) => line.startsWith('▌'))
        ?.slice(3, 40);
    const before = row();
    await app.press('list.sort');
    await app.type('k');
    expect(row()).toBe(before);
  });

  it('C021 shows what is unknown as ·, never as zero', async () => {
    const app = await openDeck();
    await app.control('faults', {
      path: '/api/v0/bundles/',
      kind: 'status',
      status: 200,
      times: 5,
      body: { offers: [{ id: 7 }, { id: 8, gpu_name: 'RTX 4090', num_gpus: 1 }] },
    });
    await app.press('app.refresh');
    const row = app.frame().find((line) => line.includes('RTX 4090'));
    expect(row).toMatch(/·\s+·\s+·/);
    expect(row).not.toMatch(/0\.00/);
    expect(app.text()).toContain('2 offers');
  });

  it('asks again each minute and keeps old rows, marked, while the service does not answer', async () => {
    const app = await openDeck();
    await app.control('faults', { kind: 'drop', times: 1000, path: '/api/v0/*' });
    await app.advance(90_000);
    expect(app.text()).toMatch(/STALE 1m \d+s|last answer/);
    expect(app.text()).toContain('1x ');
    await app.control('faults', undefined, 'DELETE');
    await app.advance(70_000);
    expect(app.text()).toContain('live');
  });

  it('explains itself on ? and finds actions by name on :', async () => {
    const app = await openDeck();
    await app.press('app.help');
    expect(app.text()).toContain('Keys that work here');
    expect(app.text()).toContain('Fill in the form for this offer');
    await app.type('\x1b');
    await app.press('app.palette');
    await app.type('go to inst\r');
    expect(app.text()).toContain('[2 Instances]');
  });

  it('drops a paste that no field is there for', async () => {
    const app = await openDeck();
    app.terminal.paste('jjD2q');
    await app.type('');
    expect(app.text()).toContain('[1 Offers]');
    expect(
      app
        .frame()
        .slice(5)
        .findIndex((line) => line.startsWith('▌')),
    ).toBe(0);
  });
});
