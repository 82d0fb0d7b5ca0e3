import { expect, test } from 'vitest';
import { readSize } from '../../../src/platform/terminal/suspend.ts';

const terminal = (error?: Error) => ({
  emit() {
    if (error !== undefined) throw error;
    return true;
  },
});

test('the size of a terminal that is gone is not there to be read', () => {
  const gone = Object.assign(new Error('getWindowSize EIO'), { code: 'EIO', syscall: 'getWindowSize' });
  expect([readSize(terminal()), readSize(terminal(gone))]).toEqual([true, false]);
  expect(() => readSize(terminal(new Error('a bug of ours')))).toThrow('a bug of ours');
});
