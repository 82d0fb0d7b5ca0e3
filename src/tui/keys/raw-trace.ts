/**
 * Remembers of the raw input what Ink does not tell: which function keys a chunk held (Ink reports all of
 * them as nothing), whether it broke off inside an escape sequence, and what only looks like text.
 */

import { controlStrokes } from './control-sequence.ts';

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const sequences = /\x1b\x1b?(\[\[[A-E]|\[[0-?]*[ -/]*[@-Z\\-~]|O[0-9;]*[@-~])/g;
/** What of a paste may yet become its end. */
const pasteBrokenOff = /\x1b(\[(2(0(1)?)?)?)?$/;
const brokenOff = /\x1b(\[\[?[0-?]*[ -/]*|O[0-9;]*)?$/;
const longestTail = 64;
/** The oldest kind of mouse report: three characters behind it say where. Ink takes them for text. */
const oldMouse = /\x1b\[M([^\x1b]{0,3})/g;
/** A sequence that another one cuts off. Ink takes its bracket, then what stands behind that, for text. */
const cutOff = /\x1b\[([0-?]*[ -/]*)(?=\x1b)/g;
/** The rest of a mouse report whose ESC was lost or was taken for a key; nobody types that at once. */
const mouseRest = /\[<\d+;\d+;\d+[Mm]/g;

export type RawTrace = {
  /** A chunk from stdin, before Ink has read it. */
  see(chunk: string): void;
  /** The next function key of the last chunk ('f1', 'shift+f2'); undefined for another unnamed key. */
  functionKey(): string | undefined;
  /** Whether `input` is what Ink makes of a sequence that broke off. Asking uses the knowledge up. */
  isUnfinished(input: string): boolean;
  /** A text of the last chunk without what was never typed: pieces of mouse reports and of sequences cut off. */
  withoutRubbish(text: string): string;
  /** The next characters, `count` of them, say where the mouse is. */
  mouseFollows(count: number): void;
  /** Ink has reported the unfinished ESC itself. */
  forget(): void;
};

export function createRawTrace(): RawTrace {
  let tail = '';
  let inPaste = false;
  let pasteTail = '';
  let unnamed: (string | undefined)[] = [];
  let rubbish: string[] = [];
  let mouseLeft = 0;

  /** Pasted text is data: sequences inside it are no keys. */
  const withoutPastes = (text: string): string => {
    let kept = '';
    let rest = text;
    while (rest !== '') {
      const mark = inPaste ? pasteEnd : pasteStart;
      const at = rest.indexOf(mark);
      if (at < 0 && inPaste) pasteTail = pasteBrokenOff.exec(rest)?.[0] ?? '';
      if (at < 0) return inPaste ? kept : kept + rest;
      if (!inPaste) kept += rest.slice(0, at);
      rest = rest.slice(at + mark.length);
      inPaste = !inPaste;
    }
    return kept;
  };

  return {
    see(chunk) {
      const begun = inPaste ? pasteTail : tail;
      pasteTail = '';
      const text = withoutPastes(begun + chunk);
      // Nothing but the three characters themselves goes on with a mouse report.
      if (text !== begun + chunk) mouseLeft = 0;
      tail = inPaste ? '' : (brokenOff.exec(text)?.[0].slice(-longestTail) ?? '');
      unnamed = [];
      const rest = mouseLeft > 0 ? (/^[^\x1b]*/.exec(text)?.[0].slice(0, mouseLeft) ?? '') : '';
      mouseLeft = text === rest ? mouseLeft - rest.length : 0;
      const mice = [rest, ...[...text.matchAll(oldMouse)].map(([, where]) => where)];
      const lastMouse = /\x1b\[M([^\x1b]{0,2})$/.exec(text);
      if (lastMouse) mouseLeft = 3 - (lastMouse[1] ?? '').length;
      const pieces = [...text.matchAll(cutOff)].flatMap(([, behind]) => ['[', behind]);
      rubbish = [...mice, ...pieces].filter((piece) => piece !== undefined && piece !== '') as string[];
      for (const [, sequence = ''] of text.matchAll(sequences)) {
        const key = controlStrokes(sequence)[0]?.key;
        if (key !== undefined && /(?:^|\+)f\d+$/.test(key)) unnamed.push(key);
        else if (/^\[2[~$^]/.test(sequence) || /^[[O]E$/.test(sequence)) unnamed.push(undefined);
      }
    },
    functionKey: () => unnamed.shift(),
    isUnfinished(input) {
      const broken = tail.length > 1 && tail.slice(1) === input;
      if (broken) tail = '';
      return broken;
    },
    withoutRubbish(text) {
      const at = rubbish.findIndex((piece) => text.startsWith(piece));
      const [found = ''] = at < 0 ? [] : rubbish.splice(at, 1);
      return text.slice(found.length).replace(mouseRest, '');
    },
    mouseFollows(count) {
      mouseLeft = count;
    },
    forget() {
      tail = '';
    },
  };
}
