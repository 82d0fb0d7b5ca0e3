import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buildEndpointGroup, endpointGroupFields } from '../../../src/engine/groups/endpoint-group.ts';
import { changedFields, draftOf } from '../../../src/engine/groups/group-fields.ts';
import {
  buildWorkerGroup,
  maskLaunchArgs,
  type WorkerGroupDraft,
} from '../../../src/engine/groups/worker-group.ts';
import { workerGroupFields } from '../../../src/engine/groups/worker-group-fields.ts';

const errorsOf = (draft: WorkerGroupDraft, purpose: 'create' | 'change' = 'create') => {
  const built = buildWorkerGroup(draft, purpose);
  return built.ok ? [] : built.errors.map(({ field, message }) => `${field}: ${message}`);
};

/** interface.md, Worker group create body, line by line. */
const table = `
endpoint_name | none
endpoint_id | none
template_hash | none
template_id | none
search_params | verified=true rentable=true rented=false
launch_args | none
min_load | 1
target_util | 0.9
cold_mult | 3
cold_workers | 3
max_workers | 20
test_workers | 3
gpu_ram | 24
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));

test('every field of the interface has its row, with its default', () => {
  expect(workerGroupFields.map(({ name, usual = 'none' }) => [name, usual])).toEqual(table);
});

describe('the body that creates a worker group', () => {
  it('C117 holds what was typed and leaves the rest to the service', () => {
    expect(buildWorkerGroup({ endpoint_name: ' llm ', max_workers: '', gpu_ram: '  ' }, 'create')).toEqual({
      ok: true,
      body: { endpoint_name: 'llm' },
    });
  });

  it('C067 has every field in the units of the interface', () => {
    const built = buildWorkerGroup(
      {
        endpoint_id: '701',
        template_hash: 'abc',
        launch_args: '--disk 40',
        min_load: '0.5',
        target_util: '1',
        cold_mult: '2.5',
        cold_workers: '0',
        max_workers: '4',
        test_workers: '1',
        gpu_ram: '24GB',
      },
      'create',
    );
    expect(JSON.stringify(built)).toBe(
      '{"ok":true,"body":{"endpoint_id":701,"template_hash":"abc","launch_args":"--disk 40","min_load":0.5,"target_util":1,"cold_mult":2.5,"cold_workers":0,"max_workers":4,"test_workers":1,"gpu_ram":24}}',
    );
  });

  it('sends a search as it was typed', () => {
    const search = 'gpu_ram>=48 gpu_name=RTX_A6000';
    expect(buildWorkerGroup({ endpoint_name: 'e', search_params: search }, 'create')).toEqual({
      ok: true,
      body: { endpoint_name: 'e', search_params: search },
    });
  });

  it.each<[string, WorkerGroupDraft, string]>([
    ['no endpoint', {}, 'endpoint_name: name the endpoint group, or give its id'],
    [
      'both names of an endpoint',
      { endpoint_name: 'a', endpoint_id: '1' },
      'endpoint_id: the endpoint by its name or by its id: leave one out',
    ],
    [
      'both names of a template',
      { endpoint_name: 'a', template_hash: 'h', template_id: '1' },
      'template_id: the template by its hash or by its id: leave one out',
    ],
    [
      'a template and a search',
      { endpoint_name: 'a', template_id: '1', search_params: 'num_gpus=1' },
      'search_params: a template or a search: leave one of them out',
    ],
    ['an id that is none', { endpoint_id: '0' }, 'endpoint_id: write the id, a whole number above 0'],
    ['a load below nothing', { endpoint_name: 'a', min_load: '-1' }, 'min_load: write a number from 0 on'],
    [
      'a use in per cent',
      { endpoint_name: 'a', target_util: '90' },
      'target_util: write a share from 0 to 1, as 0.9',
    ],
    [
      'half a worker',
      { endpoint_name: 'a', max_workers: '1.5' },
      'max_workers: write a whole number from 0 on',
    ],
    ['memory in MB', { endpoint_name: 'a', gpu_ram: '24000MB' }, 'gpu_ram: write whole GB, as 24'],
    [
      'a search with a slip',
      { endpoint_name: 'a', search_params: 'gpu_nam=x' },
      'search_params: at 1: unknown field "gpu_nam"; did you mean gpu_name ?',
    ],
  ])('refuses %s with a sentence', (_, draft, sentence) => {
    expect(errorsOf(draft)).toEqual([sentence]);
  });

  it('never holds a field that was not touched, whatever was typed elsewhere', () => {
    const names = workerGroupFields.map(({ name }) => name);
    fc.assert(
      fc.property(fc.subarray(names), fc.constantFrom('1', '0.5', 'x', '  '), (touched, text) => {
        const built = buildWorkerGroup(Object.fromEntries(touched.map((name) => [name, text])), 'create');
        const strange = Object.keys(built.body).filter((name) => !touched.includes(name as never));
        expect(strange).toEqual([]);
      }),
    );
  });
});

describe('the body that changes a worker group', () => {
  const before = draftOf(workerGroupFields, { max_workers: 20, launch_args: '--disk 40', min_load: 1 });

  it('holds what is other than before', () => {
    const draft = changedFields(before, { ...before, max_workers: '5' });
    expect(buildWorkerGroup(draft, 'change')).toEqual({ ok: true, body: { max_workers: 5 } });
  });

  it('takes launch arguments off that were emptied, and leaves any other emptied field as it is', () => {
    const draft = changedFields(before, { ...before, launch_args: '', min_load: '' });
    expect(buildWorkerGroup(draft, 'change')).toEqual({ ok: true, body: { launch_args: '' } });
  });

  it('is none where nothing was changed', () => {
    expect(errorsOf(changedFields(before, before), 'change')).toEqual([
      'undefined: Nothing is changed so far',
    ]);
  });
});

describe('an endpoint group', () => {
  it('is created with its name and what was typed', () => {
    const draft = { endpoint_name: 'llm', cold_mult: '2', max_queue_time: '30' };
    expect(buildEndpointGroup(draft, 'create')).toEqual({
      ok: true,
      body: { endpoint_name: 'llm', cold_mult: 2, max_queue_time: 30 },
    });
  });

  it('needs a name, and a state that there is', () => {
    expect(buildEndpointGroup({ max_workers: '3' }, 'create')).toMatchObject({
      ok: false,
      errors: [{ field: 'endpoint_name' }],
    });
    expect(buildEndpointGroup({ endpoint_state: 'asleep' }, 'change')).toMatchObject({
      ok: false,
      errors: [{ field: 'endpoint_state', message: 'write one of active, suspended, stopped' }],
    });
  });

  it('has the usual values of the public client', () => {
    const usual = endpointGroupFields.flatMap(({ name, usual: text }) =>
      text === undefined ? [] : [`${name}=${text}`],
    );
    expect(usual.join(' ')).toBe(
      'min_load=0 min_cold_load=0 target_util=0.9 cold_mult=2.5 cold_workers=5 max_workers=20',
    );
  });
});

test('launch arguments are shown without a login and without values of secret variables', () => {
  const args = `--disk 40 --env '-e HF_TOKEN=abc123 -e MODE=fast -p 80:80' --login '-u me -p s3cret reg.io'`;
  expect(maskLaunchArgs(args, '••••')).toBe(
    `--disk 40 --env '-e HF_TOKEN=•••• -e MODE=fast -p 80:80' --login ••••`,
  );
});
