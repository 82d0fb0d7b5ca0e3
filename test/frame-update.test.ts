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

/**
 * A list with its head, its foot and a row under the cursor, at two places of it: scrolled either way, its cursor
 * elsewhere, beside something that does not move along or not.
 */
const listRow = (index: number, selected: boolean, beside: string) => {
  const text = ` ${index} of a list ${'=-+'.charAt(index % 3)} `;
  return (selected ? `\x1b[7m▌${text}\x1b[27m` : ` ${text}`) + beside;
};
const listFrame = fc.tuple(fc.nat(12), fc.nat(rows), fc.constantFrom('', '\x1b[2m│ beside\x1b[22m'));
const scrolledList = fc
  .tuple(listFrame, listFrame, fc.nat(3))
  .map(([one, other, foot]): [string[], string[]] => {
    const drawn = ([top, cursor, beside]: typeof one) => [
      'head',
      ...Array.from({ length: rows - 1 - foot }, (_, row) =>
        listRow(top + row, row === cursor, row < 2 ? beside : ''),
      ),
      ...Array.from({ length: foot }, (_, row) => `foot ${row === 0 ? top : row}`),
    ];
    return [drawn(one), drawn(other)];
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

test('a list that scrolls around its cursor, its foot and what lies beside it is drawn as a whole frame would be', () => {
  fc.assert(
    fc.property(scrolledList, ([before, now]) => {
      const { bytes } = frameUpdate(before, now);
      expect(shown(whole(before), bytes)).toEqual(shown(whole(now)));
    }),
    { numRuns: 60 },
  );
});

/** Moves of the cursor, rows taken away and put in, the end of a line erased, and looks. */
const everyTerminalKnows = /\x1b(?:E|\[\d+(?:;\d+)?H|\[\d*[CKLM]|\[[\d;]*m)/g;

test('what is sent every terminal knows, and it is never more than the lines that changed', () => {
  fc.assert(
    fc.property(fc.oneof(edited, moved, scrolledList), ([before, now]) => {
      fc.pre(!now.some((text) => /\t|4:3/.test(text)));
      const { bytes } = frameUpdate(before, now);
      expect(bytes.replace(everyTerminalKnows, '')).not.toMatch(/[\x00-\x1f]/);
      const lines = now.map((text, row) =>
        text === before[row] ? '' : `\x1b[${row + 1}H\x1b[K${text}\x1b[m`,
      );
      expect(bytes.length).toBeLessThanOrEqual(lines.join('').length);
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

test('only the cells that changed are written, and a list that moves is scrolled', () => {
  const list = Array.from({ length: rows + 1 }, (_, index) => `row ${index} of a list that is long`);
  const ticking = list.slice(0, rows).with(3, 'row 7 of a list that is long');
  expect(frameUpdate(list.slice(0, rows), ticking).bytes).toBe('\x1b[4;5H7');
  expect(frameUpdate(list.slice(0, rows), list.slice(1)).bytes).toBe(
    `\x1b[1H\x1b[M\x1b[7H\x1b[L${list.at(-1)}`,
  );
  expect(frameUpdate(list.slice(1), list.slice(0, rows)).bytes).toBe(`\x1b[7H\x1b[M\x1b[1H\x1b[L${list[0]}`);
});

test('a step down a list at its edge costs the two rows that are new and what differs in the one under the cursor', () => {
  const text = (index: number) => `row ${String(index).repeat(20)}`;
  const frame = (cursor: number) => [
    'head',
    ...[-5, -4, -3, -2, -1].map((at) => text(cursor + at)),
    `\x1b[7m${text(cursor).padEnd(80)}\x1b[27m`,
    ...[1, 2].map((at) => text(cursor + at)),
    'foot',
  ];
  expect(frameUpdate(frame(14), frame(15)).bytes).toBe(
    [
      // The rows above move up, and the one that was under the cursor is written plain below them.
      `\x1b[2H\x1b[M\x1b[6H\x1b[L${text(14)}`,
      // The row under the cursor stays where it is: only what differs is written.
      `\x1b[7;6H\x1b[7m${'51'.repeat(19)}5`,
      // The row below it goes, so that the next one comes into its place, and one comes into view.
      `\x1b[m\x1bE\x1b[M\x1bE\x1b[L${text(17)}`,
    ].join(''),
  );
});

test('what fits into a packet is shown at once, more of it than one row is a synchronized update', () => {
  const long = (sign: string) => Array.from({ length: rows }, () => sign.repeat(400));
  expect(frameUpdate(long('a'), long('b')).isSynchronized).toBe(true);
  expect(frameUpdate(long('a'), long('a').with(2, 'b'.repeat(400))).isSynchronized).toBe(false);
  expect(frameUpdate(long('a'), [...long('a').slice(2), 'b', 'c']).isSynchronized).toBe(false);
});
