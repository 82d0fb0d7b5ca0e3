import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { width } from '../../../src/base/cells.ts';
import { partsText, partsWidth } from '../../../src/tui/text/parts.ts';
import { evenParts, hungParts, wrapParts } from '../../../src/tui/text/wrap-parts.ts';

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

describe('a sentence of a question', () => {
  const even = (text: string, columns: number) => evenParts([text], columns).map(partsText);

  it('leaves no word alone on its last line where that costs no line more', () => {
    expect(even('Its disk is erased then and nobody is asked again.', 44)).toEqual([
      'Its disk is erased then and nobody is',
      'asked again.',
    ]);
    expect(even('short enough', 40)).toEqual(['short enough']);
    expect(even('one two three four five six sev', 28)).toEqual(['one two three four five', 'six sev']);
  });

  it('goes on below its words behind a sign of another look', () => {
    expect(hungParts([['▲ ', 'warn'], 'the old ones are void from then on'], 20).map(partsText)).toEqual([
      '▲ the old ones are',
      '  void from then on',
    ]);
  });

  it('never takes more lines than it must, and none that is too wide', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, fc.integer({ min: 12, max: 60 }), (some, columns) => {
        const lines = even(some.join(' '), columns);
        expect(lines).toHaveLength(wrapParts([some.join(' ')], columns).length);
        expect(lines.join(' ')).toBe(some.join(' '));
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
