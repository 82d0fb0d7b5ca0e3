import { describe, expect, it } from 'vitest';
import { gpuLabel, instanceName, phraseFor } from '../../../src/engine/instances/names.ts';

describe('names', () => {
  it('say of a GPU what is known', () => {
    expect(gpuLabel({ gpu_name: 'RTX 4090', num_gpus: 2 })).toBe('2x RTX 4090');
    expect(gpuLabel({ gpu_name: 'RTX 4090' })).toBe('RTX 4090');
    expect(gpuLabel({ num_gpus: 2 })).toBeUndefined();
  });

  it('call an instance by its label, or by its id', () => {
    expect(instanceName({ id: 7, label: 'train-a' })).toBe('train-a');
    expect(instanceName({ id: 7, label: ' ' })).toBe('7');
  });

  it.each([
    ['train-a', 'train-a'],
    ['two words', 'two words'],
    ['', '7'],
    ['汉字', '7'],
    ['two  blanks', '7'],
    ['x'.repeat(31), '7'],
  ])('ask for %j as a phrase that can be typed: %j', (label, phrase) => {
    expect(phraseFor({ id: 7, label })).toBe(phrase);
  });
});
