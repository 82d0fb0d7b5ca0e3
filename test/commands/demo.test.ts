import { describe, expect, it } from 'vitest';
import { makeWorld } from './world.ts';

describe('rigdeck demo', () => {
  it('plays the main job without a terminal, and touches no account', async () => {
    const world = makeWorld();
    const { exit, out, err } = await world.run(['demo'], { env: {} });
    expect([exit, err]).toEqual([0, '']);
    const steps = [
      'Search: ',
      'Rent offer ',
      'Boot: provisioning',
      'Boot: loading',
      'Boot: running',
      'Connect: ssh -p ',
      'Stop ',
      'Destroy: ',
      'Cost: GPU $',
    ];
    const places = steps.map((step) => out.indexOf(step));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(world.onDisk()).toBe('');
    expect(world.requests()).toEqual([]);
  });

  it('tells what it cost by the books: the parts make the whole', async () => {
    const { out } = await makeWorld().run(['demo'], { env: {} });
    const [, gpu, disk, total] = /Cost: GPU \$([\d.]+) \+ disk \$([\d.]+) = \$([\d.]+)/.exec(out) ?? [];
    expect(Number(gpu)).toBeGreaterThan(0);
    expect(Number(gpu) + Number(disk)).toBeCloseTo(Number(total), 3);
  });

  it('opens the deck on the sandbox at a terminal', async () => {
    const { deck } = await makeWorld().run(['demo'], { deck: { ok: true } });
    expect(deck).toEqual([{ sandbox: true }]);
  });
});
