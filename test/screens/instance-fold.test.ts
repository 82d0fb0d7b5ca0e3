import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, foldBlocks } from '../../src/screens/instance/fold.ts';

const block = (title: string | undefined, lines: string[], keep: number): Block => ({
  ...(title === undefined ? {} : { title }),
  lines: lines.map((line) => (line === '' ? [] : [line])),
  keep,
});
const text = (blocks: Block[], rows: number) =>
  foldBlocks(blocks, rows).map((line) => ('rule' in line ? `-- ${line.rule}` : line.join('')));

describe('folding the blocks of a screen', () => {
  const blocks = [
    block(undefined, ['a', '', 'b'], 2),
    block('one', ['c', 'd', 'e'], 2),
    block('two', ['f', 'g'], 1),
  ];

  it('leaves what fits as it is', () => {
    expect(text(blocks, 10)).toEqual(['a', '', 'b', '-- one', 'c', 'd', 'e', '-- two', 'f', 'g']);
  });

  it('gives up blank lines first, then the last lines of the last block', () => {
    expect(text(blocks, 9)).toEqual(['a', 'b', '-- one', 'c', 'd', 'e', '-- two', 'f', 'g']);
    expect(text(blocks, 7)).toEqual(['a', 'b', '-- one', 'c', 'd', '-- two', 'f']);
  });

  it('drops a rule with the last line below it', () => {
    expect(text(blocks, 5)).toEqual(['a', 'b', '-- one', 'c', 'd']);
  });

  it('never takes more lines than there are', () => {
    const any = fc.array(
      fc.record({
        title: fc.option(fc.constant('t'), { nil: undefined }),
        lines: fc.array(fc.constantFrom('', 'x')),
        keep: fc.nat(4),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(any, fc.nat(12), (given, rows) => {
        const folded = foldBlocks(
          given.map(({ title, lines, keep }) => block(title, lines, keep)),
          rows,
        );
        expect(folded.length).toBeLessThanOrEqual(rows);
      }),
    );
  });
});
