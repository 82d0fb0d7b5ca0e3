import { busy, type Scenes } from './scene.ts';

export const writeScenes: Scenes = {
  /** A write whose answer does not come. */
  'on-its-way': {
    options: { ...busy, still: true },
    steps: async (app) => {
      await app.press('app.instances', 'instance.destroy');
      await app.control('faults', { method: 'DELETE', path: '/api/v0/instances/*', kind: 'hang' });
      await app.past300ms();
      await app.type('lora-x');
      await app.press('dialog.press');
      await app.advance(16_500);
    },
  },
};
