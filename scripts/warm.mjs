/** Lays the code that V8 makes of a built program beside it, so that none of many short runs has to make it again. */
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Starts the deck once in a terminal, opens a place, and takes the code that it keeps. Without a terminal here the program stays cold.
 * @param {string} program the built rigdeck.js
 * @param {readonly string[]} flags of Node, as the runs will have them: code fits no other
 */
export async function warm(program, flags = []) {
  const pty = await import('@lydell/node-pty').catch(() => undefined);
  if (pty === undefined) return;
  const outdir = dirname(program);
  const home = await mkdtemp(join(outdir, 'home-'));
  const env = { PATH: process.env.PATH, TERM: 'xterm-256color', HOME: home, RIGDECK_THEME: 'ansi' };
  const deck = pty.spawn(process.execPath, [...flags, program, '--sandbox'], {
    ...{ name: env.TERM, cols: 120, rows: 40, env },
  });
  deck.onData(() => {});
  const cache = join(home, '.cache', 'rigdeck');
  const kept = async () =>
    (await readdir(cache).catch(() => [])).filter((name) => /^code-.*\.bin$/.test(name));
  const keptAll = async (least) => {
    for (let turn = 0; turn < 300 && (await kept()).length < least; turn += 1)
      await new Promise((next) => setTimeout(next, 100));
    return kept();
  };
  // The scripts of a start, then that of another screen.
  const first = (await keptAll(2)).length;
  if (first > 0) deck.write('2');
  for (const name of await keptAll(first + 1)) await rename(join(cache, name), join(outdir, name));
  deck.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
}
