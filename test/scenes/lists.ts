import type { ActionId } from '../../src/engine/keymap.ts';
import { baseUrl, testWorld } from '../support/test-services.ts';
import { busy, cutOff, press, type Scene, type Scenes } from './scene.ts';

const refused = { kind: 'status', status: 500, times: 1000, body: { success: false, msg: 'out of order' } };

/** A list whose reads meet a fault from the first one on. */
const faulty = (fault: object, path: string, ...keys: ActionId[]): Scene => ({
  world: async () => {
    const world = testWorld({ world: 'busy' });
    const body = JSON.stringify({ ...fault, path });
    await world.sandbox.fetch(new Request(`${baseUrl}/_sandbox/faults`, { method: 'POST', body }));
    return world;
  },
  // What is waited for turns by how long the test has taken.
  options: { still: true },
  steps: async (app) => {
    await app.press(...keys);
    await app.advance(1_000);
  },
});

/** A list whose rows have grown old. */
const stale = (...keys: ActionId[]): Scene => ({
  options: busy,
  steps: async (app) => {
    await app.press(...keys);
    await cutOff(app);
  },
});

/** What a list is before it is read, when it cannot be, and when that was long ago. */
export const listStates: Scenes = {
  'offers-asking': faulty({ kind: 'hang', times: 10 }, '/api/v0/bundles/'),
  'instances-asking': faulty({ kind: 'hang', times: 10 }, '/api/v0/instances/', 'app.instances'),
  'instances-failed': faulty(refused, '/api/v0/instances/', 'app.instances'),
  'security-failed': faulty(refused, '/api/v0/tfa/status/', 'app.security'),
  'security-asking': faulty({ kind: 'hang', times: 10 }, '/api/v0/tfa/status/', 'app.security'),
  'keys-asking': faulty(
    { kind: 'hang', times: 10 },
    '/api/v0/auth/apikeys/',
    'app.security',
    'security.keys',
  ),
  'keys-failed': faulty(refused, '/api/v0/auth/apikeys/', 'app.security', 'security.keys'),
  'instances-stale': stale('app.instances'),
  'offers-stale': stale(),
  'security-stale': stale('app.security'),
  'keys-stale': stale('app.security', 'security.keys'),
  /** A label, an image and a message without end. */
  'instances-long': {
    options: busy,
    steps: async (app) => {
      const [row] = app.sandbox.snapshot().instances;
      await app.control(`instances/${row?.id}`, {
        ...{ label: 'a label that somebody went on writing '.repeat(4), actual_status: 'loading' },
        status_msg: 'Pulling layer after layer after layer of the image. '.repeat(40),
      });
      await app.press('app.instances', 'list.bottom', 'app.refresh');
    },
  },
  /** The saved searches, and what the one under the cursor asks for. */
  searches: {
    steps: async (app) => {
      const save = async (name: string) => {
        await app.press('search.save');
        await app.past300ms();
        await app.type(`${name}\r`);
      };
      await app.press('offers.search');
      await save('any one');
      await app.fill({ GPU: 'RTX 4090', And: 'reliability>=0.99 inet_down>500' });
      await save('cheap 4090');
      await app.press('search.run', 'offers.saved', 'list.down', 'searches.watch');
      await app.advance(20_000);
    },
  },
};

export const compareScenes: Scenes = {
  compare: { steps: press('list.mark', 'list.mark', 'list.mark', 'offers.compare') },
};

/** What a terminal that is too small shows. */
export const digestScenes: Scenes = {
  digest: { options: { ...busy }, steps: (app) => app.idle() },
};
