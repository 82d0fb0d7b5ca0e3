import type { TestDeck } from '../support/deck.tsx';
import { baseUrl, testWorld } from '../support/test-services.ts';
import { cutOff, type Scenes } from './scene.ts';

/** A world with two endpoint groups, three worker groups, and workers of which the first ones run. */
async function withGroups() {
  const world = testWorld();
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { Authorization: `Bearer ${world.sandbox.apiKey}` };
    await world.sandbox.fetch(
      new Request(`${baseUrl}/api/v0/${path}`, { method, headers, body: JSON.stringify(body) }),
    );
  };
  const search = 'verified=true rentable=true gpu_name=RTX_4090 num_gpus=1';
  const small = { search_params: search, launch_args: '--disk 40', max_workers: 6, test_workers: 2 };
  await send('POST', 'endptjobs/', { endpoint_name: 'llm-chat', cold_workers: 1, max_workers: 8 });
  await send('POST', 'workergroups/', { endpoint_id: 702, ...small });
  await send('POST', 'workergroups/', {
    endpoint_id: 702,
    template_id: 402,
    max_workers: 2,
    test_workers: 0,
  });
  await send('PUT', 'endptjobs/701/', { endpoint_state: 'suspended' });
  await world.sandbox.fetch(
    new Request('https://sandbox.test/_sandbox/clock', { method: 'POST', body: '{"advance_s":400}' }),
  );
  await send('POST', 'workergroups/', { endpoint_id: 701, test_workers: 1, gpu_ram: 80 });
  return world;
}

const look = async (app: TestDeck) => {
  await app.press('app.groups');
  await app.advance(4_000);
};

export const groupScenes: Scenes = {
  groups: {
    world: withGroups,
    steps: async (app) => {
      await look(app);
      await app.press('list.bottom', 'list.up');
    },
  },
  'groups-endpoint': { world: withGroups, steps: look },
  'groups-empty': {
    steps: async (app) => {
      await app.control('faults', {
        path: '/api/v0/endptjobs/',
        kind: 'status',
        status: 200,
        body: { success: true, results: [] },
        times: 99,
      });
      await look(app);
    },
  },
  // A spinner turns by how long the test took.
  'groups-asking': {
    options: { still: true },
    steps: async (app) => {
      await app.control('faults', { path: '/api/v0/endptjobs/', kind: 'hang', times: 10 });
      await app.press('app.groups');
      await app.advance(1000);
    },
  },
  'groups-not-offered': {
    steps: async (app) => {
      for (const path of ['/api/v0/endptjobs/', '/api/v0/workergroups/'])
        await app.control('faults', {
          path,
          kind: 'status',
          status: 404,
          body: { msg: 'no route' },
          times: 99,
        });
      await look(app);
    },
  },
  'groups-stale': {
    world: withGroups,
    steps: async (app) => {
      await look(app);
      await cutOff(app);
    },
  },
  'groups-delete': {
    world: withGroups,
    steps: async (app) => {
      await look(app);
      await app.press('list.down', 'list.down', 'group.delete');
    },
  },
  'group-form': {
    world: withGroups,
    steps: async (app) => {
      await look(app);
      await app.press('group.new');
      await app.fill({ 'Max workers': '4', 'Target use': '90' });
      await app.advance(3_000);
    },
  },
  'group-form-change': {
    world: withGroups,
    steps: async (app) => {
      await look(app);
      await app.press('list.bottom', 'list.up', 'group.change');
      await app.fill({ 'Max workers': '3', 'Min load': '' });
    },
  },
  'group-review': {
    world: withGroups,
    steps: async (app) => {
      await look(app);
      await app.press('list.bottom', 'list.up', 'group.change');
      await app.fill({ 'Max workers': '3' });
      await app.press('group.review');
    },
  },
  'group-form-endpoint': {
    world: withGroups,
    steps: async (app) => {
      await look(app);
      await app.press('group.change');
    },
  },
};
