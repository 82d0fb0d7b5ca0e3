import { describe, expect, it } from 'vitest';
import { mostOffers, sandboxOptions, worldOptions } from '../../src/commands/cli/sandbox-flags.ts';
import { assumptions } from '../../src/sandbox/assumptions.ts';
import { makeWorld } from './world.ts';

describe('the flags of the sandbox', () => {
  it.each([
    ['--offers', ['100001', '0', '-1', '-5', 'NaN', '1.5', '1e3', 'many', ''], ', 1 to 100000'],
    ['--port', ['65536', '-1', '80.5', 'http', ''], ', 0 to 65535'],
    ['--seed', ['-1', '1.5', 'NaN', ''], ', 0 or more'],
    ['--speed', ['0', '-1', 'NaN', 'Infinity', 'fast', ''], ' above 0'],
  ])('%s refuses what the sandbox cannot do, and says what it can', async (flag, values, range) => {
    const world = makeWorld();
    for (const value of values) {
      const { exit, out, err } = await world.run(['sandbox', flag, value]);
      expect([value, exit, out]).toEqual([value, 2, '']);
      expect(err).toMatch(
        new RegExp(`^error: ${flag} must be a (whole )?number${range}\nUsage: rigdeck sandbox `),
      );
    }
  });

  it('take what lies within', async () => {
    const typed = { offers: '100000', port: '65535', seed: '0', speed: '0.5' };
    expect(sandboxOptions(typed)).toEqual({ port: 65_535, speed: 0.5 });
    expect(worldOptions(typed, true)).toEqual({ offers: 100_000, seed: 0 });
    expect([sandboxOptions({ port: '0' }), worldOptions({ offers: '1' }, true)]).toEqual([
      { port: 0 },
      { offers: 1 },
    ]);
    const argv = Object.entries(typed).flatMap(([name, value]) => [`--${name}`, value]);
    expect((await makeWorld().run(['sandbox', ...argv])).exit).toBe(0);
  });

  it('make the world of the embedded sandbox, before a command and behind it', async () => {
    const world = makeWorld();
    const many = ['offers', 'rentable=any', '--limit', '20', '--json'];
    const three = await world.run(['--sandbox', '--offers', '3', ...many]);
    expect(three.json().offers).toHaveLength(3);
    const seeded = (seed: string) => world.run([...many, '--sandbox', '--seed', seed]);
    const [one, again, other] = [await seeded('7'), await seeded('7'), await seeded('8')];
    expect(one.json()).toEqual(again.json());
    expect(one.json()).not.toEqual(other.json());
    const busy = await world.run(['instances', '--json', '--sandbox', '--world', 'busy']);
    expect((busy.json().instances as unknown[]).length).toBeGreaterThan(5);
    expect(await world.run(['status', '--sandbox', '--offers', 'many'])).toMatchObject({
      exit: 2,
      err: 'error: --offers must be a whole number, 1 to 100000\nUsage: rigdeck status\n',
    });
  });

  it('go to the server also where they stand before its name', async () => {
    const world = makeWorld();
    const { exit, served } = await world.run(['--offers', '5', '--lively', 'sandbox', '--seed', '2']);
    expect([exit, served]).toEqual([0, [{ offers: 5, lively: true, seed: 2 }]]);
  });

  it.each([['--offers', '5'], ['--seed', '5'], ['--world', 'busy'], ['--lively'], ['--rate-limits']])(
    'are refused without a sandbox, with the way to one, and nothing is asked: %s',
    async (...words) => {
      const world = makeWorld();
      const { exit, out, err } = await world.run(['status', ...words]);
      expect([exit, out]).toEqual([2, '']);
      expect(err).toBe(
        `error: ${words[0]} works only with --sandbox\nhint: add --sandbox, or serve one with: rigdeck sandbox\n`,
      );
      expect(world.requests()).toEqual([]);
    },
  );

  it('stand in the help of flags and of the sandbox, and make no other longer', async () => {
    const help = async (...words: string[]) => (await makeWorld().run([...words, '--help'])).out;
    expect((await makeWorld().run(['help', 'flags'])).out).toMatch(/With --sandbox:\n(.*\n)*.*--offers <n>/);
    expect((await help('sandbox')).match(/--offers <n>/g)).toHaveLength(1);
    expect(await help('status')).not.toContain('--offers');
  });

  it('know the largest market that the sandbox makes', () => {
    expect(mostOffers).toBe(assumptions.mostOffers);
  });
});
