/**
 * A second ear on stdin. Ink takes some input in without a word (focus reports, which function key it was);
 * a listener of our own hears every chunk before Ink does.
 */

export type StdinTap = {
  /** Hears each chunk, as text; answers how to stop hearing. */
  onChunk(listener: (chunk: string) => void): () => void;
  /** Off stdin while another program reads the keyboard: a listener left on it would take keys away. */
  pause(): void;
  resume(): void;
};

type Input = {
  on(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
  off(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown;
};

/** A tap that listens only while somebody hears it, so that it never keeps stdin open by itself. */
export function createStdinTap(stdin: Input): StdinTap {
  const listeners = new Set<(chunk: string) => void>();
  const decoder = new TextDecoder();
  let paused = false;
  let attached = false;
  const hear = (chunk: string | Uint8Array) => {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    for (const listener of [...listeners]) listener(text);
  };
  const settle = () => {
    const wanted = !paused && listeners.size > 0;
    if (wanted === attached) return;
    attached = wanted;
    if (wanted) stdin.on('data', hear);
    else stdin.off('data', hear);
  };
  return {
    onChunk(listener) {
      listeners.add(listener);
      settle();
      return () => {
        listeners.delete(listener);
        settle();
      };
    },
    pause() {
      paused = true;
      settle();
    },
    resume() {
      paused = false;
      settle();
    },
  };
}
