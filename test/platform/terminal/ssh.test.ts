import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { ChildEnd } from '../../../src/platform/terminal/child.ts';
import { explainSsh, sshCommand, wasCutOff } from '../../../src/platform/terminal/ssh.ts';

const target = { host: 'ssh4.example.com', port: 10022, user: 'root' };
const knownHostsFile = '/state/known-hosts/7';

describe('the ssh command', () => {
  test('C075 shows exactly what is run, with the port as it came', () => {
    expect(sshCommand(target, { knownHostsFile, extraArgs: ['-A'] })?.shown).toBe(
      'ssh -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/state/known-hosts/7 -A -p 10022 root@ssh4.example.com',
    );
  });

  test.each([
    [[]],
    [['-A', '-L', '8080:localhost:8080']],
    [['-o', 'ProxyCommand=nc -X 5 %h %p', '-i', "/keys/it's mine"]],
    [['-o', 'SetEnv=A=$(id) B=`id` C="c" D=\\n *']],
    [['-o', "SetEnv=A=one\ttwo\x1b[31m\\'x"]],
  ])('what is shown means to a shell what is run: %j', (extraArgs) => {
    const command = sshCommand(target, { knownHostsFile: '/my state/100%/7', extraArgs });
    const words = spawnSync('bash', ['-c', `printf '%s\\0' ${command?.shown}`], { encoding: 'utf8' }).stdout;
    expect(words.split('\0').slice(0, -1)).toEqual(command?.argv);
    expect(command?.shown).not.toMatch(/[\x00-\x1f\x7f]/);
  });

  test('C080 keeps the host keys of each instance apart and never turns checking off', () => {
    expect(sshCommand(target, { knownHostsFile, extraArgs: ['-A'] })?.argv).toEqual([
      'ssh',
      '-o',
      'StrictHostKeyChecking=accept-new',
      '-o',
      'UserKnownHostsFile=/state/known-hosts/7',
      '-A',
      '-p',
      '10022',
      'root@ssh4.example.com',
    ]);
  });

  test('C081 is one line without blanks around it', () => {
    const shown = sshCommand(target, { knownHostsFile })?.shown;
    expect(shown).toMatch(/^\S+( \S+)*$/);
  });

  test('a path with blanks or percent signs reaches ssh as it is', () => {
    const argv = sshCommand(target, { knownHostsFile: '/my state/100%/7' })?.argv;
    expect(argv).toContain('UserKnownHostsFile="/my state/100%%/7"');
  });

  test.each([
    [{ host: '-oProxyCommand=evil' }],
    [{ host: 'a b' }],
    [{ host: 'a;reboot' }],
    [{ host: 'a\n' }],
    [{ host: '' }],
    [{ user: '-l' }],
    [{ user: 'root@other' }],
    [{ user: '$(id)' }],
    [{ port: 0 }],
    [{ port: 65_536 }],
    [{ port: 22.5 }],
    [{ port: Number.NaN }],
  ])('there is none for an address with %j', (part) => {
    expect(sshCommand({ ...target, ...part }, { knownHostsFile })).toBeUndefined();
  });

  test('an IPv6 address is a host', () => {
    expect(sshCommand({ ...target, host: '2001:db8::1' }, { knownHostsFile })?.argv.at(-1)).toBe(
      'root@2001:db8::1',
    );
  });
});

describe('the end of ssh', () => {
  const end = (part: Partial<ChildEnd>): ChildEnd => ({
    code: undefined,
    signal: undefined,
    failure: undefined,
    ms: 5000,
    lastErrors: [],
    ...part,
  });
  const explain = (part: Partial<ChildEnd>) => explainSsh(end(part), target, { knownHostsFile });

  test('C079 tells how long it took, and its exit code when that is not 0', () => {
    expect(explain({ code: 0, ms: 192_000 })).toEqual({ ok: true, text: 'ssh ended after 3m 12s' });
    expect(explain({ code: 3, ms: 3_720_000 }).text).toBe('ssh ended with exit code 3 after 1h 2m');
  });

  test("C076 says ssh's own last words, and that a young machine may need time", () => {
    const outcome = explain({ code: 255, lastErrors: ['Warning: added', 'connect: Connection refused'] });
    expect(outcome.ok).toBe(false);
    expect(outcome.text).toContain('connect: Connection refused');
    expect(outcome.text).toContain('try again');
  });

  test('a session that broke after a while is not taken for a young machine', () => {
    const lastErrors = ['client_loop: send disconnect: Broken pipe'];
    const outcome = explain({ code: 255, ms: 600_000, lastErrors });
    expect(outcome.text).toContain('Broken pipe');
    expect(outcome.text).not.toContain('just started');
    expect(wasCutOff(end({ code: 255, lastErrors }))).toBe(true);
    expect(wasCutOff(end({ code: 255, lastErrors: ['connect: Connection refused'] }))).toBe(false);
  });

  test('C080 explains a changed host key and gives the command that removes the old one', () => {
    const outcome = explain({ code: 255, lastErrors: ['@ REMOTE HOST IDENTIFICATION HAS CHANGED! @', 'x'] });
    expect(outcome.text).toContain('another host key');
    expect(outcome.command).toBe("ssh-keygen -f /state/known-hosts/7 -R '[ssh4.example.com]:10022'");
  });

  test('says when there is no ssh, and when it was ended', () => {
    expect(explain({ failure: 'ENOENT' }).text).toContain('no ssh was found');
    expect(explain({ signal: 'SIGKILL' }).text).toBe('ssh was ended by SIGKILL after 5s');
  });
});
