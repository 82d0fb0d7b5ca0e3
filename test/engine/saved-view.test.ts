import { describe, expect, it } from 'vitest';
import { type SavedView, viewEnding, viewText } from '../../src/engine/saved-view.ts';

const view: SavedView = {
  rows: 'instances',
  titles: ['LABEL', '$/H'],
  right: [false, true],
  cells: [
    ['train-a', '0.319'],
    ['=cmd("x"),1', '12.000'],
    [undefined, '-0.5'],
  ],
  records: [{ id: 1, label: 'train-a' }],
};
const text = (ending: 'txt' | 'json' | 'csv') => viewText(view, ending, (t) => t.length);

describe('a list in a file', () => {
  it('is as it is shown, aligned, with a sign for what is not known', () => {
    expect(text('txt')).toBe(
      ['LABEL           $/H', 'train-a       0.319', '=cmd("x"),1  12.000', '·              -0.5', ''].join(
        '\n',
      ),
    );
  });

  it('is no formula for a spreadsheet, and what is not known is empty', () => {
    expect(text('csv')).toBe(
      ['LABEL,$/H', 'train-a,0.319', '"\'=cmd(""x""),1",12.000', ',-0.5', ''].join('\r\n'),
    );
  });

  it('is its records', () => {
    expect(JSON.parse(text('json'))).toEqual(view.records);
  });

  it('is told by the ending of the name', () => {
    expect(viewEnding('~/a.b/offers.JSON')).toBe('json');
    expect(viewEnding('offers.pdf')).toBeUndefined();
    expect(viewEnding('csv')).toBeUndefined();
  });
});
