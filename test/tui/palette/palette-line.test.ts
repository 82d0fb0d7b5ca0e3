import { describe, expect, it } from 'vitest';
import { closestName } from '../../../src/base/closest-name.ts';
import {
  type Commandable,
  fittingOptions,
  mendedLine,
  nearlyCalled,
  nothingCalled,
  quoted,
  readCommand,
  type Takes,
  withWord,
  wordsOf,
} from '../../../src/tui/palette/palette-line.ts';

const takes: Takes = { what: 'an id', options: () => [], run: () => undefined };
const entries: readonly Commandable[] = [
  { label: 'Go to Copy', names: ['copy'], isPlace: true },
  { label: 'Copy the ssh command', names: ['copy'], takes },
  { label: 'Stop: compute billing halts', names: ['stop'], takes },
  { label: 'Stop the deck and give the shell back', names: ['suspend'] },
  { label: 'Quit', names: ['quit', 'q'] },
];
const words = (line: string) => {
  const read = readCommand(line, entries);
  return read.kind === 'words' ? { entry: read.entry.label, words: wordsOf(read), word: read.word } : read;
};

describe('a line of the palette', () => {
  it('looks for what is typed until a name stands there with a blank behind it', () => {
    expect(words('stop')).toEqual({ kind: 'find', text: 'stop' });
    expect(words(' :stop')).toEqual({ kind: 'find', text: 'stop' });
    expect(words('stop ')).toEqual({ entry: 'Stop: compute billing halts', words: [], word: '' });
    expect(words('STOP 12')).toMatchObject({ words: ['12'] });
  });

  it('is of several things of one name the one that takes words', () => {
    expect(words('copy 12')).toMatchObject({ entry: 'Copy the ssh command' });
  });

  it('looks for the label that the words stand in', () => {
    expect(words('stop the deck')).toEqual({ kind: 'find', text: 'stop the deck' });
  });

  it('keeps blanks in quotation marks, and knows the word that is still being typed', () => {
    expect(words('stop "my box" ev')).toEqual({
      entry: 'Stop: compute billing halts',
      words: ['my box', 'ev'],
      word: 'ev',
    });
    expect(words('stop "my b')).toMatchObject({ words: ['my b'], word: 'my b' });
    expect(words('stop a ')).toMatchObject({ words: ['a'], word: '' });
    expect(words('stop "a b" ')).toMatchObject({ words: ['a b'], word: '' });
  });

  it('is completed word by word', () => {
    const read = readCommand('stop "my box" ev', entries);
    expect(read.kind === 'words' && withWord(read, 'eval 2')).toBe('stop "my box" "eval 2"');
    expect(quoted('plain')).toBe('plain');
  });

  it('offers words that begin so before those that hold its letters', () => {
    const options = [{ word: 'lora-x' }, { word: 'extra' }, { word: 'x-1', note: 'RTX 4090' }];
    expect(fittingOptions('x', options, closestName).map(({ word }) => word)).toEqual([
      'x-1',
      'lora-x',
      'extra',
    ]);
    expect(fittingOptions('', options, closestName)).toHaveLength(3);
    expect(fittingOptions('RTX', options, closestName).map(({ word }) => word)).toEqual(['x-1']);
  });

  it('offers the word that was nearly typed where no word holds its letters', () => {
    const options = [{ word: 'train-a' }, { word: 'eval' }];
    expect(fittingOptions('trian-a', options, closestName)).toEqual([{ word: 'train-a' }]);
    expect(fittingOptions('tra', options, closestName)).toEqual([{ word: 'train-a' }]);
    expect(fittingOptions('qqqq', options, closestName)).toEqual([]);
  });

  it('makes a line of the name that was meant and the words behind it, and says what nothing is called', () => {
    expect(mendedLine('stpo train-a', entries, closestName)).toMatchObject({
      name: 'stop',
      line: 'stop train-a',
    });
    expect(mendedLine('stpo', entries, closestName)).toBeUndefined();
    expect(mendedLine('zzzzzz train-a', entries, closestName)).toBeUndefined();
    expect(nearlyCalled('stpo train-a', 'stop')).toBe('Nothing is called stpo. Did you mean stop?');
    expect(nothingCalled('zzzzzz')).toContain('An empty line lists everything');
  });
});
