import type { InStream } from './io.ts';

const interrupt = '\x03';
const endOfInput = '\x04';

/**
 * Reads one line from a terminal. Masked, each character shows as a dot, so that a paste is seen to have worked
 * and nothing of it stays on the screen. Ctrl+C and an empty Ctrl+D answer undefined.
 */
export function askLine(options: {
  stdin: InStream;
  write: (text: string) => void;
  question: string;
  masked: boolean;
}): Promise<string | undefined> {
  const { stdin, write, question, masked } = options;
  return new Promise((resolve) => {
    let typed: string[] = [];
    const show = (text: string) => write(masked ? '•'.repeat([...text].length) : text);
    const wipe = (count: number) => write('\b \b'.repeat(count));

    const finish = (answer: string | undefined) => {
      stdin.off('data', onData);
      stdin.off('end', onEnd);
      stdin.off('error', onEnd);
      try {
        stdin.setRawMode?.(false);
      } catch {
        // The terminal is gone, and its modes with it.
      }
      stdin.pause();
      write('\n');
      resolve(answer);
    };
    const onEnd = () => finish(undefined);
    const onData = (chunk: string) => {
      // Markers of a bracketed paste, arrows and the like are no text.
      const text = chunk.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO./g, '');
      for (const char of text) {
        if (char === '\r' || char === '\n') return finish(typed.join(''));
        if (char === interrupt || (char === endOfInput && typed.length === 0)) return finish(undefined);
        if (char === '\x7f' || char === '\b') {
          if (typed.length > 0) wipe(1);
          typed = typed.slice(0, -1);
        } else if (char === '\x15') {
          wipe(typed.length);
          typed = [];
        } else if (char >= ' ') {
          typed.push(char);
          show(char);
        }
      }
    };

    write(question);
    stdin.setEncoding('utf8');
    stdin.setRawMode?.(true);
    stdin.on('data', onData);
    stdin.on('end', onEnd);
    // So does a terminal end that is closed.
    stdin.on('error', onEnd);
    stdin.resume();
  });
}
