import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameUpdate } from '../scripts/frame-update/index.ts';
import { type CellLook, createScreen } from './support/screen.ts';

const columns = 40;
const rows = 7;

const sign = fc.constantFrom(
  ...'ab 1 │─·…▌█',
  ...['日', '한', 'あ', 'é', 'Ж', 'e\u0301', '👍', '👨‍👩‍👧', '❤️', '🇫🇷', 'ｱ', 'ｶﾞ', '\u200d', '漢\u0301', 'ก็'],
);
const look = fc.constantFrom(
  '',
  '1',
  '2',
  '4',
  '7',
  '9',
  '1;2',
  '31',
  '94',
  '38;5;99',
  '38;2;1;2;3',
  '41',
  '48;5;7',
  '7;32',
  '3;103',
);
/** Signs that join stand within a look: Ink never parts what is one character. */
const stretch = fc
  .tuple(fc.array(sign, { maxLength: 4 }), look)
  .map(([signs, codes]) =>
    codes === '' ? `y${signs.join('')}z` : `\x1b[${codes}my${signs.join('')}z\x1b[0m`,
  );
const line = fc.oneof(
  fc.array(stretch, { maxLength: 3 }).map((parts) => parts.join('')),
  fc.constantFrom(
    '',
    '',
    'the same line in many places',
    '\x1b[7m▌ selected \x1b[27m',
    'tab\there',
    '\x1b[4:3mcurly\x1b[m',
  ),
);
const frame = fc.array(line, { minLength: rows, maxLength: rows });

/** Two frames of which the second shows most lines of the first elsewhere. */
const moved = fc
  .tuple(
    fc.array(line, { minLength: 3 * rows, maxLength: 3 * rows }),
    fc.nat(rows),
    fc.nat(2 * rows),
    frame,
    fc.nat(rows),
  )
  .map(([all, from, to, other, kept]): [string[], string[]] => [
    [...other.slice(0, kept), ...all.slice(from)].slice(0, rows),
    [...other.slice(0, kept), ...all.slice(to)].slice(0, rows),
  ]);
/** Two frames of which the second differs in a few lines. */
const edited = fc
  .tuple(frame, fc.array(fc.tuple(fc.nat(rows - 1), line), { maxLength: 4 }))
  .map(([before, edits]): [string[], string[]] => {
    const now = [...before];
    for (const [row, text] of edits) now[row] = text;
    return [before, now];
  });

/** The whole of a frame, as it would be written onto an empty screen. */
const whole = (lines: readonly string[]) =>
  `\x1b[?7l\x1b[H\x1b[J${lines.map((text, row) => `\x1b[${row + 1}H${text}\x1b[m`).join('')}\x1b[${rows}H`;

/** What is seen of a cell: a blank has no letters to be bold or coloured. */
const seen = ({ text, ground, inverse, underline, strike, ...letters }: CellLook): string =>
  text === ' ' && !inverse && !underline && !strike
    ? ` ${ground}`
    : [text, ground, inverse, underline, strike, letters.colour, letters.bold, letters.dim].join(' ');

const screen = createScreen(columns, rows);
/** What a terminal shows after all of this, a line for each row. */
function shown(...written: string[]): string {
  for (const bytes of written) screen.write(bytes);
  return screen
    .cells()
    .map((row) => row.map(seen).join('|'))
    .join('\n');
}

test('the screen after what differs is the screen after the whole frame, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.oneof(edited, moved, fc.tuple(frame, frame)), ([before, now]) => {
      const { bytes } = frameUpdate(before, now);
      expect(shown(whole(before), bytes)).toEqual(shown(whole(now)));
    }),
    { numRuns: 150 },
  );
});

test('frames follow each other: each update starts where the last one ended', () => {
  fc.assert(
    fc.property(fc.array(frame, { minLength: 2, maxLength: 5 }), (frames) => {
      const updates = frames.slice(1).map((now, index) => frameUpdate(frames[index] as string[], now).bytes);
      expect(shown(whole(frames[0] as string[]), ...updates)).toEqual(
        shown(whole(frames.at(-1) as string[])),
      );
    }),
    { numRuns: 30 },
  );
});

test('an equal frame writes nothing, and one that only looks equal neither', () => {
  const before = ['\x1b[1mbold\x1b[22m', ...Array<string>(rows - 1).fill('')];
  expect(frameUpdate(before, [...before]).bytes).toBe('');
  expect(frameUpdate(before, ['\x1b[1mbold\x1b[0m', ...before.slice(1)]).bytes).toBe('');
});

test('only the cells that changed are written, one row is no synchronized update, and a list that moves is scrolled', () => {
  const list = Array.from({ length: rows + 1 }, (_, index) => `row ${index} of a list that is long`);
  const ticking = list.slice(0, rows).with(3, 'row 7 of a list that is long');
  expect(frameUpdate(list.slice(0, rows), ticking)).toEqual({ bytes: '\x1b[4;5H7\x1b[7H', rows: 1 });
  expect(frameUpdate(list.slice(0, rows), list.slice(1)).bytes).toBe(
    `\x1b[1;7r\x1b[7H\n\x1b[r\x1b[7H${list.at(-1)}\x1b[7H`,
  );
});
