import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { bid, destroy, execute, label, start, stop } from '../../../src/engine/instances/writes.ts';
import { dangerOf } from '../../../src/engine/write.ts';

const running: Instance = { id: 7, actual_status: 'running', label: 'train-a' };

describe('whether a row shows that a write was done', () => {
  it('is told of a stop by what it is to be, and where that is not said by its state', () => {
    expect(stop.confirmedBy?.(running, undefined)).toBe(false);
    expect(stop.confirmedBy?.({ ...running, intended_status: 'stopped' }, undefined)).toBe(true);
    expect(stop.confirmedBy?.({ ...running, actual_status: 'exited' }, undefined)).toBe(true);
    expect(start.confirmedBy?.({ ...running, intended_status: 'stopped' }, undefined)).toBe(false);
    expect(start.confirmedBy?.(running, undefined)).toBe(true);
  });

  it('is told of a label by the label, where none and an empty one are the same', () => {
    expect(label.confirmedBy?.(running, 'train-a')).toBe(true);
    expect(label.confirmedBy?.(running, 'two')).toBe(false);
    expect(label.confirmedBy?.({ ...running, label: '' }, null)).toBe(true);
    expect(label.confirmedBy?.({ id: 7, actual_status: 'running' }, null)).toBe(true);
  });

  it('is told of a bid within what a service keeps of it, and not by a row that names none', () => {
    const spot = { ...running, is_bid: true };
    expect(bid.confirmedBy?.({ ...spot, bid_price: 0.2004 }, 0.2)).toBe(true);
    expect(bid.confirmedBy?.({ ...spot, bid_price: 0.201 }, 0.2)).toBe(false);
    expect(bid.confirmedBy?.(spot, 0.2)).toBeUndefined();
  });

  it('is never told of a destroy by a row: only its absence is', () => {
    expect(destroy.removes).toBe(true);
    expect(destroy.confirmedBy).toBeUndefined();
  });
});

describe('what a write asks before it is sent', () => {
  it('is the name where data is lost, and a yes where it can be started again', () => {
    expect([dangerOf(destroy, undefined), dangerOf(stop, undefined)]).toEqual(['type-name', 'confirm']);
  });

  it('is asked of rm alone among the commands', () => {
    expect(dangerOf(execute, 'ls /workspace')).toBe('none');
    expect(dangerOf(execute, 'rm -r /workspace/tmp')).toBe('confirm');
  });

  it('is asked before a worker loses the label that it is known by, and not before it keeps it', () => {
    const worker = { ...running, label: 'worker group 801' };
    expect(dangerOf(label, 'mine', worker)).toBe('confirm');
    expect(dangerOf(label, 'worker group 801', worker)).toBe('none');
    expect(dangerOf(label, 'mine', running)).toBe('none');
  });
});

describe('when a write makes no sense', () => {
  it('a stop of what is stopped, and a bid for what is paid on demand', () => {
    expect(stop.disabledReason?.(running)).toBeUndefined();
    expect(
      stop.disabledReason?.({ ...running, actual_status: 'exited', intended_status: 'stopped' }),
    ).toBeTruthy();
    expect(bid.disabledReason?.(running)).toBeTruthy();
    expect(bid.disabledReason?.({ ...running, is_bid: true })).toBeUndefined();
  });
});
