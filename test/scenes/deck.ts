import type { TestDeck } from '../support/deck.tsx';
import { rent, review, testImage } from '../support/rent.ts';
import { busy, cutOff, press, type Scenes } from './scene.ts';

/** Confirms a rent whose answer does not come. */
async function rentBlind(app: TestDeck): Promise<void> {
  await app.press('offer.rent');
  await app.fill({ Image: testImage });
  await review(app);
  await app.press('dialog.yes');
}

/** Every screen and every thing that stands over one, as a person meets it. */
export const deckScenes: Scenes = {
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
    steps: cutOff,
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
    options: busy,
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
  instances: { options: busy, steps: press('app.instances') },
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
    options: busy,
    steps: press('app.instances', 'list.bottom', 'instance.stop'),
  },
  'destroy-dialog': {
    options: busy,
    steps: press('app.instances', 'instance.destroy'),
  },
  'destroy-marked': {
    options: busy,
    steps: press('app.instances', 'list.mark', 'list.mark', 'instance.destroy'),
  },
  sweep: {
    options: busy,
    steps: async (app) => {
      await app.press('app.instances', 'app.palette');
      await app.type('sweep');
      await app.press('menu.pick');
    },
  },
  'instances-marked': {
    options: busy,
    steps: press('app.instances', 'list.mark', 'list.mark', 'list.bottom', 'list.up', 'list.mark'),
  },
  held: {
    options: busy,
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
