import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directSshTarget, sshTarget } from '../../../src/engine/instances/reading.ts';

const at = (ssh_host: string, ssh_port: number) => ({ id: 1, actual_status: 'running', ssh_host, ssh_port });

test('C075 the command is made of host and port exactly as sent', () => {
  expect(sshTarget(at('h', 10022), 'root')).toEqual({
    host: 'h',
    port: 10022,
    user: 'root',
    command: 'ssh -p 10022 root@h',
    argv: ['-p', '10022', 'root@h'],
  });
  expect(sshTarget(at('ssh5.example.com', 1), 'ubuntu')?.command).toBe('ssh -p 1 ubuntu@ssh5.example.com');
});

test.each(['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7', 'a-b.example', 'a'])(
  '%s is a host',
  (host) => {
    expect(sshTarget(at(host, 22), 'root')?.host).toBe(host);
  },
);

test.each(['', '-oProxyCommand=x', 'a b', 'a;b', '$(id)', 'h\n', 'a@b', 'h-', '.', 'ü.example', '`id`'])(
  '%j is no host',
  (host) => {
    expect(sshTarget(at(host, 22), 'root')).toBeUndefined();
  },
);

test.each([0, -1, 65_536, 1.5, Number.NaN])('%d is no port', (port) => {
  expect(sshTarget(at('h', port), 'root')).toBeUndefined();
});

test('C075 without host or port there is no target', () => {
  expect(sshTarget({ id: 1, actual_status: 'running' }, 'root')).toBeUndefined();
  expect(sshTarget({ id: 1, actual_status: 'running', ssh_host: 'h' }, 'root')).toBeUndefined();
});

test('a user name cannot smuggle in an option', () => {
  expect(sshTarget(at('h', 22), '-oX')).toBeUndefined();
});

test('whatever the host is, no argument but the port flag begins with a dash', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (host, port) => {
      const argv = sshTarget(at(host, port), 'root')?.argv ?? ['-p', '1', 'root@h'];
      expect(argv.join(' ')).toMatch(/^-p \d{1,5} root@[\w.:-]+$/);
    }),
  );
});

test('the direct address comes from the public address and the port that 22 is mapped to', () => {
  const ports = { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '40022' }] };
  const instance = { id: 1, actual_status: 'running', public_ipaddr: '203.0.113.7 ', ports };
  expect(directSshTarget(instance, 'ubuntu')?.command).toBe('ssh -p 40022 ubuntu@203.0.113.7');
  expect(directSshTarget({ ...instance, ports: { '80/tcp': [{ HostPort: '1' }] } }, 'root')).toBeUndefined();
  expect(directSshTarget({ ...instance, ports: { '22/tcp': [{ HostPort: 'x' }] } }, 'root')).toBeUndefined();
  expect(directSshTarget({ id: 1, actual_status: null }, 'root')).toBeUndefined();
});
