/**
 * Output that holds up nobody. Node writes to a terminal so that one that reads nothing blocks the whole process, limits
 * and signals with it; here what it does not take waits in the stream.
 */

type Sleep = (ms: number, stop: AbortSignal) => Promise<void>;
/** Only the handle below the stream knows the switch. On Windows, where it does nothing, writes always block. */
type Stream = Pick<NodeJS.WriteStream, 'writableLength' | 'write'> & {
  _handle?: { setBlocking?(on: boolean): unknown } | null;
};

/** How long a terminal is waited for before another program has it, or the process ends (ms). */
const patienceMs = 1000;

export const setBlocking = (stream: object, on: boolean): void => {
  (stream as Stream)._handle?.setBlocking?.(on);
};

/** Whether something that was written waits for the terminal to read. */
export const isFull = (stream: Pick<Stream, 'writableLength'>): boolean => stream.writableLength > 0;

/** Resolves once all is written, or when that takes too long. */
export async function drained(stream: Pick<Stream, 'writableLength' | 'write'>, sleep: Sleep): Promise<void> {
  if (!isFull(stream)) return;
  const over = new AbortController();
  const written = new Promise<void>((resolve) => stream.write('', () => resolve()));
  await Promise.race([written, sleep(patienceMs, over.signal).catch(() => {})]);
  over.abort();
}

/** For another program, which may not know what to do with output that does not block; answers how to go on. */
export async function lendOutput(stream: NodeJS.WriteStream, sleep: Sleep): Promise<() => void> {
  await drained(stream, sleep);
  setBlocking(stream, true);
  return () => setBlocking(stream, false);
}
