import fc from 'fast-check';
import { render, Text, useInput, usePaste, useStdin } from 'ink';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createStrokeReader, type StrokeReader } from '../src/tui/keys/stroke-reader.ts';
import { fakeTerminal, settle } from './support/fake-terminal.ts';

let unmount = () => {};
afterEach(() => {
  unmount();
  vi.useRealTimers();
});

type Notes = { reader: StrokeReader; seen: string[]; texts: string[]; pasted: string[]; pastes: boolean };

// All keys of a test are pressed at one moment, so that a held Escape shows only when it is flushed.
const moment = 0;

function Probe({ reader, seen, texts, pasted, pastes }: Notes) {
  const { stdin } = useStdin();
  useEffect(() => {
    const raw = (chunk: string | Uint8Array) => reader.raw(String(chunk));
    stdin.on('data', raw);
    return () => {
      stdin.off('data', raw);
    };
  }, [stdin, reader]);
  useInput((input, key) => {
    const strokes = reader.feed(input, key, moment);
    seen.push(...strokes.map((s) => s.key));
    texts.push(...strokes.flatMap((s) => (s.text === undefined ? [] : [s.text])));
  });
  usePaste((text) => pasted.push(text), { isActive: pastes });
  return <Text>ready</Text>;
}

/** A real Ink app that notes each stroke; `pastes` tells whether it listens for pastes. */
async function start({ pastes = true } = {}) {
  const terminal = fakeTerminal();
  const notes: Notes = {
    reader: createStrokeReader({ escWaitMs: 30 }),
    seen: [],
    texts: [],
    pasted: [],
    pastes,
  };
  const options = { ...terminal, interactive: true, exitOnCtrlC: false, patchConsole: false };
  unmount = render(<Probe {...notes} />, options).unmount;
  await settle();
  return {
    pasted: notes.pasted,
    seen: notes.seen,
    texts: notes.texts,
    begin(chunk: string) {
      notes.seen.length = 0;
      terminal.type(chunk);
    },
    async type(...chunks: string[]) {
      notes.seen.length = 0;
      for (const chunk of chunks) {
        terminal.type(chunk);
        await settle();
      }
      return [...notes.seen, ...notes.reader.flush(moment + 1000).map((s) => s.key)];
    },
  };
}

test('C099 keys written at once arrive as one stroke each', async () => {
  const { type } = await start();
  expect(await type('jjj')).toEqual(['j', 'j', 'j']);
  expect(await type('\x1b[B\x1b[B')).toEqual(['down', 'down']);
  expect(await type('ab\r')).toEqual(['a', 'b', 'enter']);
});

test('C100 both backspace bytes are backspace, the Delete key is delete', async () => {
  const { type } = await start();
  expect(await type('\x7f', '\b', '\x1b[3~')).toEqual(['backspace', 'backspace', 'delete']);
  expect(await type('a\x7f\x7fb')).toEqual(['a', 'backspace', 'backspace', 'b']);
});

test('every key that the keymap may name arrives under its name', async () => {
  const { type } = await start();
  const bytes: Record<string, string> = {
    enter: '\r',
    tab: '\t',
    'shift+tab': '\x1b[Z',
    up: '\x1b[A',
    down: '\x1bOB',
    right: '\x1b[C',
    left: '\x1b[D',
    home: '\x1b[H',
    end: '\x1b[4~',
    pageup: '\x1b[5~',
    pagedown: '\x1b[6~',
    'shift+up': '\x1b[1;2A',
    'shift+down': '\x1b[1;2B',
    'ctrl+left': '\x1b[1;5D',
    'alt+right': '\x1b[1;3C',
    'alt+b': '\x1bb',
    'alt+backspace': '\x1b\x7f',
    'alt+enter': '\x1b\r',
    'ctrl+a': '\x01',
    'ctrl+c': '\x03',
    'ctrl+z': '\x1a',
    'ctrl+\\': '\x1c',
    'ctrl+space': '\0',
    space: ' ',
    f1: '\x1bOP',
  };
  for (const [name, sequence] of Object.entries(bytes)) {
    expect([name, await type(sequence)]).toEqual([name, [name]]);
  }
  expect(await type('\n')).toEqual(['enter']);
});

test('C103 enhanced key encodings are the keys they stand for', async () => {
  const { type } = await start();
  expect(await type('\x1b[99;5u')).toEqual(['ctrl+c']);
  expect(await type('\x1b[27u')).toEqual(['esc']);
  expect(await type('\x1b[1;1:3B')).toEqual([]);
  expect(await type('\x1b[97;1:3u')).toEqual([]);
  expect(await type('\x1b[13u\x1b[9;2u\x1b[127u\x1b[32u')).toEqual([
    'enter',
    'shift+tab',
    'backspace',
    'space',
  ]);
  expect(await type('\x1b[100;2u')).toEqual(['D']);
  expect(await type('\x1b[122;5u')).toEqual(['ctrl+z']);
});

test('C102 terminal reports are neither typed nor acted on', async () => {
  const { type } = await start();
  expect(await type('\x1b[?64;1;2c')).toEqual([]);
  expect(await type('\x1b[I\x1b[O')).toEqual([]);
  expect(await type('\x1b[<0;10;5M')).toEqual([]);
  expect(await type('\x1b]11;rgb:0000/0000/0000\x07')).toEqual([]);
  expect(await type('\x1b]11;rgb:0000/0000/0000\x1b\\')).toEqual([]);
});

test('C098 a marked paste never becomes keys, and an unmarked one is a chunk', async () => {
  const marked = await start();
  expect(await marked.type('\x1b[200~one\rtwo\x1b[201~')).toEqual([]);
  expect(marked.pasted).toEqual(['one\rtwo']);
  unmount();
  const unmarked = await start({ pastes: false });
  expect(await unmarked.type('one\rtwo')).toEqual(['o', 'n', 'e', 'enter', 't', 'w', 'o']);
});

test('an arrow that Ink has given up on is still an arrow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begin, seen, type } = await start();
  for (const [first, rest, key] of [
    ['\x1b', '[B', 'down'],
    ['\x1b[', 'D', 'left'],
    ['\x1bO', 'A', 'up'],
    ['\x1b[1;', '5C', 'ctrl+right'],
  ] as const) {
    begin(first);
    await settle();
    vi.advanceTimersByTime(20);
    await settle();
    expect(seen).toEqual([]);
    expect(await type(rest)).toEqual([key]);
  }
});

/** What terminals send, and the strokes it is; nothing for what is no key. */
const sent: [string, string[]][] = [
  ['\x1b[B', ['down']],
  ['\x1bOA', ['up']],
  ['\x1b[1;5C', ['ctrl+right']],
  ['\x1b[3~', ['delete']],
  ['\x1b[15~', ['f5']],
  ['\x1b[I', []],
  ['\x1b[?64;1;2c', []],
  ['\x1b[12;40R', []],
  ['\x1b[?2026;2$y', []],
  ['\x1b[<35;10;5M', []],
  ['\x1b[32;10;5M', []],
  ['\x1b[M !!', []],
  ['\x1b[99;99;99z', []],
  ['\x1bOx', []],
  ['\x1b]11;rgb:0000/0000/0000\x07', []],
  ['\x1b]11;rgb:0000/0000/0000\x1b\\', []],
  ['\x1b]lDelete all\x1b\\', []],
  ['\x1bP>|xterm(388)\x1b\\', []],
  ['\x1bP1$r0m\x1b\\', []],
  ['\x1b_Gi=1;OK\x1b\\', []],
];
const typed: [string, string[]][] = [...'jD7?é한'].map((sign) => [sign, [sign]]);
const cutAt = (text: string, places: readonly number[]) => {
  const signs = [...text];
  const cuts = [...new Set(places.map((place) => place % signs.length))].sort((a, b) => a - b);
  return [...cuts, signs.length].map((end, n) => signs.slice(n === 0 ? 0 : cuts[n - 1], end).join(''));
};
const places = fc.array(fc.nat(60), { maxLength: 6 });
const letThrough = async () => {
  await settle(2);
  vi.advanceTimersByTime(20);
  await settle(2);
};

test('C102 C103 however the bytes are cut, they are the same keys, and a reply is never one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { type } = await start();
  const parts = fc.array(fc.constantFrom(...sent, ...typed), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(parts, places, async (some, where) => {
      const pieces = cutAt(some.map(([bytes]) => bytes).join(''), where);
      expect(await type(...pieces.filter((piece) => piece !== ''))).toEqual(some.flatMap(([, keys]) => keys));
    }),
    { numRuns: 150 },
  );
});

test('C102 C103 the same on a line so slow that Ink gives up on each piece', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begin, seen, type } = await start();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sent), places, async ([bytes, keys], where) => {
      const pieces = cutAt(bytes, where).filter((piece) => piece !== '');
      const got: string[] = [];
      for (const piece of pieces) {
        begin(piece);
        await letThrough();
        got.push(...seen);
      }
      expect([...got, ...(await type('j'))]).toEqual([...keys, 'j']);
    }),
    { numRuns: 150 },
  );
});

test('no bytes at all type anything that cannot be seen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { texts, type } = await start();
  const wild = fc.constantFrom(
    '\x1b',
    '[',
    ']',
    'P',
    'O',
    'M',
    '<',
    ';',
    '\\',
    '\x07',
    '\u009b',
    '\u202e',
    '\u2028',
    '\u200b',
  );
  const chunk = fc.string({
    unit: fc.oneof(wild, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 4 }), async (chunks) => {
      texts.length = 0;
      await type(...chunks.filter((one) => one !== ''));
      // Nothing pasted stays open into the next run.
      await type('\x1b[201~');
      for (const text of texts)
        expect(text).toMatch(/^(?=.*[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}])[^\p{Cc}\p{Zl}\p{Zp}]+$/su);
    }),
    { numRuns: 200 },
  );
});
