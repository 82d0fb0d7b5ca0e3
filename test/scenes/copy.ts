import type { TestDeck } from '../support/deck.tsx';
import { busy, scenesOf } from './scene.ts';

const copyPath = '/api/v0/commands/rclone/';

/** The form of a copy of the machine under the cursor, filled. */
async function fill(app: TestDeck) {
  await app.go('instances');
  await app.press('instance.cloud-copy');
  await app.focus('Connection');
  await app.type(' ');
  await app.fill({ 'From instance': '/workspace/out', 'To cloud': '/runs/7', Flags: '--update' });
}
async function review(app: TestDeck) {
  await fill(app);
  await app.press('copy.review');
  await app.past300ms();
}
async function start(app: TestDeck) {
  await review(app);
  await app.press('dialog.yes');
}

export const copyScenes = scenesOf(
  {
    copy: (app) => app.press('app.copy'),
    'copy-review': review,
    'copy-deletes': async (app) => {
      await fill(app);
      await app.fill({ Flags: '--delete-excluded' });
      await app.press('copy.review');
    },
    'copy-started': start,
    'copy-going': async (app) => {
      await start(app);
      await app.press('form.next');
      await app.advance(45_000);
    },
    'copy-unknown': async (app) => {
      await app.control('faults', { path: copyPath, kind: 'drop-after' });
      await start(app);
    },
    'copy-refused': async (app) => {
      const body = {
        success: false,
        error: 'bad_request',
        msg: '"selected" is no cloud connection of this account',
      };
      await app.control('faults', { path: copyPath, kind: 'status', status: 400, body });
      await start(app);
    },
  },
  { options: busy },
);
