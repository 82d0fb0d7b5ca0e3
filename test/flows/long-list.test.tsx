import { expect, test, vi } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { ask, searchBodies } from '../support/rent.ts';

simulatedTime();

type App = Awaited<ReturnType<typeof openDeck>>;

/** More rows than are filtered within a frame. */
const many = 2_600;

async function longList(): Promise<App> {
  const app = await openDeck({ world: { offers: many }, cols: 120 });
  app.searchFor({ filters: {}, limit: many });
  while (!app.text().includes(`first ${many}`)) await app.idle();
  return app;
}

/**
 * Types bytes in one chunk, or chunk behind chunk, and tells of every frame until the list has its rows, those that are old by themselves;
 * `meanwhile` is called while they are.
 */
async function typed(
  app: App,
  bytes: string | readonly string[],
  meanwhile?: () => void,
): Promise<{ old: string[]; all: string[] }> {
  const [old, all]: [Set<string>, Set<string>] = [new Set(), new Set()];
  let isCalled = false;
  for (const chunk of [bytes].flat()) {
    app.terminal.type(chunk);
    // What comes close behind is taken for a paste.
    for (let turns = 0; turns < 4; turns += 1) await new Promise<void>((next) => setImmediate(next));
  }
  for (let calm = 0; calm < 30; ) {
    await new Promise<void>((next) => setImmediate(next));
    await vi.advanceTimersByTimeAsync(2);
    const isOld = isStillOld(app);
    calm = isOld ? 0 : calm + 1;
    all.add(app.text());
    if (!isOld) continue;
    old.add(app.text());
    if (!isCalled) meanwhile?.();
    isCalled = true;
  }
  await app.idle();
  return { old: [...old], all: [...all, app.text()] };
}

const isStillOld = (app: App) => /(filtering|sorting)…/.test(head(app.text()));
const screen = (app: App) => {
  const now = app.place().stack.at(-1);
  return now?.screen === 'rent' ? `rent ${now.offer.gpu_name}` : now?.screen;
};
const head = (frame: string) => frame.split('\n')[3] ?? '';

test('keys behind the filter of a long list wait for its rows: what Enter opens is one that the filter has left', async () => {
  const app = await longList();
  expect(head(app.text())).not.toContain('4090');
  // In one chunk, and again key by key behind the same filter.
  const { old } = await typed(app, '/4090\r\r');
  expect(screen(app)).toBe('rent RTX 4090');
  expect(old.filter((frame) => head(frame).includes('/4090')).at(-1)).toMatch(/\/4090\S* filtering…/);
  app.lead({ go: 'back' });
  await app.idle();
  await typed(app, ['/', '\x15', 'H100', '\r', 'jj', '\r']);
  expect(screen(app)).toMatch(/^rent H100/);
});

test('what is marked of a long list is what its filter leaves, and what a new order brings to the top', async () => {
  const app = await longList();
  await typed(app, ['/4090', '\r', '*']);
  const [, left] = / (\d+) of 2600/.exec(head(app.text())) ?? [];
  expect(app.text()).toContain(`${left} marked`);
  expect(Number(left)).toBeLessThan(many / 2);
  await typed(app, ['/', '\x15', '\r', 'U']);
  await typed(app, 'o');
  await typed(app, ['p', ' ', ' ']);
  const search = { method: 'POST', body: JSON.stringify(searchBodies(app).at(-1)) };
  const { offers } = (await ask(app, 'bundles/', search)) as { offers: { dph_total: number }[] };
  expect(offers).toHaveLength(many);
  const prices = offers.map(({ dph_total }) => dph_total).sort((a, b) => a - b);
  expect(app.text()).toContain('2 marked');
  const marked = app.frame().flatMap((line) => (/^[▌ ]◆/.test(line) ? [/0\.\d{3}/.exec(line)?.[0]] : []));
  expect(marked).toEqual(prices.slice(0, 2).map((price) => price.toFixed(3)));
});

test('that nothing matches is said of a long list only once it is known, and coming back filters nothing anew', async () => {
  const app = await longList();
  const none = 'No offer matches the filter';
  const first = await typed(app, '/zzz');
  expect(first.all.at(-1)).toContain(none);
  const next = await typed(app, '\x15');
  const last = await typed(app, '4090\r');
  expect([...next.old, ...last.old].filter((frame) => frame.includes(none) && !/zzz/.test(frame))).toEqual(
    [],
  );
  const there = head(app.text());
  expect(there).toMatch(/\/4090 \d+ of 2600/);
  await typed(app, '2');
  expect(screen(app)).toBe('instances');
  const back = await typed(app, '1');
  expect(back.old).toEqual([]);
  expect(back.all.filter((frame) => frame.includes(none))).toEqual([]);
  expect(head(app.text())).toBe(there);
});

test('keys that wait for a long list are let go where another screen comes up by itself, and Ctrl+C waits for nothing', async () => {
  const app = await longList();
  await typed(app, '/4090\r\r', () => app.lead({ go: 'jump', route: { screen: 'instances' } }));
  expect(screen(app)).toBe('instances');
  await typed(app, '1');
  const { old } = await typed(app, ['/', '\x15', 'H100', '\r', '\r'], () => app.terminal.type('\x03'));
  expect(old).not.toEqual([]);
  expect(app.ended()).toBe(true);
});

test('an act of the palette is refused in words while the rows are old, and so is writing the list to a file', async () => {
  const app = await longList();
  await typed(app, ['/4090', '\r', ':', 'rent', '\r']);
  expect(screen(app)).toBe('offers');
  expect(app.text()).toContain('Still filtering, a moment: the rows are those of before');
  await typed(app, ':rent\r');
  expect(screen(app)).toBe('rent RTX 4090');
  app.lead({ go: 'back' });
  await app.idle();
  await typed(app, ['/', '\x15', 'H100', '\r', ':', 'w offers.csv', '\r']);
  expect(app.text()).toContain('Still filtering, a moment');
});
