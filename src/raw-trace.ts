/**
 * Remembers of the raw input what Ink does not tell: which function keys a chunk held (Ink reports all of
 * them as nothing), and whether it broke off inside an escape sequence.
 */

import { controlStrokes } from './control-sequence.ts';

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const sequences = /\x1b\x1b?(\[\[[A-E]|\[[0-?]*[ -/]*[@-Z\\-~]|O[0-9;]*[@-~])/g;
const brokenOff = /\x1b(\[\[?[0-?]*[ -/]*|O[0-9;]*)?$/;
const longestTail = 64;

export type RawTrace = {
  /** A chunk from stdin, before Ink has read it. */
  see(chunk: string): void;
  /** The next function key of the last chunk ('f1', 'shift+f2'); undefined for another unnamed key. */
  functionKey(): string | undefined;
  /** Whether `input` is what Ink makes of a sequence that broke off. Asking uses the knowledge up. */
  isUnfinished(input: string): boolean;
  /** Ink has reported the unfinished ESC itself. */
  forget(): void;
};

export function createRawTrace(): RawTrace {
  let tail = '';
  let inPaste = false;
  let unnamed: (string | undefined)[] = [];

  /** Pasted text is data: sequences inside it are no keys. */
  const withoutPastes = (text: string): string => {
    let kept = '';
    let rest = text;
    while (rest !== '') {
      const mark = inPaste ? pasteEnd : pasteStart;
      const at = rest.indexOf(mark);
      if (at < 0) return inPaste ? kept : kept + rest;
      if (!inPaste) kept += rest.slice(0, at);
      rest = rest.slice(at + mark.length);
      inPaste = !inPaste;
    }
    return kept;
  };

  return {
    see(chunk) {
      const text = withoutPastes(tail + chunk);
      tail = inPaste ? '' : (brokenOff.exec(text)?.[0].slice(-longestTail) ?? '');
      unnamed = [];
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
    forget() {
      tail = '';
    },
  };
}
