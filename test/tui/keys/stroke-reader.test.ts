import { describe, expect, test } from 'vitest';
import { createStrokeReader, escapeWaitMs } from '../../../src/tui/keys/stroke-reader.ts';
import type { KeyFlags, Stroke } from '../../../src/tui/keys/strokes.ts';
import { noFlags as none } from '../../support/key-flags.ts';

const esc: KeyFlags = { ...none, escape: true };
const alt: KeyFlags = { ...none, meta: true };
const names = (strokes: Stroke[]) => strokes.map((s) => s.key);

function reader(escWaitMs = 30) {
  const inner = createStrokeReader({ escWaitMs });
  return {
    ...inner,
    feed: (input: string, key: KeyFlags, now: number) => names(inner.feed(input, key, now)),
    flush: (now: number) => names(inner.flush(now)),
  };
}

describe('a stroke reader', () => {
  test('C101 a lone ESC becomes Escape when its wait is over', () => {
    const r = reader();
    expect(r.feed('', esc, 1000)).toEqual([]);
    expect(r.due()).toBe(1030);
    expect(r.flush(1029)).toEqual([]);
    expect(r.flush(1030)).toEqual(['esc']);
    expect(r.due()).toBeUndefined();
  });

  test('C101 waits longer over SSH, and never longer than a person notices', () => {
    expect(escapeWaitMs({})).toBe(30);
    expect(escapeWaitMs({ SSH_CONNECTION: '1.2.3.4 5 6.7.8.9 22' })).toBe(100);
  });

  test('an arrow whose ESC came alone is still an arrow', () => {
    const r = reader();
    r.feed('', esc, 0);
    expect(r.feed('[B', none, 29)).toEqual(['down']);
    expect(r.flush(1000)).toEqual([]);
  });

  test('an arrow in three pieces is still an arrow', () => {
    const r = reader(100);
    r.feed('', esc, 0);
    expect(r.feed('[', none, 50)).toEqual([]);
    expect(r.due()).toBe(150);
    expect(r.feed('1;5D', none, 140)).toEqual(['ctrl+left']);
  });

  test('what follows a joined sequence in the same chunk is typed', () => {
    const r = reader();
    r.feed('', esc, 0);
    expect(r.feed('[Bjk\r', none, 5)).toEqual(['down', 'j', 'k', 'enter']);
  });

  test('an application-mode arrow whose first two bytes came alone is still an arrow', () => {
    const r = reader();
    expect(r.feed('O', { ...alt, shift: true }, 0)).toEqual([]);
    expect(r.feed('A', { ...none, shift: true }, 10)).toEqual(['up']);
    expect(r.feed('O', { ...alt, shift: true }, 100)).toEqual([]);
    expect(r.flush(130)).toEqual(['alt+O']);
  });

  test('text after the wait is text', () => {
    const r = reader();
    r.feed('', esc, 0);
    expect(r.feed('[B', none, 30)).toEqual(['esc', '[', 'B']);
  });

  test('Escape and another key in quick succession are both there, in order', () => {
    const r = reader();
    r.feed('', esc, 0);
    expect(r.feed('j', none, 10)).toEqual(['esc', 'j']);
    r.feed('', esc, 20);
    expect(r.feed('', { ...none, downArrow: true }, 30)).toEqual(['esc', 'down']);
  });

  test('two Escapes are two, whether they come apart or at once', () => {
    const r = reader();
    r.feed('', esc, 0);
    expect(r.feed('', esc, 10)).toEqual(['esc']);
    expect(r.flush(40)).toEqual(['esc']);
    expect(r.feed('', { ...esc, meta: true }, 100)).toEqual(['esc']);
    expect(r.flush(130)).toEqual(['esc']);
  });

  test('C103 an Escape in the enhanced encoding does not wait', () => {
    const r = reader();
    expect(r.feed('', { ...esc, eventType: 'press' }, 0)).toEqual(['esc']);
    expect(r.feed('', { ...esc, eventType: 'release' }, 5)).toEqual([]);
  });

  test('a torn unknown sequence is dropped, never typed', () => {
    const r = reader();
    r.feed('', esc, 0);
    expect(r.feed('[I', none, 5)).toEqual([]);
    r.feed('', esc, 100);
    expect(r.feed('[?64;1', none, 105)).toEqual([]);
    expect(r.flush(1000)).toEqual([]);
  });

  test('C102 the terminal answering a colour query types nothing', () => {
    const r = reader();
    expect(r.feed(']', alt, 0)).toEqual([]);
    expect(r.feed('11;rgb:0000/0000/0000\x07j', none, 1)).toEqual(['j']);
    expect(r.feed(']', alt, 100)).toEqual([]);
    expect(r.feed('11;rgb:ffff/ffff/ffff', none, 100)).toEqual([]);
    expect(r.feed('\\', alt, 101)).toEqual([]);
    expect(r.feed('q', none, 102)).toEqual(['q']);
  });

  test('C102 a reply that breaks off is over after a second, or at the next key that is none of it', () => {
    const r = reader();
    r.feed('P', alt, 0);
    expect(r.feed('>|xterm(3', none, 0)).toEqual([]);
    expect(r.due()).toBe(1000);
    expect(r.feed('88)', none, 900)).toEqual([]);
    expect(r.feed('j', none, 1900)).toEqual(['j']);
    r.feed('_', alt, 2000);
    r.feed('Gi=1', none, 2000);
    expect(r.feed('', { ...none, downArrow: true }, 2001)).toEqual(['down']);
    expect(r.feed('j', none, 2002)).toEqual(['j']);
  });

  test('Escape while a reply is coming in is Escape when nothing ends the reply', () => {
    const r = reader();
    r.feed(']', alt, 0);
    r.feed('11;rgb', none, 0);
    r.feed('', esc, 10);
    expect(r.flush(40)).toEqual(['esc']);
    expect(r.feed('j', none, 50)).toEqual(['j']);
  });

  test('Escape and a capital letter in quick succession are both there', () => {
    const r = reader(100);
    r.feed('', esc, 0);
    expect(r.feed('P', none, 50)).toEqual([]);
    expect(r.flush(150)).toEqual(['esc', 'P']);
    r.feed('', esc, 200);
    expect(r.feed('Pq', none, 210)).toEqual(['esc', 'P', 'q']);
  });

  test('Alt and a bracket alone are a key', () => {
    const r = reader();
    expect(r.feed(']', alt, 0)).toEqual([]);
    expect(r.flush(30)).toEqual(['alt+]']);
    r.feed(']', alt, 100);
    expect(r.feed('x', none, 130)).toEqual(['alt+]', 'x']);
  });
});

describe('a stroke reader that sees the raw chunks', () => {
  test('knows F1 from the other keys that Ink reports as nothing', () => {
    const r = reader();
    r.raw('\x1bOP');
    expect(r.feed('', none, 0)).toEqual(['f1']);
    r.raw('\x1b[2~\x1b[11~\x1b[[A\x1b[1;2P');
    expect([1, 2, 3, 4].map((t) => r.feed('', none, t))).toEqual([[], ['f1'], ['f1'], ['shift+f1']]);
    expect(r.feed('', none, 5)).toEqual([]);
  });

  test('without the raw chunks a function key is dropped', () => {
    expect(reader().feed('', none, 0)).toEqual([]);
  });

  test('joins a sequence that broke off after its bracket', () => {
    const r = reader();
    r.raw('\x1b[');
    expect(r.feed('[', none, 20)).toEqual([]);
    r.raw('D');
    expect(r.feed('D', { ...none, shift: true }, 40)).toEqual(['left']);
  });

  test('a typed bracket is never held back', () => {
    const r = reader();
    r.raw('[');
    expect(r.feed('[', none, 0)).toEqual(['[']);
    r.raw('\x1b');
    r.feed('', esc, 100);
    expect(r.flush(130)).toEqual(['esc']);
    r.raw('[');
    expect(r.feed('[', none, 5000)).toEqual(['[']);
  });

  test('escape sequences inside a marked paste are no keys', () => {
    const r = reader();
    r.raw('\x1b[200~\x1bOP and');
    r.raw(' more\x1b[201~\x1b[2~');
    expect(r.feed('', none, 0)).toEqual([]);
  });
});
