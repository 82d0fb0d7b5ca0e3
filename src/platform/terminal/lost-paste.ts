/**
 * A marked paste whose end never comes (a dropped line, a terminal that crashed) would swallow every key
 * that follows. After a second of silence the end is put in by us.
 */

import type { StdinTap } from './stdin-tap.ts';

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const silenceMs = 1000;

/** Watches the pastes that `tap` hears until the returned function is called. */
export function endLostPastes({
  tap,
  stdin,
  sleep,
}: {
  tap: StdinTap;
  /** Puts text back in front of what is still to be read. */
  stdin: { unshift(chunk: string): unknown };
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}): () => void {
  let tail = '';
  let open = false;
  let waiting = new AbortController();
  const stop = tap.onChunk((chunk) => {
    waiting.abort();
    const text = tail + chunk;
    const start = text.lastIndexOf(pasteStart);
    const end = text.lastIndexOf(pasteEnd);
    if (start !== end) open = start > end;
    // A mark can be cut in two; a whole one must not be seen again.
    tail = text.slice(Math.max(start, end) + 1).slice(1 - pasteStart.length);
    if (!open) return;
    waiting = new AbortController();
    sleep(silenceMs, waiting.signal).then(
      () => {
        open = false;
        tail = '';
        stdin.unshift(pasteEnd);
      },
      () => {},
    );
  });
  return () => {
    waiting.abort();
    stop();
  };
}
