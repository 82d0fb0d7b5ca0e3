import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { width } from '../src/cells.ts';
import { partsText, partsWidth } from '../src/parts.ts';
import { wrapParts } from '../src/wrap-parts.ts';

const texts = (parts: Parameters<typeof wrapParts>[0], columns: number) =>
  wrapParts(parts, columns).map(partsText);

describe('a line that is too wide for where it stands', () => {
  it('stays whole where it fits', () => {
    expect(texts(['8 of 64 cores · 384G RAM'], 24)).toEqual(['8 of 64 cores · 384G RAM']);
  });

  it('is broken between what its dots part, whatever its look', () => {
    expect(texts(['8 of 64 cores · 384G RAM · CUDA 12.6'], 24)).toEqual([
      '8 of 64 cores · 384G RAM',
      'CUDA 12.6',
    ]);
    expect(texts(['8 of 64 cores | 384G RAM | CUDA 12.6'], 24)).toEqual([
      '8 of 64 cores | 384G RAM',
      'CUDA 12.6',
    ]);
    expect(texts([['offline · destroy it', 'bad']], 12)).toEqual(['offline', 'destroy it']);
  });

  it('is broken between words where a sentence is too wide by itself', () => {
    expect(texts([['It is exited and will never reach running.', 'dim']], 37)).toEqual([
      'It is exited and will never reach',
      'running.',
    ]);
    expect(texts(['Spent $1 · disk of one that has long been stopped'], 20)).toEqual([
      'Spent $1',
      'disk of one that has',
      'long been stopped',
    ]);
  });

  it('loses no word, and is never wider than its place', () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/);
    const part = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 12, max: 40 }),
        (all, columns) => {
          const wrapped = wrapParts([all.join(' · ')], columns);
          for (const line of wrapped) expect(partsWidth(line), partsText(line)).toBeLessThanOrEqual(columns);
          const words = (text: string) => text.split(/[ ·]+/).filter((one) => width(one) > 0);
          expect(words(wrapped.map(partsText).join(' '))).toEqual(words(all.join(' ')));
        },
      ),
    );
  });
});
