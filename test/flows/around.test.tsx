import { describe, expect, it } from 'vitest';
import type { Instance } from '../../src/client/wire.ts';
import { holdMs } from '../../src/engine/instances/writes.ts';

import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { machines } from '../support/rent.ts';
import { runningInstance } from '../support/running.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

/** An instance of Jupyter with ports of its own, on its screen. */
async function jupyterInstance(app: TestDeck, runtype = 'jupyter_direct'): Promise<number> {
  const { api } = app.world.connect(app.sandbox.apiKey);
  const { offers } = await api.searchOffers({
    verified: { eq: true },
    disk_space: { gte: 50 },
    direct_port_count: { gte: 4 },
    limit: 1,
  });
  const { new_contract: id } = await api.createInstance(offers[0]?.id as number, {
    image: 'ubuntu:22.04',
    label: 'nb',
    disk: 20,
    runtype: runtype as 'jupyter_direct',
    env: { HF_TOKEN: 'hunter2secret', '-p 7000:7000': '1' },
  });
  await app.control(`instances/${id}`, { actual_status: 'running' });
  app.lead({ go: 'push', route: { screen: 'instance', id } });
  await app.skip(20);
  return id;
}
/** The record as the service has it now, past the pace that the deck keeps. */
async function record(app: TestDeck, id: number): Promise<Instance> {
  const headers = { Authorization: `Bearer ${app.sandbox.apiKey}` };
  const reply = await app.sandbox.fetch(
    new Request(`https://sandbox.test/api/v0/instances/${id}/`, { headers }),
  );
  return ((await reply.json()) as { instances: Instance }).instances;
}
const puts = async (app: TestDeck, part: string) =>
  (await app.requests()).filter(({ method, path }) => method === 'PUT' && path.includes(part));

describe('the label', () => {
  it('is changed, and an empty one takes it off', async () => {
    const app = await openDeck();
    const id = await runningInstance(app);
    await app.press('instance.label');
    expect(app.prose()).toContain('Label for train-a');
    expect(app.dialog()).toContain('7/1024');
    await app.type('\x15');
    await app.type('night');
    await app.press('prompt.keep');
    expect(app.prose()).toContain(`${id}: night`);
    expect((await record(app, id)).label).toBe('night');
    await app.advance(12_000);
    expect(app.text()).toContain(`${id} night`);
    await app.press('instance.label');
    await app.type('\x15');
    await app.press('prompt.keep');
    expect(app.prose()).toContain(`Removed the label of ${id}`);
    expect((await record(app, id)).label).toBeNull();
  });

  it('that is refused, or whose answer was lost, is said, and nothing is sent again', async () => {
    const app = await openDeck();
    const id = await runningInstance(app);
    await app.control('faults', {
      method: 'PUT',
      path: '/api/v0/instances/*',
      kind: 'status',
      status: 403,
      body: { success: false, error: 'auth_error', msg: 'no' },
      times: 1,
    });
    const change = async (text: string) => {
      await app.press('instance.label');
      await app.type('\x15');
      await app.type(text);
      await app.press('prompt.keep');
    };
    await change('one');
    expect(app.said().at(-1)).toContain('instance_write');
    // What was refused is blocked with the reason, until the service is asked again.
    await app.press('instance.label');
    expect(app.place().over).toBeUndefined();
    await app.press('app.refresh');
    await app.control('faults', { method: 'PUT', path: '/api/v0/instances/*', kind: 'drop-after', times: 1 });
    await change('two');
    await app.advance(10_000);
    // The next read of the list tells what became of it.
    const said = app.said();
    expect(said.slice(-2)).toEqual([
      expect.stringContaining("Couldn't confirm the new label"),
      `Confirmed: ${id} is labeled two`,
    ]);
    expect(await puts(app, `/instances/${id}/`)).toHaveLength(2);
  });

  it('is blocked in read-only mode, with the reason', async () => {
    const app = await openDeck({ readOnly: true });
    await runningInstance(await openDeck({ in: app.world }));
    await app.advance(30_000);
    await app.go('instances');
    for (const act of ['instance.label', 'instance.execute', 'instance.reboot'] as const) {
      await app.press(act);
      expect(app.prose()).toContain('rigdeck is in read-only mode');
    }
  });
});

describe('a reboot and a recycle', () => {
  it('reboot asks once, says what stays, and can be canceled', async () => {
    const app = await openDeck();
    const id = await runningInstance(app);
    await app.press('instance.reboot');
    expect(app.prose()).toContain('Reboot train-a?');
    expect(app.dialog()).toContain('Disk and GPU are kept');
    // While it starts again the money line tells of the disk alone: the question agrees with it.
    expect(app.dialog()).toContain('GPU billing pauses until it runs');
    expect(app.dialog()).toContain(String(id));
    await app.past300ms();
    await app.press('dialog.yes');
    expect(app.prose()).toContain('Reboot train-a in 5s');
    await app.press('app.undo');
    await app.advance(holdMs + 1000);
    expect(await puts(app, 'reboot')).toEqual([]);
    await app.press('instance.reboot');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(holdMs + 1000);
    expect(await puts(app, 'reboot')).toHaveLength(1);
    expect(app.said().at(-1)).toMatch(/Rebooting train-a.*Disk is kept/);
  });

  it('a key that waits for another act says so above what waits', async () => {
    const app = await openDeck();
    await runningInstance(app);
    await app.press('instance.reboot');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.press('instance.recycle');
    expect(app.prose()).toContain('Pending: reboot train-a. Press u to cancel it first.');
    expect(app.prose()).toContain('Reboot train-a in');
    await app.press('app.undo');
    expect(app.prose()).toContain('Canceled: reboot train-a');
  });

  it('recycle wants the name typed and says what is lost', async () => {
    const app = await openDeck();
    const id = await runningInstance(app);
    await app.press('instance.recycle');
    expect(app.prose()).toContain('Recycle train-a?');
    expect(app.dialog()).toMatch(/All data in it is lost/);
    await app.past300ms();
    await app.type('\r');
    await app.type('train-a');
    await app.type('\r');
    await app.advance(holdMs + 1000);
    expect(await puts(app, `recycle/${id}`)).toHaveLength(1);
    expect(app.said().at(-1)).toMatch(/Recycling train-a.*recreated from the image/);
  });

  it('is for what runs only, and an answer that was lost is unknown', async () => {
    const app = await openDeck();
    const id = await runningInstance(app);
    await app.control('faults', { method: 'PUT', path: '/api/v0/instances/recycle/*', kind: 'drop-after' });
    await app.press('instance.recycle');
    await app.past300ms();
    await app.type('train-a');
    await app.type('\r');
    await app.advance(holdMs + 2000);
    expect(app.said()).toContainEqual(expect.stringMatching(/Couldn't confirm.*data .* may be lost/));
    expect(await puts(app, 'recycle')).toHaveLength(1);
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.advance(12_000);
    await app.press('instance.reboot');
    expect(app.prose()).toContain("won't start");
  });
});

describe('a command without a session', () => {
  it('shows what it printed', async () => {
    const app = await openDeck();
    await runningInstance(app);
    await app.press('instance.execute');
    expect(app.frame().slice(-3).join('')).toMatch(/⏎ go on|enter go on/);
    await app.type('cat /etc/passwd');
    await app.press('prompt.keep');
    expect(app.dialog()).toMatch(/Only ls, rm and du/);
    await app.type('\x15');
    await app.type('ls -l /workspace');
    await app.press('prompt.keep');
    await app.advance(2_000);
    expect(app.dialog()).toContain('workspace');
    expect(await puts(app, 'command')).toHaveLength(1);
  });

  it('keeps what comes late among the messages, and nothing opens over where the person is by then', async () => {
    const app = await openDeck();
    await runningInstance(app);
    await app.control('faults', { path: '/api/v0/instances/command/*', kind: 'delay', delay_ms: 5000 });
    await app.press('instance.execute');
    await app.type('ls -l /workspace');
    await app.press('prompt.keep');
    expect(app.text()).toContain('Running ls -l /workspace');
    await app.advance(500);
    expect(app.text()).not.toContain('Command on train-a');
    await app.press('app.money');
    await app.advance(7_000);
    expect(app.dialog()).toBe('');
    expect(app.said().at(-1)).toMatch(/^ls -l \/workspace on train-a: /);
  });

  it('that was accepted may have run, whatever becomes of what it printed', async () => {
    const app = await openDeck();
    await runningInstance(app);
    await app.control('faults', { path: '/results/*', kind: 'drop' });
    await app.press('instance.execute');
    await app.type('rm -r /workspace/x');
    await app.press('prompt.keep');
    await app.past300ms();
    await app.press('dialog.yes');
    await app.advance(2_000);
    const text = app.said().at(-1);
    expect(app.said('error').at(-1)).toBe(text);
    expect(text).toMatch(/accepted.*may have run/);
    expect(text).not.toMatch(/does not answer|[Nn]othing was/);
    expect(await puts(app, 'command')).toHaveLength(1);
  });

  it('asks before it removes anything, and a service without it is said calmly', async () => {
    const app = await openDeck();
    const id = await runningInstance(app);
    const run = async () => {
      await app.press('instance.execute');
      await app.type('rm -r /workspace/x');
      await app.press('prompt.keep');
      await app.past300ms();
    };
    await run();
    expect(app.dialog()).toContain('Removed files cannot be recovered');
    expect(app.dialog()).toContain(String(id));
    await app.press('dialog.press');
    expect(await puts(app, 'command')).toEqual([]);
    await app.control('faults', {
      path: '/api/v0/instances/command/*',
      kind: 'status',
      status: 404,
      body: { success: false, error: 'not_found', msg: 'no such path' },
    });
    await run();
    await app.press('dialog.yes');
    expect(app.said().at(-1)).toContain('The command was not run.');
  });
});

describe('the copy menu', () => {
  it('logs in everywhere as the user of the configuration', async () => {
    const world = testWorld();
    world.services.sshUser = 'ubuntu';
    const app = await openDeck({ in: world });
    const id = await jupyterInstance(app);
    const { ssh_host: host, ssh_port: port } = await record(app, id);
    const command = `ssh -p ${port} ubuntu@${host}`;
    expect(app.text()).toContain(command);
    await app.press('app.instances');
    expect(app.text()).toContain(command);
    await app.press('instance.ssh');
    expect(world.ssh).toEqual([{ command, id }]);
    for (const key of ['y', 'd', 's', 'r', 'e']) {
      await app.press('instance.copy');
      await app.type(key);
    }
    await app.press('instance.copy');
    await app.type('t');
    await app.type('1');
    await app.advance(100);
    expect(world.copied).toHaveLength(6);
    expect(world.copied.filter((line) => !/ubuntu@|User ubuntu/.test(line))).toEqual([]);
  });

  it('yy copies the ssh command, and other keys the rest, without any secret', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await jupyterInstance(app);
    const { ssh_host: host, ssh_port: port } = await record(app, id);
    const copy = async (key: string) => {
      await app.press('instance.copy');
      await app.type(key);
      return app.world.copied.at(-1) ?? '';
    };
    expect(await copy('y')).toBe(`ssh -p ${port} root@${host}`);
    expect(await copy('i')).toBe(String(id));
    expect(await copy('h')).toBe(`${host}:${port}`);
    expect(await copy('s')).toBe(`scp -r -P ${port} FILE root@${host}:/workspace/`);
    expect(await copy('c')).toContain('$RIGDECK_API_KEY');
    expect(await copy('e')).toContain(`Host rigdeck-${id} rigdeck-nb\n  HostName ${host}`);
    expect(await copy('d')).toMatch(/^ssh -p \d+ root@\d/);
    const json = await copy('j');
    expect(JSON.parse(json)).toMatchObject({ id, label: 'nb', jupyter_token: '••••••••' });
    expect(json).toContain('HF_TOKEN');
    expect(app.world.copied.join()).not.toContain('hunter2secret');
    expect(app.text()).not.toContain('hunter2secret');
  });

  it('C081 copies one line without colours or blanks at its end, however narrow the window is', async () => {
    const world = testWorld();
    const user = 'a'.repeat(32);
    world.services.sshUser = user;
    const app = await openDeck({ in: world, cols: 60, rows: 16 });
    const { ssh_host, ssh_port } = await record(app, await runningInstance(app));
    const command = `ssh -p ${ssh_port} ${user}@${ssh_host}`;
    expect(command.length).toBeGreaterThan(60);
    await app.press('instance.copy');
    expect(app.dialog()).toContain('…');
    await app.type('y');
    expect(world.copied).toEqual([command]);
  });

  it('takes the key twice for the token of Jupyter', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await jupyterInstance(app);
    const { jupyter_token: token = 'none' } = await record(app, id);
    await app.press('instance.copy');
    expect(app.dialog()).toContain('Jupyter address');
    await app.type('n');
    expect(app.world.copied).toEqual([]);
    expect(app.prose()).toContain('clipboards keep a history');
    expect(app.text()).not.toContain(token);
    await app.type('n');
    expect(app.world.copied[0]).toMatch(/^https:\/\/[\d.]+:\d+\/\?token=/);
    expect(app.world.copied[0]).toContain(token);
  });

  it('saves a block of ssh_config to a new file and leaves one that is there', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await runningInstance(app);
    for (const words of ['include it in ~/.ssh/config yourself', 'is there already']) {
      await app.press('instance.copy');
      await app.type('f');
      await app.press('prompt.keep');
      expect(app.prose()).toContain(words);
    }
    expect([...app.world.saved.keys()]).toEqual([`~/.ssh/rigdeck-${id}.conf`]);
    expect(app.world.saved.get(`~/.ssh/rigdeck-${id}.conf`)).toContain(`known_hosts/${id}\n`);
  });

  it('C082 a copy that may not have arrived leaves the text on the screen', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await runningInstance(app);
    app.world.services.terminal.copy = async () => ({ how: 'sent', text: 'Sent to your terminal' });
    await app.press('instance.copy');
    await app.type('i');
    expect(app.dialog()).toContain(String(id));
    expect(app.prose()).toContain('Sent to your terminal');
  });
});

describe('ports, tunnels and Jupyter', () => {
  it('the screen tells the proxy from the direct way, and hides the token', async () => {
    const app = await openDeck({ rows: 40, cols: 100 });
    const id = await jupyterInstance(app);
    const { jupyter_token: token = 'none', ssh_host, public_ipaddr, ports } = await record(app, id);
    expect(app.text()).toMatch(new RegExp(`Proxy +${ssh_host}:\\d+ +ssh`));
    expect(app.text()).toContain(`${public_ipaddr}:${ports?.['22/tcp']?.[0]?.HostPort}`);
    expect(app.text()).toContain(`${public_ipaddr}:${ports?.['7000/tcp']?.[0]?.HostPort} → 7000`);
    expect(app.text()).toMatch(/Jupyter +https:\/\/\S+token=•{8}/);
    await app.press('app.back');
    await app.go('instances');
    await app.press('list.raw');
    expect(app.terminal.output()).not.toContain(token);
  });

  it('a tunnel goes to a port of the list by a free port here', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await jupyterInstance(app);
    app.world.taken.add(8080);
    await app.press('instance.tunnel');
    expect(app.dialog()).toMatch(/1 +port 8080 +Jupyter.*port 7000 +mapped/);
    await app.type('1');
    await app.press('instance.tunnel');
    await app.type('2');
    await app.press('instance.tunnel');
    await app.type('o');
    await app.type('80');
    await app.press('prompt.keep');
    expect(app.world.tunnels.map(({ id: of, local, remote }) => [of, local, remote])).toEqual([
      [id, 49_152, 8080],
      [id, 7000, 7000],
      [id, 8080, 80].map((n) => (n === 8080 ? 49_152 : n)),
    ]);
    expect(app.prose()).toContain('The tunnel is closed');
    await app.press('instance.copy');
    await app.type('t');
    await app.type('2');
    expect(app.world.copied.at(-1)).toMatch(/^ssh -N -L 7000:localhost:7000 -p \d+ root@/);
  });

  it('Jupyter opens in the browser, and over SSH its address is shown, or copied on the second press', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await jupyterInstance(app);
    const { jupyter_token: token = 'none' } = await record(app, id);
    await app.press('instance.jupyter');
    expect(app.world.opened[0]).toContain(`token=${token}`);
    expect(app.text()).not.toContain(token);
    app.world.browser.there = false;
    await app.press('instance.jupyter');
    expect(app.text()).toContain('It holds a token, and clipboards keep a history');
    expect(app.text()).not.toContain(token);
    expect(app.world.copied).toEqual([]);
    await app.type('v');
    expect(app.dialog().replaceAll(' ', '')).toContain(token);
    expect(app.world.copied).toEqual([]);
    await app.press('pager.close');
    expect(app.text()).not.toContain(token);
    await app.press('instance.jupyter');
    await app.type('N');
    expect(app.world.copied[0]).toContain(token);
  });

  it('C075 s goes where the service says, and H straight to the machine where its record names a place', async () => {
    const app = await openDeck({ rows: 40 });
    const id = await jupyterInstance(app);
    const { ssh_host, ssh_port, public_ipaddr, ports } = await record(app, id);
    await app.press('instance.ssh', 'instance.ssh-direct');
    expect(app.world.ssh.map(({ command }) => command)).toEqual([
      `ssh -p ${ssh_port} root@${ssh_host}`,
      `ssh -p ${ports?.['22/tcp']?.[0]?.HostPort} root@${public_ipaddr}`,
    ]);
    expect(app.text()).toMatch(/Direct +\S+ +ssh \(H\)/);
  });

  it('C079 leads back to the same screen and the same machine, though the list has moved, and tells how it ended', async () => {
    const app = await openDeck({ world: { world: 'busy' } });
    await app.go('instances');
    const rows = await machines(app);
    await app.press('list.filter');
    await app.type('running\r');
    await app.press('list.down');
    const before = app.cursor('instances');
    const gone = rows.find(({ id, actual_status }) => id !== before && actual_status === 'running')?.id ?? 0;
    let here = '';
    app.world.services.terminal.ssh = async ({ command }, id) => {
      here = `${id}: ${command}`;
      await app.world.connect(app.sandbox.apiKey).api.destroyInstance(gone);
      return { ok: true, text: 'ssh ended with exit code 3 after 5s' };
    };
    await app.press('instance.ssh', 'app.refresh');
    await app.advance(1_000);
    expect(here).toContain(`${before}: ssh -p `);
    expect(app.text()).not.toContain(String(gone));
    expect(app.text()).toContain('[2 Instances]');
    expect(app.cursor('instances')).toBe(before);
    await app.press('app.messages');
    expect(app.text()).toContain('ssh ended with exit code 3 after 5s');
    expect(app.ended()).toBe(false);
  });

  it('C076 is told before that the account has no SSH key, in the terminal that ssh gets', async () => {
    const app = await openDeck({ rows: 40 });
    await runningInstance(app);
    await app.press('instance.ssh');
    expect(app.world.ssh.at(-1)).not.toHaveProperty('before');
    await app.control('account', { ssh_key: null });
    await app.press('app.refresh', 'instance.ssh');
    expect(app.world.ssh.at(-1)?.before).toContain('The account has no SSH key');
  });

  it('S opens a pane beside the deck, and says why not where the terminal has none', async () => {
    const app = await openDeck({ rows: 40 });
    await runningInstance(app);
    await app.press('instance.ssh-pane');
    expect(app.prose()).toContain('Panes are opened in tmux, zellij and WezTerm only');

    const world = testWorld();
    const panes: string[] = [];
    world.services.terminal.sshPane = async ({ command }, id) => {
      panes.push(`${id}: ${command}`);
      return { ok: true, text: 'ssh runs in a new pane of tmux' };
    };
    const inTmux = await openDeck({ rows: 40, in: world });
    const id = await runningInstance(inTmux);
    const { ssh_host, ssh_port } = await record(inTmux, id);
    await inTmux.press('instance.ssh-pane');
    expect(panes).toEqual([`${id}: ssh -p ${ssh_port} root@${ssh_host}`]);
    expect(inTmux.text()).toContain('ssh runs in a new pane of tmux');
    expect(world.ssh).toEqual([]);
  });

  it('a Jupyter behind the proxy is reached by a tunnel', async () => {
    const app = await openDeck({ rows: 40 });
    await jupyterInstance(app, 'jupyter_proxy');
    await app.press('instance.jupyter');
    expect(app.dialog()).toContain('open the tunnel here');
    await app.type('t');
    expect(app.world.tunnels).toMatchObject([{ remote: 8080 }]);
  });

  it('says why there is none where it was launched without', async () => {
    const app = await openDeck();
    await runningInstance(app);
    await app.press('instance.jupyter');
    expect(app.prose()).toContain('launched without Jupyter');
  });
});
