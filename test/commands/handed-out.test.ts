import { describe, expect, it } from 'vitest';
import { makeWorld } from './world.ts';

const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJvYjEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5 me@laptop\n';

describe('what a command made and could not name on standard output', () => {
  it.each([
    [['groups', 'create', '--endpoint-id', '701', '--yes', '--test-workers', '0'], 'worker group 801'],
    [['groups', 'create', '--endpoint-id', '701', '--yes', '--json'], 'worker group 801'],
    [['groups', 'endpoint-create', '--endpoint-name', 'llm'], 'endpoint group 702'],
    [['groups', 'endpoint-create', '--endpoint-name', 'llm', '--json'], 'endpoint group 702'],
    [['ssh-keys', 'add', '-', '--json'], /SSH key \d+/],
  ])('is named on standard error, and it ends with 7: %j', async (argv, what) => {
    const world = makeWorld();
    const ran = await world.run(argv, { outBreaks: true, stdin: publicKey });
    expect([ran.exit, ran.err]).toEqual([7, expect.stringMatching(what)]);
    const whole = await makeWorld().run(argv, { stdin: publicKey });
    expect(whole.exit).toBe(0);
  });

  it.each([[], ['--json']])('is a key by its id alone, never by its value: %s', async (...json) => {
    const world = makeWorld();
    const line = ['keys', 'create', 'ci', '--category', 'misc', '--print', ...json];
    const ran = await world.run(line, { outBreaks: true });
    const [made] = world.sandbox.snapshot().keys.filter(({ name }) => name === 'ci');
    expect(made?.value).toBeTruthy();
    expect([ran.exit, ran.err]).toEqual([7, expect.stringContaining(`keys delete ${made?.id}`)]);
    expect(ran.err).not.toContain(made?.value);
  });
});
