import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, foldBlocks, scrolledBlocks } from '../../src/screens/instances/instance-blocks.ts';

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

  const any = fc.array(
    fc.record({
      title: fc.option(fc.constantFrom('s', 't'), { nil: undefined }),
      lines: fc.integer({ min: 0, max: 6 }),
      keep: fc.nat(4),
    }),
    { minLength: 1, maxLength: 5 },
  );
  /** No line twice, so that one can be told from another. */
  const named = (given: { title: string | undefined; lines: number; keep: number }[]) =>
    given.map(({ title, lines, keep }, at) =>
      block(
        title === undefined ? undefined : `${title}${at}`,
        Array.from({ length: lines }, (_, line) => `${at}.${line}`),
        keep,
      ),
    );
  const drawn = (given: Block[], rows: number, top: number) =>
    scrolledBlocks(given, rows, top).lines.map((line) =>
      'rule' in line ? `-- ${line.rule}` : line.join(''),
    );

  it('says how many lines are out of sight, above and below', () => {
    expect(scrolledBlocks(blocks, 10, 0)).toMatchObject({ last: 0 });
    expect(scrolledBlocks(blocks, 10, 0).hidden).toBeUndefined();
    expect(drawn(blocks, 7, 0)).toEqual(['a', 'b', '-- one', 'c', 'd']);
    expect(scrolledBlocks(blocks, 7, 0)).toMatchObject({ last: 3, hidden: { above: 0, below: 4 } });
    expect(drawn(blocks, 7, 2)).toEqual(['-- one', 'c', 'd', 'e', '-- two', 'f']);
    expect(scrolledBlocks(blocks, 7, 2)).toMatchObject({ hidden: { above: 2, below: 1 } });
    expect(scrolledBlocks(blocks, 7, 99)).toMatchObject({ hidden: { above: 3, below: 0 } });
  });

  it('has every line in sight at one place at least, and room for the count where something is not', () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 3, max: 12 }), (given, rows) => {
        const whole = named(given);
        const all = foldBlocks(whole, 1000).map((line) =>
          'rule' in line ? `-- ${line.rule}` : line.join(''),
        );
        const { last } = scrolledBlocks(whole, rows, 0);
        const seen = new Set<string>();
        for (let top = 0; top <= last; top += 1) {
          const { lines, hidden } = scrolledBlocks(whole, rows, top);
          expect(lines.length + (hidden === undefined ? 0 : 1)).toBeLessThanOrEqual(rows);
          if (hidden !== undefined) expect(hidden.above + lines.length + hidden.below).toBe(all.length);
          for (const line of drawn(whole, rows, top)) seen.add(line);
        }
        // What stands first is the state, which is never folded away before anything else.
        expect(all.slice(1).every((line) => seen.has(line))).toBe(true);
      }),
    );
  });
});
