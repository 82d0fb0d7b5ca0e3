import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBlocks } from '../../src/screens/two-factor/layout.ts';

const blocks = [
  { id: 'head', rows: 1, stays: 9 },
  { id: 'gap', rows: 1, stays: 1 },
  { id: 'chain', rows: 2, stays: 4 },
  { id: 'table', rows: 3, stays: Number.POSITIVE_INFINITY },
  { id: 'nothing', rows: 0, stays: 5 },
];

describe('the blocks of the Security screen', () => {
  it('are all there when there is room, without those that have no line', () => {
    expect([...fitBlocks(blocks, 7)]).toEqual([
      ['head', 1],
      ['gap', 1],
      ['chain', 2],
      ['table', 3],
    ]);
  });

  it('go in the order of what matters least', () => {
    expect([...fitBlocks(blocks, 6).keys()]).toEqual(['head', 'chain', 'table']);
    expect([...fitBlocks(blocks, 4).keys()]).toEqual(['head', 'table']);
  });

  it('come back where a taller one leaves room', () => {
    expect([...fitBlocks(blocks, 5).keys()]).toEqual(['head', 'gap', 'table']);
  });

  it('leave the table, cut to what there is', () => {
    expect([...fitBlocks(blocks, 2)]).toEqual([['table', 2]]);
  });

  it('never take more lines than there are, and never lose the table', () => {
    const any = fc.array(fc.record({ rows: fc.nat(6), stays: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 40 }), (given, room) => {
        const all = [
          ...given.map((block, at) => ({ ...block, id: String(at) })),
          { id: 'table', rows: 5, stays: Number.POSITIVE_INFINITY },
        ];
        const shown = fitBlocks(all, room);
        const used = [...shown.values()].reduce((sum, rows) => sum + rows, 0);
        return used <= room && (shown.get('table') ?? 0) >= 1;
      }),
    );
  });
});
