import { describe, expect, it } from 'vitest';
import { openDeck, type Route, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { labelsAlone, withLongNames } from '../support/long-names.ts';
import { machines } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

type Names = typeof labelsAlone;

/** The busy world with names that are longer than any line. */
async function opened(cols: number, rows: number, route: Route, names?: Names): Promise<TestDeck> {
  const world = testWorld({ world: 'busy' });
  world.sandbox.fetch = withLongNames(world.sandbox.fetch, names);
  const app = await openDeck({ in: world, cols, rows, route });
  return app.advance(2_000);
}

const money = String.raw`\$\d[\d.,]*`;
const perHour = String.raw`\$\d+\.\d{3}\/h`;

type Place = {
  name: string;
  route: Route;
  to?(app: TestDeck): Promise<unknown>;
  /** What stands whole on one line of the frame, whatever the names are. */
  whole: readonly RegExp[];
};

const places: readonly Place[] = [
  { name: 'offers', route: { screen: 'offers' }, whole: [/\$\/H/, /\d\.\d{3}/] },
  {
    name: 'an offer to rent',
    route: { screen: 'offers' },
    to: (app) => app.press('offer.rent'),
    whole: [/1x RTX .*… 24G.* price .* old {2}1\/2/, new RegExp(`${perHour}|\\$/h`)],
  },
  { name: 'instances', route: { screen: 'instances' }, whole: [/9 instances|9: /, /running/, /\$\/H/] },
  {
    name: 'an instance that runs',
    route: { screen: 'instances' },
    to: async (app) => {
      const running = (await machines(app)).find((row) => row.actual_status === 'running')?.id ?? 0;
      app.lead({ go: 'push', route: { screen: 'instance', id: running } });
      await app.advance(2_000);
    },
    whole: [new RegExp(`● running .*… · ${perHour} .* ago`)],
  },
  {
    name: 'an instance that boots',
    route: { screen: 'instances' },
    to: async (app) => {
      const booting = (await machines(app)).find((row) => row.actual_status === 'loading')?.id ?? 0;
      app.lead({ go: 'push', route: { screen: 'instance', id: booting } });
      await app.advance(2_000);
    },
    whole: [new RegExp(`loading .*… · ${perHour} .* ago`)],
  },
  {
    name: 'money',
    route: { screen: 'money' },
    whole: [
      new RegExp(`9 instances · ≥? ?${perHour}.* spent (≥ |≤ |about )?${money}`),
      /If .*… is stopped: runway \d+.* → \d+/,
      /\$\/DAY/,
    ],
  },
  {
    name: 'money with a long filter',
    route: { screen: 'money' },
    to: async (app) => {
      await app.press('list.filter');
      await app.type('kind long very of a kind box place');
    },
    whole: [new RegExp(perHour)],
  },
  {
    name: 'an act that waits to be sent',
    route: { screen: 'instances' },
    to: async (app) => {
      await app.press('list.filter');
      await app.type('state:running\r');
      await app.press('instance.stop');
      await app.past300ms();
      await app.press('dialog.yes');
    },
    whole: [/Stop .*… in \ds .*cancel/],
  },
];

describe.each([
  [60, 16],
  [80, 24],
  [120, 40],
])('with names longer than a line, at %ix%i', (cols, rows) => {
  it.each(places)('money and state stand whole on $name', async ({ route, to, whole }) => {
    const app = await opened(cols, rows, route);
    await to?.(app);
    for (const words of whole) expect(app.text()).toMatch(words);
    const cut = app
      .frame()
      .filter((line) => /\$[\d.,]*…|\d\.\d*…|\b(runn?i?n?|stop?p?e?|load?i?n?|exi?t?e?)…/.test(line));
    expect(cut).toEqual([]);
    expect(app.frame()[1]).toMatch(/\$\d+\.\d\d/);
  });
});

describe.each([
  [60, 16],
  [80, 24],
  [120, 40],
])('with labels longer than a line, at %ix%i', (cols, rows) => {
  it('the GPU, the state and the price of each row stand whole, and the label is cut', async () => {
    const app = await opened(cols, rows, { screen: 'instances' }, labelsAlone);
    const lines = app.frame().filter((line) => /^[ ▌].{2,3}9\d{6} +Box/.test(line));
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const line of lines) {
      expect(line).toMatch(/ Box.*… {2}\dx (RTX|H100|A100|L40S?) ?\w+ +[a-z]+ .*\d\.\d{3}/);
      expect(line.slice(0, 60)).not.toMatch(/….*…/);
    }
  });

  it('machines whose names begin alike are told apart by their ids where they cost money', async () => {
    const app = await opened(cols, rows, { screen: 'money' }, labelsAlone);
    const ids = app.frame().flatMap((line) => /^.{3,4}(9\d{6})(?: B| ?…)/.exec(line)?.[1] ?? []);
    expect(new Set(ids).size).toBeGreaterThanOrEqual(4);
    expect(app.text()).toMatch(/\$\/H +\$\/DAY +SPENT/);
  });
});

it('a name leaves what is the matter in sight where there is room for little else', async () => {
  const app = await opened(38, 9, { screen: 'instances' });
  expect(app.prose()).toMatch(/! Box .*… \w+, disk charged/);
});
