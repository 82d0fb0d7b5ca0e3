/** Keeps stray prints off the screen while the deck is drawn: they go to a sink, such as the log. */

import { format } from 'node:util';

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const;

const sequences = /\x1b\[[0-?]*[ -/]*[@-~]/g;

type ConsoleLike = Record<(typeof methods)[number], (...args: never[]) => void>;
type WarningListener = (warning: Error) => void;
type ProcessLike = {
  listeners(event: 'warning'): unknown[];
  removeAllListeners(event: 'warning'): unknown;
  on(event: 'warning', listener: WarningListener): unknown;
  off(event: 'warning', listener: WarningListener): unknown;
};
type StderrLike = { write: (...args: never[]) => boolean };

/**
 * Sends console output, process warnings and writes to stderr to `sink`, line ends cut, until the returned
 * function is called. What a native library writes to the descriptor itself cannot be caught here.
 */
export function guardOutput({
  console,
  process,
  stderr,
  sink,
}: {
  console: ConsoleLike;
  process: ProcessLike;
  stderr: StderrLike;
  sink(text: string): void;
}): () => void {
  const take = (text: string) => {
    // What tells the terminal something, as that the cursor shows, is no print.
    const trimmed = text.replace(sequences, '').replace(/\s+$/, '');
    if (trimmed !== '') sink(trimmed);
  };
  const before = methods.map((name) => [name, console[name]] as const);
  for (const [name] of before) console[name] = (...args: unknown[]) => take(format(...args));

  // Node prints warnings through a listener of its own, which writes past stderr's write.
  const printers = process.listeners('warning') as WarningListener[];
  const onWarning: WarningListener = (warning) => take(`${warning.name}: ${warning.message}`);
  process.removeAllListeners('warning');
  process.on('warning', onWarning);

  const { write } = stderr;
  stderr.write = (chunk: unknown, ...rest: unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8'));
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  };

  return () => {
    for (const [name, method] of before) console[name] = method;
    process.off('warning', onWarning);
    for (const printer of printers) process.on('warning', printer);
    stderr.write = write;
  };
}
