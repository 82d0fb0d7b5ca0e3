import { describe, expect, it } from 'vitest';
import { width } from '../src/base/cells.ts';
import type { ActionId } from '../src/engine/keymap.ts';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import { expectAsciiFrame, expectFrame, sizes } from './support/frames.ts';
import { rent, review, testImage } from './support/rent.ts';

simulatedTime();

/** Confirms a rent whose answer does not come. */
async function rentBlind(app: TestDeck): Promise<void> {
  await app.press('offer.rent');
  await app.fill({ Image: testImage });
  await review(app);
  await app.press('dialog.yes');
}

type Scene = { options?: Parameters<typeof openDeck>[0]; steps: (app: TestDeck) => Promise<unknown> };

const press =
  (...ids: ActionId[]) =>
  (app: TestDeck) =>
    app.press(...ids);

/** Every screen and every thing that stands over one, as a person meets it. */
const scenes: Record<string, Scene> = {
  offers: { steps: (app) => app.type('jj') },
  'offers-empty': {
    steps: async (app) => {
      await app.control('faults', {
        path: '/api/v0/bundles/',
        kind: 'status',
        status: 200,
        body: { offers: [] },
      });
      await app.press('app.refresh');
    },
  },
  'offers-failed': {
    steps: async (app) => {
      await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 1000 });
      await app.press('app.refresh');
      await app.advance(75_000);
    },
  },
  'offers-unknown-fields': {
    steps: async (app) => {
      const offers = [
        { id: 1 },
        {
          id: 2,
          gpu_name: '汉字 🇸🇪 model',
          num_gpus: 8,
          dph_total: 12.5,
          geolocation: 'Somewhere far away, XX',
        },
      ];
      await app.control('faults', {
        path: '/api/v0/bundles/',
        kind: 'status',
        status: 200,
        body: { offers },
      });
      await app.press('app.refresh');
    },
  },
  search: { steps: press('offers.search') },
  'sort-menu': { steps: press('list.sort') },
  'offers-wide': { steps: press('list.wide', 'list.right', 'list.right', 'list.right') },
  'column-picker': { steps: press('list.columns', 'columns.down', 'columns.toggle', 'columns.later') },
  help: { steps: press('app.help') },
  palette: { steps: press('app.palette') },
  'palette-words': {
    options: { world: { world: 'busy' } },
    steps: async (app) => void (await app.type(':stop tr')),
  },
  rent: {
    steps: async (app) => {
      await app.press('offer.rent');
      await app.fill({ Image: testImage, Label: 'train-a', Disk: '40' });
    },
  },
  'rent-more': { steps: press('offer.rent', 'form.page') },
  review: {
    steps: async (app) => {
      await app.press('offer.rent');
      await app.fill({ Image: testImage });
      await app.press('form.submit');
    },
  },
  unsettled: {
    steps: async (app) => {
      await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'drop' });
      await rentBlind(app);
      await app.advance(9_000);
    },
  },
  'unsettled-menu': {
    steps: async (app) => {
      await app.control('faults', { method: 'PUT', path: '/api/v0/asks/*', kind: 'drop' });
      await rentBlind(app);
      await app.press('rent.settle');
    },
  },
  instances: { options: { world: { world: 'busy' } }, steps: press('app.instances') },
  'instances-none': { steps: press('app.instances') },
  booting: {
    steps: async (app) => {
      await rent(app, { Label: 'train-b' });
      await app.advance(15_000);
      await app.skip(75);
    },
  },
  running: {
    steps: async (app) => {
      await rent(app, { Label: 'train-b' });
      await app.advance(15_000);
      await app.skip(385);
    },
  },
  exited: {
    steps: async (app) => {
      const id = await rent(app, { Label: 'lora-x' });
      await app.advance(15_000);
      await app.control(`instances/${id}`, { actual_status: 'exited' });
      await app.skip(60);
    },
  },
  'stop-dialog': {
    options: { world: { world: 'busy' } },
    steps: press('app.instances', 'list.bottom', 'instance.stop'),
  },
  'destroy-dialog': {
    options: { world: { world: 'busy' } },
    steps: press('app.instances', 'instance.destroy'),
  },
  'destroy-marked': {
    options: { world: { world: 'busy' } },
    steps: press('app.instances', 'list.mark', 'list.mark', 'instance.destroy'),
  },
  sweep: {
    options: { world: { world: 'busy' } },
    steps: async (app) => {
      await app.press('app.instances', 'app.palette');
      await app.type('sweep');
      await app.press('menu.pick');
    },
  },
  'instances-marked': {
    options: { world: { world: 'busy' } },
    steps: press('app.instances', 'list.mark', 'list.mark', 'list.bottom', 'list.up', 'list.mark'),
  },
  held: {
    options: { world: { world: 'busy' } },
    steps: async (app) => {
      await app.press('app.instances', 'instance.destroy');
      await app.past300ms();
      await app.type('lora-x');
      await app.press('dialog.press');
      await app.advance(2_000);
    },
  },
  'sign-in': { options: { signedIn: false }, steps: (app) => app.idle() },
};

describe.each(sizes)('at %ix%i', (cols, rows) => {
  it.each(Object.entries(scenes))('%s looks as it was agreed', async (name, { options, steps }) => {
    const app = await openDeck({ ...options, cols, rows });
    await steps(app);
    await expectFrame(app, name, [cols, rows]);
  });
});

describe('without Unicode', () => {
  it.each(['offers', 'instances', 'booting'])('%s is drawn in ASCII alone', async (name) => {
    const { options, steps } = scenes[name] as Scene;
    const app = await openDeck({ ...options, ascii: true });
    await steps(app);
    await expectAsciiFrame(app, name);
  });
});

describe('on a terminal that is too small', () => {
  it('a digest keeps watching and says what it needs', async () => {
    const app = await openDeck({ cols: 38, rows: 9, world: { world: 'busy' } });
    await expect(`${app.text()}\n`).toMatchFileSnapshot('frames/digest-38x9.txt');
    await app.resize(80, 24);
    expect(app.text()).toContain('[1 Offers]');
  });

  it('what was confirmed and still waits is counted down there, and u calls it back', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await (scenes.held as Scene).steps(app);
    await app.resize(38, 9);
    expect(app.text()).toMatch(/Destroy lora-x in [1-4]s {2}u calls it back/);
    await app.press('app.undo');
    expect(app.text()).not.toContain('calls it back');
    await app.advance(6_000);
    expect((await app.requests()).filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it.each([
    [1, 1],
    [20, 5],
    [40, 12],
  ])('C090 %ix%i draws what fits and throws nothing', async (cols, rows) => {
    const app = await openDeck({ cols, rows });
    // The emulator knows no terminal of one column.
    expect(app.frame().every((line) => width(line) <= Math.max(2, cols))).toBe(true);
    await app.resize(120, 40);
    expect(app.text()).toContain('[1 Offers]');
    await app.resize(cols, rows);
    expect(app.ended()).toBe(false);
  });
});
