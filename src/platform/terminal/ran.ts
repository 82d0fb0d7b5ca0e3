import type { Spawn } from './child.ts';

const patienceSeconds = 3;
/** More than a version or a list of keys takes. */
const mostChars = 8192;

/**
 * Runs a program to its end, out of sight, and answers how it ended and what it printed, errors included. Undefined
 * when there is none of that name, or when it takes more than three seconds.
 */
export function ran(
  command: string,
  args: readonly string[],
  { spawn, sleep }: { spawn: Spawn; sleep(ms: number, signal: AbortSignal): Promise<void> },
): Promise<{ code: number; text: string } | undefined> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      secondsAlone: patienceSeconds,
    });
    let text = '';
    const hear = (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(0, mostChars);
    };
    const end = (outcome: { code: number; text: string } | undefined) => {
      over.abort();
      resolve(outcome);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('error', () => end(undefined));
    child.on('close', (code) => end(code === null ? undefined : { code, text }));
    sleep(patienceSeconds * 1000, over.signal).then(
      () => child.kill('SIGKILL'),
      () => {},
    );
  });
}
