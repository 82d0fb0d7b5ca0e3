import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { baseUrl } from '../support/test-services.ts';

simulatedTime();

const look = async (app: TestDeck) => {
  // What was made past the deck is not waited for.
  await app.press('app.groups', 'app.refresh');
  return app.advance(4_000);
};
/** Past the deck and the pace that its client keeps. */
async function ask(app: TestDeck, method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Bearer ${app.sandbox.apiKey}` };
  const init: RequestInit = {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return (await app.sandbox.fetch(new Request(`${baseUrl}/api/v0/${path}`, init))).json() as Promise<{
    results: Record<string, unknown>[];
  }>;
}
const group = (app: TestDeck, fields: Record<string, unknown> = {}) =>
  ask(app, 'POST', 'workergroups/', { endpoint_id: 701, test_workers: 1, ...fields });
const workerGroups = async (app: TestDeck) => (await ask(app, 'GET', 'workergroups/')).results;
const endpointGroups = async (app: TestDeck) => (await ask(app, 'GET', 'endptjobs/')).results;
const say = async (app: TestDeck, answer: 'dialog.yes' | string) => {
  await app.past300ms();
  if (answer === 'dialog.yes') await app.press('dialog.yes');
  else {
    await app.type(answer);
    await app.type('\r');
  }
  return app.advance(1_500);
};
const writes = async (app: TestDeck) =>
  (await app.requests()).filter(({ method, path }) => method !== 'GET' && !path.includes('bundles'));

describe('a new worker group', () => {
  it('C116 C117 is reviewed with what is sent and what it may cost, sent once, and told with its id', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new');
    await app.advance(3_000);
    expect(app.prose()).toMatch(/At most 20 workers: \$\d+\.\d{3}\/h to \$/);
    // The documented defaults stand in the fields, and nothing of them is sent.
    expect(app.text()).toMatch(/Target use +0\.9/);
    await app.fill({ 'Max workers': '2', 'Test workers': '1' });
    await app.press('group.review');
    expect(app.dialog()).toContain(
      'POST /api/v0/workergroups/ { "endpoint_id": 701, "max_workers": 2, "test_workers": 1 }',
    );
    expect(app.dialog()).toMatch(/At most 2 workers: \$/);
    expect(app.dialog()).toContain('Workers are instances and are billed as such.');
    expect(await writes(app)).toEqual([]);
    await say(app, 'dialog.yes');
    expect(app.prose()).toContain(
      'Worker group 801 is created. Its workers are instances and billed as such: 2 shows them.',
    );
    expect(await writes(app)).toHaveLength(1);
    expect(await workerGroups(app)).toMatchObject([
      { id: 801, endpoint_id: 701, max_workers: 2, test_workers: 1, min_load: 1, gpu_ram: 24 },
    ]);
    await app.advance(4_000);
    // It stands under its endpoint group, with its worker.
    expect(app.text()).toMatch(/701 default +active +1\/20[^\n]*\n[^\n]*801 +0 of 1 up +1\/2/);
  });

  it('C117 names its endpoint group or gives its id, its template by hash or id, or a search: one of each', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new');
    await app.fill({ 'Endpoint name': 'llm' });
    await app.press('group.review');
    expect(app.text()).toContain('the endpoint by its name or by its id: leave one out');
    await app.fill({ 'Endpoint id': '', 'Template hash': 'abc', 'Template id': '401' });
    await app.press('group.review');
    expect(app.text()).toContain('the template by its hash or by its id: leave one out');
    await app.fill({ 'Template hash': '', Search: 'num_gpus=1' });
    await app.press('group.review');
    expect(app.text()).toContain('a template or a search: leave one of them out');
    expect(app.dialog()).toBe('');
    await app.fill({ 'Template id': '' });
    await app.press('group.review');
    expect(app.dialog()).toContain('{ "endpoint_name": "llm", "search_params": "num_gpus=1" }');
    await say(app, 'dialog.yes');
    expect((await endpointGroups(app)).map((one) => one.endpoint_name)).toEqual(['default', 'llm']);
  });

  it('C067 says at once what is wrong with a value, and takes GB with its letters', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new');
    await app.focus('GPU RAM');
    expect(app.text()).toMatch(/GPU RAM .*24 +GB$/m);
    await app.fill({ 'GPU RAM': '48 GB', 'Target use': '90' });
    expect(app.text()).toContain('write a share from 0 to 1, as 0.9');
    await app.fill({ 'Target use': '0.5' });
    await app.press('group.review');
    expect(app.dialog()).toContain('"target_util": 0.5, "gpu_ram": 48');
  });

  it('takes a template from the list; what its workers cost is not known then', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new');
    await app.advance(4_000);
    await app.press('form.template');
    await app.past300ms();
    await app.press('menu.pick');
    await app.focus('Min load');
    expect(app.text()).toContain('At most 20 workers; what they cost is not known.');
    await app.press('group.review');
    expect(app.dialog()).toMatch(/"template_hash": "[0-9a-f]{32}"/);
  });

  it('keeps what was typed when the form is left, and when the service refuses', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new');
    await app.fill({ 'Max workers': '3', 'Template id': '9' });
    await app.press('app.escape', 'app.escape');
    await app.press('group.new');
    expect(app.text()).toMatch(/Max workers +3/);
    await app.press('group.review');
    await say(app, 'dialog.yes');
    expect(app.prose()).toMatch(/Create worker group: .*there is no such template/);
    expect(app.text()).toMatch(/Max workers +3/);
    expect(await workerGroups(app)).toEqual([]);
  });

  it.each([
    ['group.new', {}, 'workergroups', 'Worker group 801 is new in the list, read after that: it was made.'],
    ['group.new-endpoint', { Name: 'llm' }, 'endptjobs', 'Endpoint group 702 is new in the list'],
  ] as const)(
    'C006 (%s) whose answer is lost is found in the list, and its form is left',
    async (open, fields, path, told) => {
      const app = await openDeck();
      await look(app);
      await app.press(open);
      await app.fill(fields);
      await app.control('faults', { method: 'POST', path: `/api/v0/${path}/`, kind: 'drop-after' });
      await app.press('group.review');
      await say(app, 'dialog.yes');
      await app.advance(6_000);
      const said = app.said();
      expect(said.join()).toContain('group was created.');
      expect(app.prose()).toContain(told);
      expect(app.text()).not.toContain('Review and create');
      expect(await writes(app)).toHaveLength(1);
    },
  );

  it('C006 without an answer and without a list is not followed by another one unsaid', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new');
    await app.control('faults', { method: 'POST', path: '/api/v0/workergroups/', kind: 'drop' });
    await app.control('faults', { method: 'GET', path: '/api/v0/workergroups/', kind: 'drop', times: 4 });
    await app.press('group.review');
    await say(app, 'dialog.yes');
    expect(app.prose()).toContain('It is not known whether the worker group was created.');
    await app.press('group.review');
    expect(app.dialog()).toContain(
      'It is not known whether the last worker group was created: look at the list of groups first, or both rent workers, which are billed.',
    );
    await app.past300ms();
    await app.press('dialog.no');
    expect(await writes(app)).toHaveLength(1);
    await app.advance(180_000);
    expect(app.said()).toContain(
      "No new worker group has appeared for 60 s, so none was made. That is rigdeck's guess, not the service's word.",
    );
    await app.press('group.review');
    expect(app.dialog()).not.toContain('It is not known');
  });

  it('shows its launch arguments without what is secret in them', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new');
    await app.fill({ 'Launch args': "--env '-e HF_TOKEN=s3cret-t0ken' --disk 40", 'Test workers': '0' });
    expect(app.text()).not.toContain('s3cret-t0ken');
    await app.press('group.review');
    expect(app.dialog()).toContain('HF_TOKEN=••••');
    await say(app, 'dialog.yes');
    expect(app.text()).not.toContain('s3cret-t0ken');
    await app.press('list.down', 'list.raw');
    expect(app.dialog()).toContain('HF_TOKEN=••••');
    expect(await workerGroups(app)).toMatchObject([
      { launch_args: "--env '-e HF_TOKEN=s3cret-t0ken' --disk 40" },
    ]);
  });
});

describe('a change', () => {
  it('sends what is other than before, and nothing else', async () => {
    const app = await openDeck();
    await group(app, { launch_args: '--disk 40' });
    await look(app);
    await app.press('list.down', 'group.change');
    expect(app.text()).toMatch(/Max workers +20/);
    await app.press('group.review');
    expect(app.text()).toContain('Nothing is changed so far');
    await app.fill({ 'Max workers': '4', 'Min load': '', 'Launch args': '' });
    expect(app.text()).toMatch(/Min load +stays 1/);
    await app.press('group.review');
    expect(app.dialog()).toContain('PUT /api/v0/workergroups/801/ { "max_workers": 4, "launch_args": "" }');
    await say(app, 'dialog.yes');
    expect(app.prose()).toContain('Worker group 801 is changed: max_workers, launch_args.');
    expect(await workerGroups(app)).toMatchObject([{ max_workers: 4, launch_args: '', min_load: 1 }]);
  });

  it('is told when the group is gone meanwhile', async () => {
    const app = await openDeck();
    await group(app);
    await look(app);
    await app.press('list.down', 'group.change');
    await app.fill({ 'Max workers': '4' });
    await ask(app, 'DELETE', 'workergroups/801/', {});
    await app.press('group.review');
    await say(app, 'dialog.yes');
    expect(app.prose()).toMatch(/Change worker group 801: .*The worker group is as it was\./);
  });

  it('says what the workers of an endpoint group may cost with the limits that a change would give it', async () => {
    const app = await openDeck();
    await ask(app, 'PUT', 'endptjobs/701/', { max_workers: 3 });
    await group(app, { test_workers: 0, max_workers: 7 });
    await look(app);
    await app.press('group.change');
    await app.advance(4_000);
    await app.fill({ 'Max workers': '90' });
    await app.press('group.review');
    // Its one worker group has a limit of its own.
    expect(app.dialog()).toMatch(/At most 7 workers: \$\d/);
    expect(app.dialog()).toContain('Workers are instances and are billed as such.');
  });

  it('makes and changes endpoint groups, their state among it', async () => {
    const app = await openDeck();
    await look(app);
    await app.press('group.new-endpoint', 'group.review');
    expect(app.text()).toContain('write a name: worker groups find it by that');
    await app.fill({ Name: 'llm', 'Cold workers': '1' });
    await app.press('group.review');
    expect(app.dialog()).toContain('POST /api/v0/endptjobs/ { "endpoint_name": "llm", "cold_workers": 1 }');
    await say(app, 'dialog.yes');
    expect(app.prose()).toContain('Endpoint group 702 is created. It rents nothing yet');
    await app.advance(4_000);
    // The cursor stands on what was made.
    await app.press('group.change');
    await app.focus('State');
    await app.type('\x1b[C');
    await app.press('group.review');
    expect(app.dialog()).toContain('PUT /api/v0/endptjobs/702/ { "endpoint_state": "suspended" }');
    await say(app, 'dialog.yes');
    await app.advance(4_000);
    expect(app.text()).toMatch(/◌ 702 llm +suspended/);
  });
});

describe('a deletion', () => {
  it('C116 says which workers are billed on, wants the id typed, and leaves them to be seen', async () => {
    const app = await openDeck();
    await group(app);
    await look(app);
    // The list has the same two figures, as the money line has them.
    expect(app.text()).toMatch(/801 +0 of 1 up +1\/20 +0\.\d{3} → 0\.\d{3}/);
    await app.press('list.down', 'group.delete');
    expect(app.dialog()).toMatch(
      /Worker group 801 .*No further workers are rented for it\. 1 worker may go on and is billed then, at \$\d\.\d+\/h now and \$\d\.\d+\/h once it runs, until destroyed: \d+\./,
    );
    await say(app, '801');
    expect(app.prose()).toContain('Worker group 801 is deleted. Workers that go on are billed as instances.');
    expect(await workerGroups(app)).toEqual([]);
    await app.go('instances');
    expect(app.text()).toContain('1 instance');
  });

  it('of an endpoint group names the worker groups that go with it, and is of nothing without its name', async () => {
    const app = await openDeck();
    await group(app, { test_workers: 0 });
    await look(app);
    await app.press('group.delete');
    expect(app.dialog()).toContain('Its worker group 801 goes with it.');
    await say(app, 'defaul');
    expect(await writes(app)).toHaveLength(1);
    await say(app, 't');
    expect(await endpointGroups(app)).toEqual([]);
    await app.advance(4_000);
    expect(app.text()).toContain('There are no endpoint groups and no worker groups.');
  });

  it('C006 is not believed without an answer', async () => {
    const app = await openDeck();
    await look(app);
    await app.control('faults', { method: 'DELETE', path: '/api/v0/*', kind: 'drop-after' });
    await app.press('group.delete');
    await app.control('faults', { path: '/api/v0/endptjobs/', kind: 'drop', times: 4 });
    await say(app, 'default');
    expect(app.prose()).toContain('It is not known whether the endpoint group was deleted.');
    // The next list that comes settles it.
    await app.advance(90_000);
    const said = app.said();
    expect(said).toContain(
      'Endpoint group 701 default is deleted: the list has it no more. No worker of it goes on.',
    );
    expect(app.prose()).not.toContain('It is not known');
  });

  it('C006 without an answer is settled by the list that is read next, which names the worker that goes on', async () => {
    const app = await openDeck();
    await group(app);
    await look(app);
    await app.control('faults', { method: 'DELETE', path: '/api/v0/*', kind: 'drop-after' });
    await app.press('list.down', 'group.delete');
    await say(app, '801');
    await app.advance(6_000);
    expect(app.prose()).toMatch(
      /Worker group 801 is deleted: the list has it no more\. 1 worker goes on and is billed, \$\d\.\d{3}\/h → \$\d\.\d{3}\/h: \d{7}\./,
    );
    expect(app.prose()).not.toContain('It is not known');
  });

  it('C006 that never came to the service is said to be open, and then that the group is there', async () => {
    const app = await openDeck();
    await group(app, { test_workers: 0 });
    await look(app);
    await app.control('faults', { method: 'DELETE', path: '/api/v0/*', kind: 'drop' });
    await app.press('list.down', 'group.delete');
    await say(app, '801');
    await app.advance(6_000);
    expect(app.prose()).toContain(
      'Not known yet: Worker group 801 is still in the list. Looked at again for 0:',
    );
    await app.advance(62_000);
    expect(app.prose()).toContain('Worker group 801 is still in the list, 60 s after that: D deletes it.');
    expect(await workerGroups(app)).toHaveLength(1);
    expect((await writes(app)).filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});

describe('another label for a worker', () => {
  const relabel = async (app: TestDeck, label: string) => {
    await app.press('list.down', 'group.workers', 'instance.label');
    await app.past300ms();
    const prompt = app.dialog();
    await app.type(`\x15${label}`);
    await app.press('prompt.keep');
    return prompt;
  };

  it('is warned of, asked for once more, and takes nothing from what its group costs in this run', async () => {
    const app = await openDeck({ rows: 40 });
    await group(app);
    await look(app);
    expect(await relabel(app, 'mine')).toMatch(
      /Workers are identified by their label\..*quit.*no longer counts toward group 801/,
    );
    expect(app.dialog()).toMatch(/^\d+ worker group 801 → mine Workers are/);
    expect(app.text()).toMatch(/Relabel \d+\?/);
    await say(app, 'dialog.yes');
    await app.advance(4_000);
    // The filter by the label has lost it; the row without a filter says still whose it is.
    await app.press('app.escape');
    expect(app.text()).toContain('Worker of group 801, billed as an instance');
    expect(app.text()).toMatch(/\d+ +mine /);
    await app.press('app.groups');
    await app.advance(4_000);
    expect(app.text()).toMatch(/801 +0 of 1 up +1\/20/);
    await app.press('group.workers');
    expect(app.text()).toMatch(/id:\/\^\(\d+\)\$\/ +1 of 1/);
    await app.press('app.groups', 'group.delete');
    expect(app.dialog()).toContain('1 worker may go on');
  });

  it('is not sent when the person keeps the old one', async () => {
    const app = await openDeck();
    await group(app);
    await look(app);
    await relabel(app, '');
    await app.past300ms();
    await app.press('dialog.press');
    await app.advance(1_500);
    expect((await writes(app)).filter(({ method }) => method === 'PUT')).toEqual([]);
    expect(app.dialog()).toBe('');
  });
});

describe('the list', () => {
  it('shows the workers of a group among the instances, where they are marked and said to be billed', async () => {
    const app = await openDeck({ rows: 40 });
    await group(app, { test_workers: 2 });
    await group(app, { test_workers: 1 });
    await look(app);
    await app.press('list.down');
    expect(app.text()).toContain('2 workers, $');
    await app.press('group.workers');
    expect(app.text()).toMatch(/label="worker group 801" +2 of 3/);
    expect(app.text()).toContain('Worker of group 801, billed as an instance');
  });

  it('sets a worker group in below its endpoint group, and below no other', async () => {
    const app = await openDeck();
    const body = {
      success: true,
      results: [
        { id: 801, endpoint_id: 701 },
        { id: 802, endpoint_id: 99 },
      ],
    };
    await app.control('faults', {
      ...{ method: 'GET', path: '/api/v0/workergroups/', times: 9 },
      ...{ kind: 'status', status: 200, body },
    });
    await look(app);
    const column = (id: number) =>
      app
        .frame()
        .find((line) => line.includes(String(id)))
        ?.indexOf(String(id)) ?? -1;
    expect(column(801)).toBeGreaterThan(column(701));
    expect(column(802)).toBe(column(701));
  });

  it('finds worker groups by the name of their endpoint group', async () => {
    const app = await openDeck();
    await group(app, { test_workers: 0 });
    await ask(app, 'POST', 'workergroups/', { endpoint_name: 'llm', test_workers: 0 });
    await look(app);
    await app.press('list.filter');
    await app.type('llm');
    expect(app.text()).toMatch(/702 llm[^\n]*\n[^\n]*802 /);
    expect(app.text()).not.toContain('701 default');
  });

  it('costs are not known where the offers cannot be read', async () => {
    const app = await openDeck({ route: { screen: 'money' } });
    await group(app, { test_workers: 0 });
    await app.control('faults', { path: '/api/v0/bundles/', kind: 'status', status: 400, times: 99 });
    await look(app);
    await app.press('list.down');
    expect(app.text()).toContain('At most 20 workers; what they cost is not known.');
  });

  it.each([403, 404])('says calmly that a service which answers %i has no groups', async (status) => {
    const app = await openDeck();
    const body = { success: false, error: 'not_here', msg: 'no such route' };
    for (const path of ['/api/v0/endptjobs/', '/api/v0/workergroups/'])
      await app.control('faults', { path, kind: 'status', status, body, times: 99 });
    await look(app);
    expect(app.text()).toContain('This service does not list groups, or this key may not see them.');
    expect(app.text()).toContain('n creates a worker group all the same.');
    await app.press('group.new');
    expect(app.text()).toContain('New worker group');
  });

  it('shows the one list where the other is not to be had', async () => {
    const app = await openDeck();
    await group(app, { test_workers: 0 });
    await app.control('faults', {
      path: '/api/v0/endptjobs/',
      kind: 'status',
      status: 404,
      body: { success: false, error: 'not_here', msg: 'no such route' },
      times: 99,
    });
    await look(app);
    expect(app.text()).toMatch(/endpoint groups not known · 1 worker group/);
    expect(app.text()).toContain('endpoint 701 default');
  });

  it('takes worker groups that are not listed for unknown, and not for none that rent nothing', async () => {
    const app = await openDeck();
    await group(app);
    await app.control('faults', { path: '/api/v0/workergroups/', kind: 'status', status: 403, times: 99 });
    await look(app);
    expect(app.text()).toContain('1 endpoint group · worker groups not known');
    expect(app.prose()).toContain(
      'Its worker groups are not known: this service, or this key, does not list them.',
    );
    expect(app.text()).not.toContain('rents nothing');
    await app.press('group.delete');
    expect(app.dialog()).toMatch(/They go with it\. Their workers may go on and be billed\./);
  });

  it('keeps its last rows when a read fails, with their age, and deletes nothing by old ones', async () => {
    const app = await openDeck();
    await look(app);
    await app.control('faults', { path: '/api/v0/*', kind: 'drop', times: 999 });
    await app.press('app.refresh');
    await app.advance(75_000);
    expect(app.text()).toContain('701 default');
    expect(app.text()).toMatch(/▲ .*Rows/);
    await app.press('group.delete');
    expect(app.dialog()).toBe('');
  });

  it('says that a read failed, and takes it for no empty list', async () => {
    const app = await openDeck();
    await app.control('faults', { path: '/api/v0/endptjobs/', kind: 'drop', times: 99 });
    await app.press('app.groups');
    await app.advance(9_000);
    expect(app.text()).toContain('The service does not answer.');
    expect(app.text()).not.toContain('There are no groups');
  });

  it('changes nothing in read-only mode, and says why', async () => {
    const app = await openDeck({ readOnly: true });
    await look(app);
    for (const id of ['group.new', 'group.new-endpoint', 'group.change', 'group.delete'] as const) {
      await app.press(id);
      expect(app.text()).toContain('rigdeck is in read-only mode');
      expect(app.dialog()).toBe('');
    }
    expect(await writes(app)).toEqual([]);
  });
});
