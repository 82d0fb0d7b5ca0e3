import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';

const untouched = pathToFileURL(`${process.cwd()}/node_modules/string-width/index.js`).href;
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...'ab ·…→↓│─━▌▓░●◐○◌⏎▲▼▶◆◇✓✗✕⧗⊘›•█▁╌',
        '\u0301',
        '\ufe0f',
        '日',
        '👨‍👩‍👧',
        '\x1b[1m',
        '\x1b[38;5;81m',
        '⌚',
        '▶️',
        '❤',
        '🇩🇪',
      ),
    )
    .map((parts) => parts.join('')),
);

test('a text is as wide as without the changes of the build, measured once or again', async () => {
  const { default: measured } = (await import(/* @vite-ignore */ untouched)) as {
    default: typeof stringWidth;
  };
  expect(stringWidth).not.toBe(measured);
  fc.assert(
    fc.property(text, (t) => {
      expect([stringWidth(t), stringWidth(t)]).toEqual([measured(t), measured(t)]);
    }),
    { numRuns: 2000 },
  );
});
