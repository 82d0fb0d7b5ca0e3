import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusters } from '../../../src/base/cells.ts';
import { strokeToEdit } from '../../../src/tui/keys/edit-keys.ts';
import { textStrokes } from '../../../src/tui/keys/strokes.ts';
import {
  cleanText,
  type EditCommand,
  type EditOptions,
  edit,
  editState,
} from '../../../src/tui/text/text-edit.ts';

/** A field written with | for the cursor. */
const at = (marked: string) => ({ text: marked.replace('|', ''), cursor: marked.indexOf('|') });
const show = ({ text, cursor }: { text: string; cursor: number }) =>
  `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const run = (marked: string, command: EditCommand, options?: EditOptions) =>
  show(edit(at(marked), command, options));
/** What a field holds after these keys (names of keys, or characters). */
const typed = (marked: string, keys: string[], options: EditOptions = {}) => {
  let state = at(marked);
  for (const key of keys) {
    const stroke = [...key].length === 1 ? textStrokes(key)[0] : { key };
    const command = stroke && strokeToEdit(stroke, options);
    if (command) state = edit(state, command, options);
  }
  return show(state);
};

describe('editing one line', () => {
  test('C097 letters that are shortcuts elsewhere are typed as they are', () => {
    expect(typed('|', [...'squad?/q'])).toBe('squad?/q|');
    expect(typed('|', [...'a b'])).toBe('a b|');
  });

  test('C100 backspace deletes to the left, delete to the right', () => {
    expect(typed('ab|cd', ['backspace'])).toBe('a|cd');
    expect(typed('ab|cd', ['delete'])).toBe('ab|d');
    expect(typed('|ab', ['backspace'])).toBe('|ab');
    expect(typed('ab|', ['delete'])).toBe('ab|');
  });

  test('C100 Ctrl+U, Ctrl+W, Ctrl+K, Home and End work as in a shell', () => {
    expect(typed('one two-three| x', ['ctrl+w'])).toBe('one | x');
    expect(typed('one two  |', ['ctrl+w'])).toBe('one |');
    expect(typed('one two| x', ['ctrl+u'])).toBe('| x');
    expect(typed('one| two', ['ctrl+k'])).toBe('one|');
    expect(typed('one| two', ['home'])).toBe('|one two');
    expect(typed('one| two', ['ctrl+e'])).toBe('one two|');
    expect(typed('one two|', ['ctrl+a', 'x'])).toBe('x|one two');
  });

  test('C100 a surrogate pair goes as one', () => {
    expect(typed('a😀|b', ['backspace'])).toBe('a|b');
    expect(typed('a|😀b', ['delete'])).toBe('a|b');
    expect(typed('a😀|b', ['left'])).toBe('a|😀b');
  });

  test('C104 a cluster is passed and deleted as one glyph', () => {
    expect(typed('가나|다', ['backspace'])).toBe('가|다');
    expect(typed('x👨‍👩‍👧|', ['left'])).toBe('x|👨‍👩‍👧');
    expect(typed('e\u0301|', ['backspace'])).toBe('|');
    expect(run('가|다', { insert: '나라' })).toBe('가나라|다');
  });

  test('a mark that arrives alone joins the letter before it', () => {
    const state = edit(at('e|x'), { insert: '\u0301' });
    expect(show(edit(state, 'left'))).toBe('|e\u0301x');
  });

  test('word keys stop at words, whatever stands between them', () => {
    expect(typed('one, two-three|', ['alt+b'])).toBe('one, two-|three');
    expect(typed('one, two-|three', ['alt+b'])).toBe('one, |two-three');
    expect(typed('one|, two', ['alt+f'])).toBe('one, two|');
    expect(typed('one two|', ['ctrl+left'])).toBe('one |two');
    expect(typed('one two|', ['alt+backspace'])).toBe('one |');
    expect(typed('|one two', ['alt+d'])).toBe('| two');
    expect(typed('caf\u0065\u0301|', ['alt+b'])).toBe('|caf\u0065\u0301');
  });

  test('C098 pasted lines become one line, and the copied line end is dropped', () => {
    expect(run('|', { insert: 'one\r\ntwo\rthree\n' })).toBe('one two three|');
    expect(run('|', { insert: 'rk-abc\n' })).toBe('rk-abc|');
    expect(run('a|b', { insert: '\n' })).toBe('a|b');
  });

  test('control and direction-changing characters never enter a field', () => {
    expect(cleanText('a\x1b[31mb\x07\u202ec\u200fd\x9b\ufeff')).toBe('a[31mbcd');
  });

  test('keys of the form around it are left alone', () => {
    for (const key of ['enter', 'tab', 'esc', 'up', 'down', 'ctrl+s', 'f1', 'pageup']) {
      expect(strokeToEdit({ key })).toBeUndefined();
    }
  });
});

describe('editing several lines', () => {
  const several = { multiline: true };

  test('C098 a paste of three lines stays three lines', () => {
    expect(run('|', { insert: 'one\rtwo\r\n\tthree\n' }, several)).toBe('one\ntwo\n\tthree\n|');
  });

  test('Enter begins a line', () => {
    expect(typed('ab|cd', ['enter'], several)).toBe('ab\n|cd');
  });

  test('Home, End, Ctrl+U and Ctrl+K stay on their line', () => {
    expect(typed('one\ntwo|x\nthree', ['home'], several)).toBe('one\n|twox\nthree');
    expect(typed('one\n|two\nthree', ['end'], several)).toBe('one\ntwo|\nthree');
    expect(typed('one\ntwo|x\nthree', ['ctrl+u'], several)).toBe('one\n|x\nthree');
    expect(typed('one\n|two\nthree', ['ctrl+k'], several)).toBe('one\n|\nthree');
    expect(typed('one\n|\nthree', ['ctrl+k'], several)).toBe('one\n|three');
    expect(typed('|\nb', ['home'], several)).toBe('|\nb');
  });

  test('up and down keep the column in cells, over shorter lines too', () => {
    expect(typed('abcdef\nx\nabcd|ef', ['up'], several)).toBe('abcdef\nx|\nabcdef');
    expect(typed('abcdef\nx\nabcd|ef', ['up', 'up'], several)).toBe('abcd|ef\nx\nabcdef');
    expect(typed('日本語\nab|cdef', ['up'], several)).toBe('日|本語\nabcdef');
    expect(typed('abcd|', ['up'], several)).toBe('|abcd');
    expect(typed('|abcd', ['down'], several)).toBe('abcd|');
  });

  test('moving sideways forgets the column', () => {
    expect(typed('abcdef\nx\nabcdef|', ['up', 'home', 'up'], several)).toBe('|abcdef\nx\nabcdef');
  });
});

describe('any commands on any text', () => {
  const moves = 'left right word-left word-right home end text-start text-end up down'.split(' ');
  const deletes =
    'backspace delete delete-word-left delete-blank-word-left delete-word-right delete-to-start delete-to-end';
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .array(fc.constantFrom('a', ' ', '\n', '\t', '日', '🇸', '🇪', '\u0301', '\u200d', '👨', '\x1b'))
      .map((p) => p.join('')),
  );
  const command = fc.oneof(
    fc.constantFrom(...moves, ...deletes.split(' ')).map((name) => name as EditCommand),
    text.map((insert) => ({ insert })),
  );

  test('the cursor stays between clusters and the text stays clean', () => {
    fc.assert(
      fc.property(text, fc.array(command, { maxLength: 12 }), fc.boolean(), (start, commands, multiline) => {
        let state = editState(start, { multiline });
        for (const one of commands) {
          state = edit(state, one, { multiline });
          const { text: after, cursor } = state;
          const left = clusters(after.slice(0, cursor)).length;
          expect(clusters(after).slice(0, left).join('').length).toBe(cursor);
          expect(after).toBe(cleanText(after, { multiline: true }));
          if (!multiline) expect(after).not.toContain('\n');
        }
      }),
    );
  });

  test('moving never changes the text', () => {
    fc.assert(
      fc.property(text, fc.array(fc.constantFrom(...moves)), (start, commands) => {
        const state = editState(start, { multiline: true });
        const end = commands.reduce((s, c) => edit(s, c as EditCommand, { multiline: true }), state);
        expect(end.text).toBe(state.text);
      }),
    );
  });
});
