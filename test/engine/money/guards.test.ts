import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { atMost } from '../../../src/engine/at-most.ts';
import { sweepable } from '../../../src/engine/instances/rules.ts';
import { instanceNoun } from '../../../src/engine/instances/writes.ts';
import { costOfWaiting, leftByStop, runwayGain, saving } from '../../../src/engine/money/act-effect.ts';
import { accountBurn } from '../../../src/engine/money/money.ts';
import { staleBlock } from '../../../src/engine/read-health.ts';
import { captureTarget, recheckTargets } from '../../../src/engine/write.ts';
import { readOnlySwitch } from '../../../src/platform/config/read-only.ts';

const running: Instance = { id: 1, actual_status: 'running', dph_base: 0.3, storage_total_cost: 0.02 };
const stopped: Instance = { ...running, id: 2, actual_status: 'stopped', intended_status: 'stopped' };
const exited: Instance = { ...running, id: 3, actual_status: 'exited', intended_status: 'running' };
const unpriced: Instance = { id: 4, actual_status: 'running' };
const hour = 3_600_000;

describe('what an act saves', () => {
  it('a stop leaves the disk, and a destroy nothing', () => {
    expect(leftByStop(running)).toBeCloseTo(0.02);
    expect(saving([running], 'stop')).toMatchObject({ priced: 1, count: 1 });
    expect(saving([running], 'stop').perHour).toBeCloseTo(0.3);
    expect(saving([running, stopped], 'destroy').perHour).toBeCloseTo(0.34);
  });

  it('what has no price adds nothing and is not called priced', () => {
    expect(saving([running, unpriced], 'destroy')).toMatchObject({ priced: 1, count: 2 });
  });

  it('what the service says that it costs now counts, and its disk price is what is left', () => {
    const now: Instance = { ...running, instance: { totalHour: 0.5, diskHour: 0.05 } };
    expect(leftByStop(now)).toBeCloseTo(0.05);
    expect(saving([now], 'stop').perHour).toBeCloseTo(0.45);
  });

  it('of what boots, it is nothing now and its GPU once it runs', () => {
    const booting: Instance = { ...running, id: 8, actual_status: 'loading' };
    expect(saving([booting], 'stop').perHour).toBeCloseTo(0);
    expect(saving([booting], 'stop').soon).toBeCloseTo(0.3);
    expect(saving([booting], 'destroy').soon).toBeCloseTo(0.32);
    expect(saving([running, booting], 'stop').soon).toBeCloseTo(0.6);
    expect(saving([running], 'stop').soon).toBeUndefined();
  });

  /** With nothing spent beside the instances but for volumes of so much. */
  const gainOf = (
    rows: Instance[],
    id: number,
    act: 'stop' | 'destroy',
    credit: number | undefined,
    volumes = 0,
  ) => {
    const { perHour, atLeast } = accountBurn(rows, [], 0).reckoned;
    return runwayGain(rows, new Set([id]), act, { credit, burnPerHour: perHour + volumes, atLeast });
  };

  it('the runway goes on to be used up by volumes', () => {
    // 0.64 $/h of it, 0.36 for volumes: 10 $ last 10 h, and 10 / 0.68 h with one destroyed.
    const two = [running, { ...running, id: 9 }];
    expect(gainOf(two, 9, 'destroy', 10, 0.36)).toBeCloseTo((10 / 0.68 - 10) * hour, -3);
    expect(gainOf([running], 1, 'destroy', 6.4, 0.32)).toBeCloseTo(10 * hour, -3);
  });

  it('a gain that nobody could act on is none', () => {
    const small = { ...running, id: 9, dph_base: 0.001, dph_total: 0.002, storage_total_cost: 0.001 };
    expect(gainOf([running, small], 9, 'destroy', 4.5)).toBeUndefined();
    // An hour is worth telling however long the runway is.
    expect(gainOf([running, small], 9, 'destroy', 320)).toBeGreaterThan(hour);
    // So is a hundredth of what is left, but for seconds.
    const tenth = { ...running, id: 9, dph_base: 0.02, dph_total: 0.03, storage_total_cost: 0.01 };
    expect(gainOf([running, tenth], 9, 'destroy', 0.5)).toBeGreaterThan(60_000);
    expect(gainOf([running, tenth], 9, 'destroy', 0.01)).toBeUndefined();
  });

  it('the runway grows by what the stopped machines no longer take', () => {
    const two = [running, { ...running, id: 9 }];
    // 0.64 $/h before, 0.34 after: 6.4 $ last 10 h, and then 18 h 49 m.
    const gain = gainOf(two, 9, 'stop', 6.4);
    expect(gain).toBeCloseTo((6.4 / 0.34 - 10) * hour, -3);
    expect(gainOf([running], 1, 'destroy', 6.4)).toBe('forever');
  });

  it('a machine that still boots is reckoned with what it will cost', () => {
    const boots: Instance = { ...running, actual_status: 'loading' };
    expect(gainOf([boots], 1, 'stop', 1)).toBeGreaterThan(0);
  });

  it('says nothing of the runway where a price or the credit is not known', () => {
    expect(gainOf([running, unpriced], 1, 'stop', 5)).toBeUndefined();
    expect(gainOf([running], 1, 'stop', undefined)).toBeUndefined();
    expect(gainOf([stopped], 2, 'stop', 5)).toBeUndefined();
  });

  it('leaving machines as they are costs by day and by month of 30 days', () => {
    const cost = costOfWaiting([stopped, exited]);
    expect(cost.perDay).toBeCloseTo(0.04 * 24);
    expect(cost.perMonth).toBeCloseTo(0.04 * 720);
  });
});

describe('targets of a dialog', () => {
  const target = captureTarget(instanceNoun, running, [running]);

  it('are left out when they are gone or have changed', () => {
    expect(recheckTargets(instanceNoun, [target], [running], true).go).toEqual([target]);
    expect(recheckTargets(instanceNoun, [target], [], true).left).toMatchObject([{ why: 'is gone' }]);
    expect(recheckTargets(instanceNoun, [target], [{ ...exited, id: 1 }], true).left).toMatchObject([
      { why: 'is exited now' },
    ]);
  });

  it('are not called gone by a list that never had them, or by no list at all', () => {
    expect(
      recheckTargets(instanceNoun, [captureTarget(instanceNoun, running, [])], [], true).go,
    ).toHaveLength(1);
    expect(recheckTargets(instanceNoun, [target], [], false).go).toEqual([target]);
    expect(recheckTargets(instanceNoun, [target], undefined, true).go).toHaveLength(1);
  });

  it('are named with their ids where two of the list have one name', () => {
    const [one, other] = [
      { ...running, label: 'train' },
      { ...running, id: 77, label: 'train' },
    ];
    expect(captureTarget(instanceNoun, one, [one, other]).name).toBe(`train (${one.id})`);
    expect(captureTarget(instanceNoun, one, [one]).name).toBe('train');
  });

  it('stay what they are while they boot', () => {
    const boots = captureTarget(instanceNoun, { ...running, actual_status: null }, undefined);
    expect(
      recheckTargets(instanceNoun, [boots], [{ ...running, actual_status: 'loading' }], true).go,
    ).toHaveLength(1);
    expect(recheckTargets(instanceNoun, [boots], [running], true).left).toMatchObject([
      { why: 'is running now' },
    ]);
  });
});

describe('a few at a time', () => {
  it('never has more than so many under way, leaves none out, and keeps their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(5), { maxLength: 12 }),
        async (n, turns) => {
          let now = 0;
          let most = 0;
          const results = await atMost(n, turns, async (turn) => {
            now += 1;
            most = Math.max(most, now);
            for (let i = 0; i < turn; i += 1) await Promise.resolve();
            now -= 1;
            return turn;
          });
          expect(results).toEqual(turns);
          expect(most).toBeLessThanOrEqual(n);
        },
      ),
    );
  });
});

describe('old data', () => {
  it('blocks from a minute on, with its age and the key that ends it', () => {
    expect(staleBlock(0, 60_000, 'r')).toBeUndefined();
    expect(staleBlock(0, 60_001, 'r')).toContain('over 1 min old');
    expect(staleBlock(0, 200_000, 'f5')).toContain('f5 asks the service again');
    expect(staleBlock(undefined, 200_000, 'f5')).toBeUndefined();
  });
});

describe('a sweep', () => {
  it('takes the broken first and then the stopped, and nothing that works or will', () => {
    const interrupted: Instance = {
      ...running,
      id: 5,
      is_bid: true,
      actual_status: 'stopped',
      intended_status: 'running',
    };
    expect(sweepable([stopped, running, exited, interrupted]).map(({ id }) => id)).toEqual([3, 2]);
  });
});

describe('the read-only switch', () => {
  const given = { flag: undefined, variable: undefined, config: undefined, profile: () => undefined };

  it('stands as the program was started', () => {
    expect(readOnlySwitch(given).readOnly('main')).toBe(false);
    expect(readOnlySwitch({ ...given, flag: true }).readOnly()).toBe(true);
    expect(readOnlySwitch({ ...given, variable: '1' }).readOnly()).toBe(true);
    expect(readOnlySwitch({ ...given, variable: ' off ' }).readOnly()).toBe(false);
    const careful = readOnlySwitch({ ...given, profile: (name) => name === 'prod' });
    expect([careful.readOnly(), careful.readOnly('main'), careful.readOnly('prod')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('goes on at run time, for every account, and never off', () => {
    const { readOnly, refuseWrites } = readOnlySwitch(given);
    refuseWrites();
    expect([readOnly(), readOnly('main')]).toEqual([true, true]);
  });
});
