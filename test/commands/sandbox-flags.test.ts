import { describe, expect, it } from 'vitest';
import { mostOffers, sandboxOptions } from '../../src/commands/sandbox-flags.ts';
import { assumptions } from '../../src/sandbox/assumptions.ts';
import { makeWorld } from './world.ts';

describe('the flags of the sandbox', () => {
  it.each([
    ['--offers', ['100001', '0', '-1', '-5', 'NaN', '1.5', '1e3', 'many', ''], 'from 1 to 100000'],
    ['--port', ['65536', '-1', '80.5', 'http', ''], 'from 0 to 65535'],
    ['--seed', ['-1', '1.5', 'NaN', ''], 'from 0 on'],
    ['--speed', ['0', '-1', 'NaN', 'Infinity', 'fast', ''], 'above 0'],
  ])('%s refuses what the sandbox cannot do, and says what it can', async (flag, values, range) => {
    const world = makeWorld();
    for (const value of values) {
      const { exit, out, err } = await world.run(['sandbox', flag, value]);
      expect([value, exit, out]).toEqual([value, 2, '']);
      expect(err).toMatch(new RegExp(`^${flag} is a (whole )?number ${range}\\.\n$`));
    }
  });

  it('take what lies within', async () => {
    const typed = { offers: '100000', port: '65535', seed: '0', speed: '0.5' };
    expect(sandboxOptions(typed)).toEqual({ offers: 100_000, port: 65_535, seed: 0, speed: 0.5 });
    expect(sandboxOptions({ offers: '1', port: '0' })).toEqual({ offers: 1, port: 0 });
    const argv = Object.entries(typed).flatMap(([name, value]) => [`--${name}`, value]);
    expect((await makeWorld().run(['sandbox', ...argv])).exit).toBe(0);
  });

  it('know the largest market that the sandbox makes', () => {
    expect(mostOffers).toBe(assumptions.mostOffers);
  });
});
