import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeJson, sanitizeText } from '../../src/client/sanitize.ts';

describe('text from the network', () => {
  it.each([
    ['plain text', 'RTX 4090 (24 GB) ~/$x', 'RTX 4090 (24 GB) ~/$x'],
    ['letters of any script', 'Zürich 東京 Київ עברית', 'Zürich 東京 Київ עברית'],
    ['a colour', 'a\u001b[1;31mb\u001b[0mc', 'abc'],
    ['a cursor move with C1', 'a\u009b2Jb', 'ab'],
    ['a private CSI', 'a\u001b[?1049hb', 'ab'],
    ['a title with BEL', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a link with ST', 'a\u001b]8;;http://evil.test\u001b\\b', 'ab'],
    ['a clipboard write with C1', 'a\u009d52;c;aGk=\u009cb', 'ab'],
    ['a device string', 'a\u001bP$qm\u001b\\b', 'ab'],
    ['a string sequence without an end', 'a\u001b]0;b', 'a0;b'],
    ['a charset switch', 'a\u001b(0b', 'ab'],
    ['a reset', 'a\u001bcb', 'ab'],
    ['an ESC alone', 'a\u001b', 'a'],
    ['a sequence made by taking one out', 'a\u001b\u001b[0m[31mb', 'a[31mb'],
    ['NUL, BEL, backspace, DEL', 'a\u0000\u0007\u0008\u007fb', 'ab'],
    ['line ends and tabs', 'a\r\nb\tc\u2028d\u0085e', 'a b c d e'],
    ['overrides of direction', 'a\u202eb\u202c\u2066c\u2069\u200fd\u061c', 'abcd'],
    ['what has no width', 'a\u200bb\u2060c\ufeffd\u00ade\u200cf', 'abcdef'],
    ['fillers', 'a\u3164b\u115fc\u{e0041}d', 'abcd'],
    ['lone surrogates', 'a\ud800b\udc00c', 'abc'],
    ['an emoji', 'gpu 🚀', 'gpu 🚀'],
    ['a joined emoji', '👩‍💻', '👩‍💻'],
    ['a joined emoji with a selector', '❤️‍🔥', '❤️‍🔥'],
    ['a skin tone in a joined emoji', '👩🏽‍🚀', '👩🏽‍🚀'],
    ['a keycap', '1️⃣', '1️⃣'],
    ['a flag', '🇸🇪', '🇸🇪'],
    ['a joiner between letters', 'a\u200db', 'ab'],
    ['a selector after a letter', 'a\ufe0fb', 'ab'],
    ['an accent', 'e\u0301', 'e\u0301'],
    ['a pile of accents', `e${'\u0301'.repeat(50)}x`, `e${'\u0301'.repeat(4)}x`],
    ['an accent without a letter', '\u0301a', 'a'],
  ])('%s', (_, raw, clean) => {
    expect(sanitizeText(raw)).toBe(clean);
  });

  it('is cut at a thousand units, between characters', () => {
    expect(sanitizeText('x'.repeat(1000))).toBe('x'.repeat(1000));
    expect(sanitizeText('x'.repeat(1001))).toBe(`${'x'.repeat(999)}…`);
    expect(sanitizeText(`${'x'.repeat(998)}🚀yy`)).toBe(`${'x'.repeat(998)}…`);
    expect(sanitizeText(`${'x'.repeat(10)}👩‍💻yyyyyyy`, { limit: 14 })).toBe(`${'x'.repeat(10)}👩…`);
  });

  it('keeps its lines where lines belong', () => {
    expect(sanitizeText('#!/bin/sh\r\n\techo "\u001b[31mhi"\r\n', { multiline: true })).toBe(
      '#!/bin/sh\n  echo "hi"\n',
    );
  });
});

const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\u001b',
        '[',
        ']0;',
        '\u0007',
        '\u009b',
        '\u009c',
        '\\',
        '\u200d',
        '\ufe0f',
        '🚀',
        '🏽',
        '1',
      ),
      fc.constantFrom(
        '\u0301',
        '\u202e',
        '\u2066',
        '\n',
        '\r',
        '\t',
        '31m',
        '\ud83d',
        '\ude80',
        '\u0000',
        'a',
      ),
    ),
  )
  .map((pieces) => pieces.join(''));

describe('whatever comes in', () => {
  const limit = 20;

  it('nothing that moves, hides, turns or breaks a line comes out', () => {
    fc.assert(
      fc.property(nasty, (raw) => {
        const clean = sanitizeText(raw);
        expect(clean).not.toMatch(
          /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u,
        );
      }),
    );
  });

  it('with lines kept, a line end is the only control that comes out', () => {
    fc.assert(
      fc.property(nasty, (raw) => {
        expect(sanitizeText(raw, { multiline: true }).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it('is never longer than the limit, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(nasty, (raw) => {
        const clean = sanitizeText(raw, { limit });
        expect(clean.length).toBeLessThanOrEqual(limit);
        expect(sanitizeText(clean, { limit })).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });

  it('plain text comes out as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 1000 }), (raw) => {
        expect(sanitizeText(raw)).toBe(raw);
      }),
    );
  });
});

/** Every text in a value, keys included. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...strings(inner)]);
}

describe('a whole answer', () => {
  it('is cleaned in values and in keys, at every depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), nasty, (value, text) => {
        const dirty = JSON.parse(JSON.stringify({ [text]: value, deep: [{ [text]: text }] }));
        expect(
          strings(sanitizeJson(dirty)).filter((one) => /[\p{Cc}\p{Cs}\u202a-\u202e]/u.test(one)),
        ).toEqual([]);
      }),
    );
  });

  it('leaves honest values alone', () => {
    const honest = {
      offers: [{ id: 1, gpu_name: 'RTX 4090', price: 0.5, ok: true, none: null, list: [1, 'a'] }],
    };
    expect(sanitizeJson(structuredClone(honest))).toEqual(honest);
  });

  it('scripts and keys keep their lines and their length; labels do not', () => {
    const script = `echo 1\n${'x'.repeat(2000)}`;
    expect(sanitizeJson({ onstart: script, label: script })).toEqual({
      onstart: script,
      label: `echo 1 ${'x'.repeat(992)}…`,
    });
  });

  it('reads what is nested beyond any honest answer as null', () => {
    let deep: unknown = 'end';
    for (let i = 0; i < 100; i++) deep = [deep];
    const read = JSON.stringify(sanitizeJson(deep));
    expect(read).toMatch(/^\[+null\]+$/);
  });
});
