/** What a deck costs that nobody touches: 50 running instances, and a boot that is watched. */

import { cpuOf, type Driven, deckOver, drive, pause } from './driven.ts';
import type { BenchTools, Measure, Result } from './result.ts';

/** Bytes and processor time, each for a second, over a time in which no key is pressed. */
async function resting({ pty }: Driven, seconds: number): Promise<{ bytes: number; percent: number }> {
  const [bytes, cpu] = [pty.bytes(), cpuOf(pty.pid)];
  await pause(seconds * 1000);
  return { bytes: (pty.bytes() - bytes) / seconds, percent: (cpuOf(pty.pid) - cpu) / (10 * seconds) };
}

/** The deck over the busy world of the sandbox, in which two instances boot. */
async function booting(tools: BenchTools): Promise<Driven> {
  const deck = await deckOver(tools, { offers: 64, args: ['--world', 'busy'] }, false);
  await deck.press('2', 1000);
  return deck;
}

const measure: Measure = async (tools) => {
  const seconds = tools.quick ? 10 : 120;
  const results: Result[] = [];
  const still = await deckOver(tools, { offers: 64, running: 50, args: ['--world', 'busy'] }, false);
  const ink = drive(tools, [tools.bare.ink]);
  const boots = await booting(tools);
  try {
    await still.press('2', 1000);
    await pause(5000);
    const [rest, boot, bare] = await Promise.all([still, boots, ink].map((one) => resting(one, seconds)));
    const row = (id: string, what: string, value: number, unit: string) =>
      ({ id: `idle-${id}`, group: 'idle', what, value, unit, runs: 1 }) as const;
    if (rest === undefined || boot === undefined || bare === undefined) return results;
    results.push(
      row('bytes', '50 running instances, bytes a second', rest.bytes, 'bytes'),
      { ...row('cpu', '50 running instances, processor', rest.percent, '%'), target: 0.5, stretch: 0.1 },
      row('ink-cpu', 'bare Ink, processor', bare.percent, '%'),
      {
        ...row('boot-bytes', 'two boots in the list, bytes a second', boot.bytes, 'bytes'),
        target: 200,
        stretch: 60,
      },
      row('boot-cpu', 'two boots in the list, processor', boot.percent, '%'),
    );
    return results;
  } finally {
    await Promise.all([still, ink, boots].map((one) => one.stop()));
  }
};

export default measure;
