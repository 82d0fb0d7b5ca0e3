import { describe, expect, it } from 'vitest';
import { makeWorld } from './world.ts';

/** A home with two profiles, `main` the one made last. */
async function signedInTwice() {
  const world = makeWorld();
  for (const name of ['work', 'main']) {
    const { exit, err } = await world.run(
      ['login', '--profile', name, '--store', 'file', '--api-key-stdin'],
      {
        env: { RIGDECK_BASE_URL: world.signedIn.RIGDECK_BASE_URL },
        stdin: world.sandbox.apiKey,
      },
    );
    expect(exit, err).toBe(0);
  }
  const run = (...argv: string[]) => world.run(['profiles', ...argv], { env: {} });
  const rows = async () => (await run('--json')).json().profiles as Record<string, unknown>[];
  return { world, run, rows };
}

describe('rigdeck profiles', () => {
  it('lists each with its service and marks the one in use; no key', async () => {
    const { world, run, rows } = await signedInTwice();
    expect(await rows()).toMatchObject([
      { name: 'work', active: false, read_only: false, colour: null, home: 'file' },
      { name: 'main', active: true, base_url: world.signedIn.RIGDECK_BASE_URL },
    ]);
    const { out } = await run();
    expect(out).toMatch(/^false\twork\thttps:.*\n^true\tmain\t/m);
    expect(out).not.toContain(world.sandbox.apiKey);
  });

  it('use names the one for later runs', async () => {
    const { run, rows, world } = await signedInTwice();
    expect((await run('use', 'work')).exit).toBe(0);
    expect((await rows()).find(({ active }) => active)).toMatchObject({ name: 'work' });
    expect((await world.run(['auth', 'status', '--json'], { env: {} })).json()).toMatchObject({
      profile: 'work',
    });
  });

  it('C026 use says so where a variable wins over the profile or its key, and nothing where none does', async () => {
    const { world, run } = await signedInTwice();
    const env = { RIGDECK_API_KEY: 'other-key-other-AAAA', RIGDECK_PROFILE: 'main' };
    const { exit, err } = await world.run(['profiles', 'use', 'work'], { env });
    expect(exit).toBe(0);
    expect(err.split('\n').slice(1, 3)).toEqual([
      'RIGDECK_API_KEY (…AAAA) is set and wins over the key of profile work. Unset it to use this one.',
      'RIGDECK_PROFILE is set to main and wins over profile work. Unset it to use this one.',
    ]);
    expect((await run('use', 'work')).err).not.toContain('wins over');
  });

  it('set gives a colour and refuses writes, and leaves the one in use as it is', async () => {
    const { run, rows, world } = await signedInTwice();
    expect((await run('set', 'work', '--colour', 'red', '--writes', 'refuse')).exit).toBe(0);
    expect(await rows()).toMatchObject([
      { name: 'main', active: true },
      { name: 'work', colour: 'red', read_only: true },
    ]);
    expect((await world.run(['stop', '77', '--profile', 'work'], { env: {} })).exit).toBe(3);
    expect((await run('set', 'work', '--colour', 'none', '--writes', 'allow')).exit).toBe(0);
    expect((await rows()).find(({ name }) => name === 'work')).toMatchObject({
      colour: null,
      read_only: false,
    });
  });

  it.each([
    [['use', 'wrok'], 'There are: work, main'],
    [['set', 'work'], '--name-color or --writes'],
    [['set', 'work', '--name-color', 'pink'], 'red, green'],
    [['set', 'work', '--colour', 'pink'], 'red, green'],
    [['set', 'work', '--writes', 'maybe'], 'allow, refuse'],
  ])('%j is refused with what to do', async (argv, next) => {
    const { run } = await signedInTwice();
    const { exit, err } = await run(...argv);
    expect(exit).toBe(2);
    expect(err).toContain(next);
  });

  it('says how to begin where there is none', async () => {
    const { exit, err } = await makeWorld().run(['profiles'], { env: {} });
    expect({ exit, err }).toEqual({ exit: 0, err: 'There is no profile yet. rigdeck login makes one.\n' });
  });
});
