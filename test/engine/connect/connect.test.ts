import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/base/record-secrets.ts';
import type { Instance } from '../../../src/client/wire.ts';
import { curlLine, rsyncLine, scpLine, tunnelLine } from '../../../src/engine/connect/connect-lines.ts';
import { directPort, openPorts } from '../../../src/engine/connect/instance-ports.ts';
import { jupyterAt, jupyterLink } from '../../../src/engine/connect/jupyter.ts';
import { shellQuote } from '../../../src/engine/connect/shell-quote.ts';
import { hostAliases, sshConfigBlock } from '../../../src/engine/connect/ssh-config.ts';
import { type SshAddress, sshTarget } from '../../../src/engine/instances/reading.ts';

const running = (fields: Partial<Instance> = {}): Instance => ({
  id: 9120441,
  actual_status: 'running',
  ssh_host: 'ssh5.example.com',
  ssh_port: 10441,
  ...fields,
});
const to = sshTarget(running(), 'root') as SshAddress;
const sixth = sshTarget(running({ ssh_host: '2001:db8::7' }), 'root') as SshAddress;

describe('the ports of an instance', () => {
  it('are those of the map, one row for both kinds of address, by container port', () => {
    const ports = {
      '8080/tcp': [
        { HostIp: '0.0.0.0', HostPort: '40080' },
        { HostIp: '::', HostPort: '40080' },
      ],
      '22/tcp': [{ HostPort: '40022' }],
      '53/udp': [{ HostPort: '40053' }],
    };
    expect(openPorts(running({ ports, public_ipaddr: ' 203.0.113.7 ' }))).toEqual([
      { container: 22, protocol: 'tcp', host: '203.0.113.7', port: 40022 },
      { container: 53, protocol: 'udp', host: '203.0.113.7', port: 40053 },
      { container: 8080, protocol: 'tcp', host: '203.0.113.7', port: 40080 },
    ]);
  });

  it('are none where the map is absent, and have no host where the address is none', () => {
    expect(openPorts(running())).toEqual([]);
    const odd = { '22/tcp': [{ HostPort: '0' }, { HostPort: '70000' }, {}], 'x/tcp': [{ HostPort: '1' }] };
    expect(openPorts(running({ ports: odd }))).toEqual([]);
    const named = running({ ports: { '22/tcp': [{ HostPort: '40022' }] }, public_ipaddr: '-oProxy=x' });
    expect(openPorts(named)).toEqual([{ container: 22, protocol: 'tcp', port: 40022 }]);
    expect(directPort(named, 8080)).toBeUndefined();
  });
});

describe('Jupyter', () => {
  const open = running({
    image_runtype: 'jupyter_direc ssh_direc ssh_proxy',
    jupyter_token: 'tok/en+1',
    public_ipaddr: '203.0.113.7',
    ports: { '8080/tcp': [{ HostPort: '40080' }] },
  });

  it('is where its port leads, with its token, which is hidden where it is only shown', () => {
    const link = jupyterLink(open);
    expect(link).toMatchObject({ ok: true, url: 'https://203.0.113.7:40080/?token=tok%2Fen%2B1' });
    expect(link.ok && link.shown).toBe('https://203.0.113.7:40080/?token=••••••••');
    expect(jupyterAt(open, 'localhost:8080').url).toBe('https://localhost:8080/?token=tok%2Fen%2B1');
  });

  it.each([
    [{ actual_status: 'loading' }, 'loading', false],
    [{ image_runtype: 'ssh_direc ssh_proxy' }, 'without Jupyter', false],
    [{ image_runtype: 'args' }, 'without Jupyter', false],
    [{ image_runtype: 'jupyter_proxy ssh_proxy', ports: {} }, 'A tunnel to port 8080', true],
    [{ public_ipaddr: 'evil.example.com/?x=' }, 'A tunnel to port 8080', true],
  ])('says why not: %j', (fields, reason, tunnel) => {
    expect(jupyterLink({ ...open, ...fields })).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
      tunnel,
    });
  });
});

describe('lines for a shell', () => {
  it('are exactly these', () => {
    expect(tunnelLine(to, 8888, 8080)).toBe('ssh -N -L 8888:localhost:8080 -p 10441 root@ssh5.example.com');
    expect(scpLine(to)).toBe('scp -r -P 10441 FILE root@ssh5.example.com:/workspace/');
    expect(rsyncLine(to)).toBe("rsync -avP -e 'ssh -p 10441' FOLDER/ root@ssh5.example.com:/workspace/");
    expect(scpLine(sixth, 'a b')).toBe("scp -r -P 10441 'a b' root@[2001:db8::7]:/workspace/");
    expect(scpLine(to, '-oProxyCommand=x')).toContain(' ./-oProxyCommand=x ');
    expect(scpLine(to, 'a\nb')).toBeUndefined();
    expect(curlLine('https://api.example.com', 5)).toBe(
      'curl -H "Authorization: Bearer $RIGDECK_API_KEY" https://api.example.com/api/v0/instances/5/',
    );
  });

  it('quote so that a shell reads back what was meant', () => {
    const texts = fc.sample(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), 60);
    const quoted = texts.map((text) => shellQuote(text));
    const words = texts.filter((_, index) => quoted[index] !== undefined);
    const line = `printf '%s\\0' ${quoted.filter((one) => one !== undefined).join(' ')}`;
    const out = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
    expect(out.split('\0').slice(0, -1)).toEqual(words);
  });
});

describe('a block of ssh_config', () => {
  it('names the host by id and by label, with its own file of host keys', () => {
    const block = sshConfigBlock(
      { id: 9120441, label: 'Train A (night)' },
      to,
      '/home/me/state/known_hosts/5',
    );
    expect(block).toBe(
      [
        'Host rigdeck-9120441 rigdeck-train-a-night',
        '  HostName ssh5.example.com',
        '  Port 10441',
        '  User root',
        '  UserKnownHostsFile /home/me/state/known_hosts/5',
        '  StrictHostKeyChecking accept-new',
        '',
      ].join('\n'),
    );
  });

  it('keeps the letter under an accent', () => {
    expect(hostAliases({ id: 5, label: 'wörk er' })).toEqual(['rigdeck-5', 'rigdeck-work-er']);
  });

  it('holds one block whatever the label, and refuses a path that cannot stand in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (label) => {
        for (const alias of hostAliases({ id: 5, label })) expect(alias).toMatch(/^rigdeck-[a-z0-9-]+$/);
      }),
    );
    expect(sshConfigBlock({ id: 5 }, to, '/a b/50%')).toContain('UserKnownHostsFile "/a b/50%%"');
    expect(sshConfigBlock({ id: 5 }, to, '/a\n  ProxyCommand x')).toBeUndefined();
  });
});

it('a record that is shown hides tokens, passwords and values of variables, and nothing else', () => {
  const shown = withoutSecrets({
    id: 5,
    label: 'a',
    jupyter_token: 'tok-1',
    docker_login_pass: 'pw',
    instance_api_key: 'k',
    ssh_host: 'h',
    extra_env: [
      ['HF_TOKEN', 'hunter2'],
      ['-p 8080:80', '1'],
    ],
    env: { MODE: 'x', '-p 1:1': '1' },
    ports: { '22/tcp': [{ HostPort: '1' }] },
    onstart: null,
  });
  const dots = '•'.repeat(8);
  expect(shown).toEqual({
    id: 5,
    label: 'a',
    jupyter_token: dots,
    docker_login_pass: dots,
    instance_api_key: dots,
    ssh_host: 'h',
    extra_env: [
      ['HF_TOKEN', dots],
      ['-p 8080:80', '1'],
    ],
    env: { MODE: dots, '-p 1:1': '1' },
    ports: { '22/tcp': [{ HostPort: '1' }] },
    onstart: null,
  });
});
