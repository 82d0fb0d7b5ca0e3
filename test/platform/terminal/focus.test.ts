import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachFocus, createFocusParser } from '../../../src/platform/terminal/focus.ts';
import { createStdinTap } from '../../../src/platform/terminal/stdin-tap.ts';
import { settle } from '../../support/fake-terminal.ts';

const read = (...chunks: string[]) => chunks.flatMap(createFocusParser());

describe('focus reports', () => {
  test('are found between other input', () => {
    expect(read('jj\x1b[O')).toEqual([false]);
    expect(read('\x1b[O\x1b[A\x1b[I\x1b')).toEqual([false, true]);
  });

  test('are found whatever the chunks', () => {
    expect(read('\x1b', '[', 'O')).toEqual([false]);
    expect(read('\x1b[A\x1b[', 'I')).toEqual([true]);
    const text = 'a\x1b[I\x1b[Bx\x1b[O\x1b[200~\x1b[I\x1b[201~\x1b\x1b[I';
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = edges.slice(1).map((edge, i) => text.slice(edges[i], edge));
        expect(read(...chunks)).toEqual([true, false, true]);
      }),
    );
  });

  test('inside a paste are text', () => {
    expect(read('\x1b[200~\x1b[O', '\x1b[O\x1b[201~\x1b[I')).toEqual([true]);
  });

  test('are not the keys that begin like them', () => {
    expect(read('\x1b', 'OI', '\x1b[1;5I', '[I')).toEqual([]);
  });
});

describe('following the focus', () => {
  test('has it until the terminal says otherwise, and hears changes only', async () => {
    const stdin = new PassThrough();
    const focus = attachFocus(createStdinTap(stdin));
    const heard: boolean[] = [];
    const stop = focus.onChange((focused) => heard.push(focused));
    expect(focus.focused()).toBe(true);
    stdin.write('\x1b[I\x1b[O\x1b[O');
    await settle();
    expect([focus.focused(), heard]).toEqual([false, [false]]);
    stop();
    stdin.write('\x1b[I');
    await settle();
    expect([focus.focused(), heard]).toEqual([true, [false]]);
    focus.detach();
    expect(stdin.listenerCount('data')).toBe(0);
  });
});

describe('a tap on stdin', () => {
  test('C078 is off stdin while another program has the keyboard', async () => {
    const stdin = new PassThrough();
    const tap = createStdinTap(stdin);
    const heard: string[] = [];
    tap.onChunk((chunk) => heard.push(chunk));
    stdin.write('mine');
    await settle();
    tap.pause();
    expect(stdin.listenerCount('data')).toBe(0);
    tap.onChunk(() => {});
    expect(stdin.listenerCount('data')).toBe(0);
    tap.resume();
    expect(stdin.listenerCount('data')).toBe(1);
    expect(heard).toEqual(['mine']);
  });

  test('keeps characters whole that come in pieces', async () => {
    const stdin = new PassThrough();
    const heard: string[] = [];
    createStdinTap(stdin).onChunk((chunk) => heard.push(chunk));
    const bytes = Buffer.from('é');
    stdin.write(bytes.subarray(0, 1));
    stdin.write(bytes.subarray(1));
    await settle();
    expect(heard.join('')).toBe('é');
  });
});
