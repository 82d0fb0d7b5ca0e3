import { describe, expect, it } from 'vitest';
import type { HomeState } from '../../src/engine/services.ts';
import type { Entered } from '../../src/screens/account/fields.ts';
import {
  homeRows,
  keyHintRows,
  reasonRows,
  remarkRows,
  resultRows,
} from '../../src/screens/account/layout.ts';
import { partsText } from '../../src/tui/text/parts.ts';
import { fitRows, type Row } from '../../src/tui/text/row-lines.tsx';
import { makeTheme } from '../../src/tui/theme/theme.ts';

const { glyphs } = makeTheme({ ascii: false });
const row = (text: string, drop: number): Row => ({ parts: [text], drop });
const texts = (rows: readonly Row[]) => rows.map(({ parts }) => partsText(parts).trimEnd());

const homes: HomeState[] = [
  { home: 'keychain', label: 'system keyring', note: 'gave no answer in 3 s', usable: false },
  {
    home: 'file',
    label: 'a file only you read',
    note: '~/.config/rigdeck/credentials.json',
    usable: true,
  },
  { home: 'memory', label: 'memory', note: 'gone when you quit', usable: true },
];

describe('rows that do not fit', () => {
  it('go in the order of their importance and leave the rest in place', () => {
    const rows = [row('a', 0), row('b', 9), row('c', 2), row('d', 9), row('e', 0)];
    expect(texts(fitRows(rows, 5))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(texts(fitRows(rows, 4))).toEqual(['a', 'b', 'c', 'e']);
    expect(texts(fitRows(rows, 3))).toEqual(['a', 'c', 'e']);
    expect(texts(fitRows(rows, 2))).toEqual(['a', 'e']);
  });

  it('are cut at the end when all of them matter', () => {
    expect(texts(fitRows([row('a', 0), row('b', 0)], 1))).toEqual(['a']);
    expect(fitRows([row('a', 0)], -1)).toEqual([]);
  });
});

describe('the homes', () => {
  const draw = (picked: string, focused = false) =>
    texts(homeRows(homes, { picked, focused, checked: false }, glyphs, 80)).slice(0, 3);

  it('stand below each other, the picked one marked, each with what is to be said of it', () => {
    expect(draw('memory')).toEqual([
      '  Keep it in  ( ) system keyring         gave no answer in 3 s',
      '              ( ) a file only you read   ~/.config/rigdeck/credentials.json',
      '              (•) memory                 gone when you quit',
    ]);
  });

  it('C027 do not hold the screen up while the keyring is being asked', () => {
    const waiting = texts(homeRows(undefined, { picked: '', focused: false, checked: false }, glyphs, 80));
    expect(waiting[0]).toBe('  Keep it in  asking the system keyring, for 3 s at most');
  });

  it('keep the picked one on a small screen once there is a result', () => {
    const rows = [
      ...homeRows(homes, { picked: 'memory', focused: false, checked: true }, glyphs, 80),
      ...resultRows([{ mark: 'done', what: 'key works', more: 'me@example.com' }], glyphs, 80),
    ];
    expect(texts(fitRows(rows, 3))).toEqual([
      '  Keep it in  ( ) system keyring         gave no answer in 3 s',
      '              (•) memory                 gone when you quit',
      `    ${glyphs.done} key works  me@example.com`,
    ]);
  });
});

describe('a text that is longer than its line', () => {
  it('of a home goes on under itself, whole', () => {
    const note = 'gave no answer in 3 s; it may be waiting to be unlocked by its owner';
    const [home] = homes as [HomeState];
    const rows = texts(
      homeRows([{ ...home, note }], { picked: 'memory', focused: false, checked: false }, glyphs, 80),
    );
    expect(rows.slice(0, 2)).toEqual([
      '  Keep it in  ( ) system keyring         gave no answer in 3 s; it may be',
      '                                         waiting to be unlocked by its owner',
    ]);
  });

  it('of a result, too', () => {
    const more =
      'The service has a fault of its own (HTTP 503). The service says: the database is being restored.';
    const rows = texts(resultRows([{ mark: 'fail', what: 'not checked', more }], glyphs, 80));
    expect(rows.join(' ').replace(/\s+/g, ' ')).toContain(more);
    expect(rows.every((line) => line.length <= 80)).toBe(true);
  });
});

describe('what is said beside', () => {
  it('the reason for being here is wrapped and marked', () => {
    const rows = texts(reasonRows('The key was not accepted: mistyped or revoked.', 30, glyphs));
    expect(rows).toEqual([' ▲ The key was not accepted:', '   mistyped or revoked.', '']);
  });

  it('names the service that the key is sent to', () => {
    const said = texts(keyHintRows({ url: 'https://api.example.com', key: undefined, remarks: [] }, 80)).join(
      ' ',
    );
    const oneLine = said.replace(/\s+/g, ' ');
    expect(oneLine).toContain('Sent only to https://api.example.com and never written to the log.');
  });

  it('puts a remark under its own field, before the hint, where it stays longest', () => {
    const entered: Entered = {
      url: undefined,
      key: undefined,
      remarks: [{ field: 'key', level: 'bad', text: 'There is a space' }],
    };
    expect(remarkRows(entered, 'url', 80)).toEqual([]);
    const rows = [...remarkRows(entered, 'key', 80), ...keyHintRows(entered, 80)];
    expect(texts(fitRows(rows, 1))).toEqual(['              There is a space']);
  });
});
