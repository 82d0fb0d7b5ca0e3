import { describe, expect, it } from 'vitest';
import { literal, makeWorld } from './world.ts';

const running = (fields: object) => literal({ instances: { id: 5, actual_status: 'running', ...fields } });

describe('rigdeck ssh', () => {
  it('C075 prints the address exactly as the service names it', async () => {
    const { exit, out } = await makeWorld().run(['ssh', '5', '--print'], {
      transport: running({ ssh_host: 'h', ssh_port: 10022 }),
    });
    expect(exit).toBe(0);
    expect(out).toBe('ssh -p 10022 root@h\n');
  });

  it.each([[{ ssh_host: 'h', ssh_port: null }], [{ ssh_host: null, ssh_port: 22 }], [{}]])(
    'C075 says why not while the address is not there: %j',
    async (fields) => {
      const { exit, out, err, ssh } = await makeWorld().run(['ssh', '5'], { transport: running(fields) });
      expect([exit, out, ssh]).toEqual([1, '', []]);
      expect(err).toContain('has not sent an SSH address yet');
    },
  );

  it('C081 prints one line without colours or blanks at its end, however narrow the terminal is', async () => {
    const host = `${'a'.repeat(50)}.example.com`;
    const { out } = await makeWorld().run(['ssh', '5', '--print'], {
      columns: 40,
      env: { ...makeWorld().signedIn, FORCE_COLOR: '3' },
      transport: running({ ssh_host: host, ssh_port: 10022 }),
    });
    expect(out).toBe(`ssh -p 10022 root@${host}\n`);
  });

  it('C076 says before that the account has no SSH key, and tries all the same', async () => {
    const world = makeWorld();
    const id = await world.rent();
    world.boot();
    world.sandbox.control.account({ ssh_key: null });
    const { exit, err, ssh } = await world.run(['ssh', String(id)], { ssh: { code: 0 } });
    expect([exit, ssh.length]).toEqual([0, 1]);
    expect(err).toContain('The account has no SSH key');
  });

  it('never passes on an address that ssh would take for an option', async () => {
    const { exit, ssh, err } = await makeWorld().run(['ssh', '5'], {
      transport: running({ ssh_host: '-oProxyCommand=x', ssh_port: 22 }),
    });
    expect([exit, ssh]).toEqual([1, []]);
    expect(err).toContain('unsafe SSH address');
  });

  it.each([
    [{ code: 0 }, 0],
    [{ code: 7 }, 7],
    [{ code: 255, text: 'ssh failed after 0s (exit code 255)' }, 255],
  ])('ends as ssh ends: %j', async (ssh, code) => {
    const world = makeWorld();
    const id = await world.rent();
    world.boot();
    const ran = await world.run(['ssh', String(id)], { ssh });
    expect(ran.exit).toBe(code);
    expect(ran.ssh).toMatchObject([{ target: { user: 'root' }, instanceId: id }]);
    expect(ran.err).toBe('text' in ssh ? `${ssh.text}\n` : '');
  });

  it('says what to type where there is no ssh', async () => {
    const { exit, err } = await makeWorld().run(['ssh', '5'], {
      transport: running({ ssh_host: 'h', ssh_port: 22 }),
      ssh: { code: undefined, text: 'ssh did not start: no ssh was found on this computer' },
    });
    expect(exit).toBe(1);
    expect(err).toContain('By hand: ssh -p 22 root@h');
  });

  it.each([
    [null, 1, '5 is still provisioning'],
    ['loading', 1, '5 is still loading'],
    ['stopped', 1, '5 is stopped. Start it first'],
    ['exited', 5, "won't start"],
    ['unknown', 5, "won't start"],
    ['offline', 5, "won't start"],
  ])('refuses one that is %s', async (status, code, reason) => {
    const { exit, err } = await makeWorld().run(['ssh', '5'], {
      transport: literal({ instances: { id: 5, actual_status: status, ssh_host: 'h', ssh_port: 22 } }),
    });
    expect(exit).toBe(code);
    expect(err).toContain(reason);
  });

  it('refuses an instance that was launched with args', async () => {
    const { exit, err } = await makeWorld().run(['ssh', '5'], {
      transport: running({ image_runtype: 'args', ssh_host: 'h', ssh_port: 22 }),
    });
    expect(exit).toBe(1);
    expect(err).toContain('5 has no SSH');
  });
});
