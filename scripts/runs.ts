/** Which files of src/ have work to do for one key, one stop, one poll and one command: for shape.mjs. */

import '../test/support/setup.ts';
import { Session } from 'node:inspector/promises';
import { expect, it, vi } from 'vitest';
import { makeWorld } from '../test/commands/world.ts';
import { busy } from '../test/scenes/scene.ts';
import { openDeck, simulatedTime } from '../test/support/deck.tsx';

simulatedTime();

/** Counts the calls of functions in this file, which is a bundle of everything. */
async function openCounter() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const ours = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.find(({ url }) => url.endsWith('/runs.mjs'));
  };
  const script = await ours();
  await session.post('Debugger.enable');
  const { scriptSource } = await session.post('Debugger.getScriptSource', {
    scriptId: script?.scriptId ?? '',
  });
  await session.post('Debugger.disable');
  // esbuild writes above the code of each file which one it is.
  const sections = [...scriptSource.matchAll(/^\s*\/\/ (\S+\.\w+)$/gm)].map(({ index, 1: file = '' }) => ({
    index,
    file,
  }));
  const fileAt = (offset: number) => sections.findLast(({ index }) => index < offset)?.file ?? '';
  /** The files of ours, the sandbox apart, of which something was called since this was asked last. */
  const files = async (): Promise<string[]> => {
    const called = (await ours())?.functions.flatMap(({ functionName, ranges: [range] }) =>
      range !== undefined && range.count > 0 && !functionName.startsWith('src/')
        ? [fileAt(range.startOffset)]
        : [],
    );
    return [...new Set(called)]
      .filter((file) => file.startsWith('src/') && !file.startsWith('src/sandbox/'))
      .sort();
  };
  return files;
}

it('counts the files that run', async ({ task }) => {
  const counted = await openCounter();
  const app = await openDeck(busy);
  await app.press('app.instances', 'list.bottom', 'list.up', 'list.up');
  const runs: Record<string, string[]> = {};
  /** What a step runs once all that it loads is there. */
  const during = async (name: string, step: () => Promise<unknown>) => {
    await counted();
    await step();
    runs[name] = await counted();
  };
  await during('j', () => app.press('list.down'));
  await during('a poll', () => app.advance(11_000));
  await during('a stop by key', async () => {
    await app.press('instance.stop');
    await app.past300ms();
    await app.press('dialog.yes');
    for (let second = 0; second < 60 && !isStopped(); second += 1) await app.advance(1_000);
    expect(isStopped(), app.text()).toBe(true);
  });
  function isStopped() {
    return app.frame().some((line) => line.startsWith('▌') && line.includes('stopped'));
  }

  vi.useRealTimers();
  const world = makeWorld();
  const id = String(await world.rent());
  const stop = async () => {
    world.boot();
    expect((await world.run(['stop', id])).exit).toBe(0);
  };
  await stop();
  await world.run(['start', id]);
  await during('rigdeck stop ID', stop);
  Object.assign(task.meta, { answer: runs });
});
