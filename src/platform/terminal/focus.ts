/** Whether the terminal's window has the focus, as far as the terminal tells. */

import type { StdinTap } from './stdin-tap.ts';

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const marks = ['\x1b[I', '\x1b[O', pasteStart, pasteEnd];

/**
 * Reads focus reports (CSI I, CSI O) out of the raw input, in whatever pieces it comes; those inside a
 * marked paste are text. Answers the reports of each chunk in order.
 */
export function createFocusParser(): (chunk: string) => boolean[] {
  let kept = '';
  let inPaste = false;
  return (chunk) => {
    const reports: boolean[] = [];
    let text = kept + chunk;
    for (let at = text.indexOf('\x1b'); at >= 0; at = text.indexOf('\x1b')) {
      text = text.slice(at);
      const mark = marks.find((m) => text.startsWith(m));
      if (mark === undefined && marks.some((m) => m.startsWith(text))) break;
      if (mark === pasteStart) inPaste = true;
      else if (mark === pasteEnd) inPaste = false;
      else if (mark !== undefined && !inPaste) reports.push(mark === '\x1b[I');
      text = text.slice(mark?.length ?? 1);
    }
    // Only what may yet become one of the marks is kept for the next chunk.
    kept = text.startsWith('\x1b') ? text : '';
    return reports;
  };
}

export type Focus = {
  /** True until the terminal says otherwise. */
  focused(): boolean;
  /** Hears each change; answers how to stop hearing. */
  onChange(listener: (focused: boolean) => void): () => void;
  /** Stops listening to the terminal. */
  detach(): void;
};

/** Follows the focus by the reports that `tap` hears; the terminal must have been asked for them (modes.ts). */
export function attachFocus(tap: StdinTap): Focus {
  const listeners = new Set<(focused: boolean) => void>();
  const parse = createFocusParser();
  let focused = true;
  const detach = tap.onChunk((chunk) => {
    for (const report of parse(chunk)) {
      if (report === focused) continue;
      focused = report;
      for (const listener of [...listeners]) listener(focused);
    }
  });
  return {
    focused: () => focused,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    detach,
  };
}
