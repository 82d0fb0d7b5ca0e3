import fc from 'fast-check';
import { render, Text, useInput, usePaste, useStdin } from 'ink';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFocusParser } from '../../src/platform/terminal/focus.ts';
import { createStrokeReader } from '../../src/tui/keys/stroke-reader.ts';
import { cleanText } from '../../src/tui/text/text-edit.ts';
import { fakeTerminal, settle } from '../support/fake-terminal.ts';
import { patience, tried } from './budget.ts';
import { hostileText } from './hostile.ts';

let unmount = () => {};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
});

type Heard = {
  raw: (chunk: string) => void;
  input: Parameters<typeof useInput>[0];
  paste: (text: string) => void;
};

function Probe({ raw, input, paste }: Heard) {
  const { stdin } = useStdin();
  useEffect(() => {
    const hear = (chunk: string | Uint8Array) => raw(String(chunk));
    stdin.on('data', hear);
    return () => void stdin.off('data', hear);
  }, [stdin, raw]);
  useInput(input);
  usePaste(paste);
  return <Text>ready</Text>;
}

/** A real Ink app over a keyboard of bytes, which notes each stroke and each paste. */
async function keyboard() {
  const terminal = fakeTerminal();
  const reader = createStrokeReader({ escWaitMs: 30 });
  const noted = { keys: [] as string[], texts: [] as string[], pasted: [] as string[] };
  let now = 0;
  const take = (strokes: ReturnType<typeof reader.feed>) => {
    noted.keys.push(...strokes.map(({ key }) => key));
    noted.texts.push(...strokes.flatMap(({ text }) => text ?? []));
  };
  const heard: Heard = {
    raw: (chunk) => reader.raw(chunk),
    input: (input, key) => take(reader.feed(input, key, now)),
    paste: (text) => void noted.pasted.push(text),
  };
  unmount = render(<Probe {...heard} />, {
    ...terminal,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  }).unmount;
  await settle();
  return {
    /** Sends bytes in these pieces, one right behind the other, and waits until nothing is held back. */
    async send(...pieces: readonly Uint8Array[]) {
      for (const list of Object.values(noted)) list.length = 0;
      for (const piece of pieces) {
        if (piece.length === 0) continue;
        terminal.stdin.push(Buffer.from(piece));
        await settle(2);
      }
      vi.advanceTimersByTime(20);
      await settle(1);
      now += 2000;
      take(reader.flush(now));
      return { keys: [...noted.keys], texts: [...noted.texts], pasted: [...noted.pasted] };
    },
  };
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
/** The bytes in pieces that end at these places, wherever they fall in a character. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, nth) => bytes.subarray(nth === 0 ? 0 : ends[nth - 1], end));
}
const places = fc.array(fc.nat(200), { maxLength: 5 });

/** What a terminal says by itself, which is no key. */
const reports = [
  '\x1b[I',
  '\x1b[O',
  '\x1b[?64;1;2c',
  '\x1b[>41;388;0c',
  '\x1b[12;40R',
  '\x1b[?2026;2$y',
  '\x1b[?1u',
  '\x1b[<35;10;5M',
  '\x1b[<0;1;1m',
  '\x1b[8;24;80t',
  '\x1b]11;rgb:0000/0000/0000\x07',
  '\x1b]11;rgb:0000/0000/0000\x1b\\',
  '\x1bP>|xterm(388)\x1b\\',
  '\x1bP1$r0m\x1b\\',
  '\x1b_Gi=1;OK\x1b\\',
].map((bytes) => ({ bytes, keys: [] as string[], pasted: [] as string[] }));
const pressed = [
  ['\x1b[B', 'down'],
  ['\x1bOA', 'up'],
  ['\x1b[1;5C', 'ctrl+right'],
  ['\x1b[3~', 'delete'],
  ['\x1b[15~', 'f5'],
  ['\x1b[Z', 'shift+tab'],
  ['\r', 'enter'],
  ['\t', 'tab'],
  ['\x7f', 'backspace'],
  ['\x15', 'ctrl+u'],
  ['?', '?'],
  ['é', 'é'],
  ['한', '한'],
  ['😀', '😀'],
  ['q', 'q'],
].map(([bytes, key]) => ({ bytes: bytes as string, keys: [key as string], pasted: [] as string[] }));
/** Pastes of anything but what ends one. */
const pasted = hostileText
  .map((text) => text.replace(/\p{Cs}/gu, '').replaceAll('\x1b[201~', ''))
  .filter((text) => !/\x1b(\[(2(0(1)?)?)?)?$/.test(text) && text !== '')
  .map((text) => ({ bytes: `\x1b[200~${text}\x1b[201~`, keys: [] as string[], pasted: [text] }));

describe('whatever bytes come from the keyboard', () => {
  it(
    'keys, reports and pastes are told apart however they are cut, also within a character',
    async () => {
      const { send } = await keyboard();
      const part = fc.oneof(fc.constantFrom(...reports), fc.constantFrom(...pressed), pasted);
      await tried(
        'keys: cut anywhere',
        [fc.array(part, { minLength: 1, maxLength: 6 }), places],
        async (parts, where) => {
          const bytes = bytesOf(parts.map(({ bytes }) => bytes).join(''));
          const got = await send(...cutAt(bytes, where));
          expect(got.pasted).toEqual(parts.flatMap((one) => one.pasted));
          expect(got.keys).toEqual(parts.flatMap(({ keys }) => keys));
        },
      );
    },
    patience,
  );

  it(
    'nothing that cannot be seen is typed, and the next key is heard',
    async () => {
      const { send } = await keyboard();
      const chunk = fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        hostileText.map(bytesOf),
        fc.constantFrom(...reports, ...pressed).map(({ bytes }) => bytesOf(bytes)),
        fc
          .constantFrom('\x1b', '\x1b[', '\x1bO', '\x1b]', '\x1bP', '\x1b[M', '\x1b[200~', '\x1b[201~')
          .map(bytesOf),
      );
      await tried('keys: any bytes', [fc.array(chunk, { maxLength: 5 })], async (chunks) => {
        const { texts } = await send(...chunks);
        for (const text of texts) {
          expect(cleanText(text)).toBe(text);
          expect(text).toMatch(/^(?=.*[^\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}])/su);
        }
        // A character that was cut off, and a paste that never ended, are over.
        await send(bytesOf('\x1b[201~'));
        await send(bytesOf('\x07'));
        expect((await send(bytesOf('j'))).keys).toEqual(['j']);
      });
    },
    patience,
  );

  it(
    'reports of the focus are heard however they are cut, and none out of a paste',
    () => {
      const part = fc.oneof(
        fc.constantFrom<[string, boolean[]]>(
          ['\x1b[I', [true]],
          ['\x1b[O', [false]],
          ['\x1b[200~a\x1b[Ib\x1b[201~', []],
          ['j', []],
          ['\x1b[B', []],
        ),
      );
      return tried('keys: focus', [fc.array(part, { maxLength: 8 }), places], (parts, where) => {
        const heard = createFocusParser();
        const text = parts.map(([bytes]) => bytes).join('');
        const got = cutAt(bytesOf(text), where).flatMap((piece) => heard(piece.toString('latin1')));
        expect(got).toEqual(parts.flatMap(([, reports]) => reports));
      });
    },
    patience,
  );
});
