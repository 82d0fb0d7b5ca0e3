/** What a deck costs that nobody touches: 50 running instances of which nothing or something changes, and boots. */

import { cpuOf, type DeckDriven, type Driven, deckOver, drive, pause } from './driven.ts';
import { withoutMoneyLine } from './eyes.ts';
import type { Held } from './offer-service.ts';
import type { BenchTools, Measure, Result } from './result.ts';

/** Bytes and processor time, each for a second, over a time in which no key is pressed. */
async function resting({ pty }: Driven, seconds: number): Promise<{ bytes: number; percent: number }> {
  const [bytes, cpu] = [pty.bytes(), cpuOf(pty.pid)];
  await pause(seconds * 1000);
  return { bytes: (pty.bytes() - bytes) / seconds, percent: (cpuOf(pty.pid) - cpu) / (10 * seconds) };
}

/** Bytes for each poll that brings nothing, but for the times of the money line. */
async function perPoll({ pty, polls }: DeckDriven, seconds: number): Promise<number> {
  const [from, before] = [pty.text().length, polls()];
  await pause(seconds * 1000);
  const written = withoutMoneyLine(pty.text().slice(from));
  return Buffer.byteLength(written) / Math.max(1, polls() - before);
}

/** The deck over fifty machines that run, with their figures as they change, or as `answers` says. */
async function running(tools: BenchTools, answers: Pick<Held, 'same' | 'still'> = {}): Promise<DeckDriven> {
  const held = { offers: 64, running: 50, args: ['--world', 'busy'], ...answers };
  const deck = await deckOver(tools, held, false);
  await deck.press('2', 1000);
  return deck;
}

/** The deck over the busy world of the sandbox, in which two instances boot. */
async function booting(tools: BenchTools): Promise<Driven> {
  const deck = await deckOver(tools, { offers: 64, args: ['--world', 'busy'] }, false);
  await deck.press('2', 1000);
  return deck;
}

/** The same on the screen of one that boots. */
async function watching(tools: BenchTools): Promise<Driven> {
  const deck = await booting(tools);
  await deck.press('/', 300);
  await deck.press('state:loading', 300);
  await deck.press('\r', 300);
  await deck.press('\r', 1000);
  return deck;
}

/** Machines that boot in rows below those in view: the list ends with what was rented last. */
async function scrolledAway(tools: BenchTools): Promise<Driven> {
  const deck = await deckOver(
    tools,
    { offers: 64, running: 100, args: ['--world', 'busy'], boots: true },
    false,
  );
  await deck.press('2', 1000);
  return deck;
}

/** Two machines boot, and another screen is shown. */
async function elsewhere(tools: BenchTools): Promise<Driven> {
  const deck = await booting(tools);
  await deck.press('3', 1000);
  return deck;
}

const measure: Measure = async (tools) => {
  const seconds = tools.quick ? 10 : 90;
  const results: Result[] = [];
  const changing = await running(tools);
  const same = await running(tools, { same: true });
  const ink = drive(tools, [tools.bare.ink]);
  const boots = await booting(tools);
  const watched = await watching(tools);
  const away = await scrolledAway(tools);
  const other = await elsewhere(tools);
  const quiet = await running(tools, { still: true });
  const decks = [changing, same, boots, watched, ink, away, other];
  try {
    await pause(5000);
    const [[change, rest, boot, one, bare, unseen, hidden], nothing] = await Promise.all([
      Promise.all(decks.map((each) => resting(each, seconds))),
      perPoll(quiet, seconds),
    ]);
    const row = (id: string, what: string, value: number, unit: string) =>
      ({ id: `idle-${id}`, group: 'idle', what, value, unit, runs: 1 }) as const;
    if (!change || !rest || !boot || !one || !bare || !unseen || !hidden) return results;
    results.push(
      row('same-bytes', '50 instances, unchanged responses, bytes/s', rest.bytes, 'bytes'),
      {
        ...row('same-cpu', '50 instances, unchanged responses, CPU', rest.percent, '%'),
        ...{ target: 0.5, stretch: 0.1 },
      },
      row('bytes', '50 instances, changing figures, bytes/s', change.bytes, 'bytes'),
      row('cpu', '50 instances, changing figures, CPU', change.percent, '%'),
      {
        ...row('poll', 'poll without changes, except times in the money line', nothing, 'bytes'),
        target: 0,
        stretch: 0,
      },
      row('ink-cpu', 'bare Ink, CPU', bare.percent, '%'),
      {
        ...row('boot-bytes', '2 boots in the list, bytes/s', boot.bytes, 'bytes'),
        target: 200,
        stretch: 60,
      },
      {
        ...row('watch-bytes', 'boot screen, bytes/s', one.bytes, 'bytes'),
        target: 200,
        stretch: 60,
      },
      row('watch-cpu', 'boot screen, CPU', one.percent, '%'),
      row('away-bytes', 'boots scrolled out of view, bytes/s', unseen.bytes, 'bytes'),
      row('away-cpu', 'boots scrolled out of view, CPU', unseen.percent, '%'),
      row('other-bytes', '2 boots, another screen, bytes/s', hidden.bytes, 'bytes'),
      row('other-cpu', '2 boots, another screen, CPU', hidden.percent, '%'),
      row('boot-cpu', '2 boots in the list, CPU', boot.percent, '%'),
    );
    return results;
  } finally {
    await Promise.all([...decks, quiet].map((one) => one.stop()));
  }
};

export default measure;
