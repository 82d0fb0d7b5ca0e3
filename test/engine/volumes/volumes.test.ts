import { describe, expect, it } from 'vitest';
import { isOnMachine, volumeLabel, volumeRate, volumeWarning } from '../../../src/engine/volumes/volumes.ts';

const volume = { id: 501, label: 'datasets', disk_space: 100, machine_id: 4 };

describe('a volume', () => {
  it('is on one machine, as far as both are known, unless a cluster shares it', () => {
    expect(isOnMachine(volume, { machine_id: 4 })).toBe(true);
    expect(isOnMachine(volume, { machine_id: 5 })).toBe(false);
    expect(isOnMachine(volume, {})).toBeUndefined();
    expect(isOnMachine({ id: 1 }, { machine_id: 5 })).toBeUndefined();
    expect(isOnMachine({ ...volume, cluster_id: 2 }, { machine_id: 5 })).toBeUndefined();
  });

  it('costs what its record says, and nothing is made up where it says nothing', () => {
    expect(volumeRate({ ...volume, storage_cost: 0.072 })).toBeCloseTo(0.01);
    expect(volumeRate(volume)).toBeUndefined();
    expect(volumeLabel(volume)).toBe('501 datasets 100G');
    expect(volumeLabel({ id: 7 })).toBe('7');
  });

  it('is warned of where the offer is on another machine, or the list does not have it', () => {
    const said = (typed: string, machine_id?: number) =>
      volumeWarning(typed, { rows: [volume] }, machine_id === undefined ? {} : { machine_id });
    expect(said('', 5)).toBeUndefined();
    expect(said('501', 4)).toBeUndefined();
    expect(said('501')).toBeUndefined();
    expect(said(' 501 ', 5)).toBe(
      'Volume 501 is on machine 4, and this offer is on 5: it cannot be linked here.',
    );
    expect(said('77', 4)).toBe('The list of your volumes has no 77.');
    expect(volumeWarning('77', undefined, {})).toBeUndefined();
    expect(volumeWarning('77', { rows: [volume], missing: 1 }, {})).toBeUndefined();
  });
});
