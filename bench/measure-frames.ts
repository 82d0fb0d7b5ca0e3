/** From a key to the last byte of its frame, in the Offers screen at 160 by 50. */

import { type Driven, drive, type Inside, offersDeck, pause } from './driven.ts';
import { type Other, otherPrograms } from './other-programs.ts';
import { against, type BenchTools, type Measure, median, type Result } from './result.ts';

type Times = Record<string, number[]>;

const sizes = (quick: boolean) => (quick ? [100, 10_000] : [100, 10_000, 100_000]);
const named = (count: number) => `${count.toLocaleString('en-US')} offers`;

/** Blocks of keys, a program after the other, so that what else the machine does meets all of them. */
async function rounds(
  programs: Record<string, Driven>,
  others: readonly Other[],
  quick: boolean,
): Promise<Times> {
  const times: Times = {};
  const note = (id: string, ms: number) => {
    times[id] = [...(times[id] ?? []), ms];
  };
  for (let round = 0; round < (quick ? 2 : 12); round += 1) {
    for (const { name, driven, down, up } of others) {
      for (let key = 0; key < 10; key += 1) note(name, (await driven.press(key % 2 === 0 ? down : up)).last);
    }
    for (const [name, one] of Object.entries(programs)) {
      for (let key = 0; key < 4; key += 1) await one.press('jk'.charAt(key % 2));
      for (let key = 0; key < 10; key += 1) note(name, (await one.press('jk'.charAt(key % 2))).last);
      if (!name.startsWith('offers')) continue;
      for (const key of ['\x06', '\x02', '\x06', '\x02']) note(`${name} page`, (await one.press(key)).last);
      await one.press('\x06');
      for (let key = 0; key < 8; key += 1) note(`${name} scroll`, (await one.press('j')).last);
      await one.press('g', 150);
    }
  }
  return times;
}

/** Keys as a held one sends them, 30 a second; each is as late as the last byte before the next. */
async function held({ pty }: Driven, count: number): Promise<number> {
  const late: number[] = [];
  for (let key = 0; key < count; key += 1) {
    const at = performance.now();
    let last = at;
    const silent = pty.listen((_, when) => {
      last = when;
    });
    pty.write(key % 40 < 20 ? 'j' : 'k');
    await pause(33);
    silent();
    late.push(last - at);
  }
  return median(late);
}

type Work = 'filter' | 'sort';

/** What filtering and sorting cost: how long a letter takes to be seen, and how long no key would have been taken. */
async function worked(deck: Driven, runs: number) {
  const typed: number[] = [];
  const longest: Record<Work, Pick<Inside, 'longestMs' | 'longestOwnMs'>[]> = { filter: [], sort: [] };
  for (let run = 0; run < runs; run += 1) {
    await deck.press('/', 150);
    await deck.inside();
    for (const key of '4090') typed.push((await deck.press(key, 60)).first);
    await pause(2500);
    longest.filter.push(await deck.inside());
    await deck.press('\x1b', 400);
    await deck.inside();
    await deck.press('o', 150);
    await deck.press('p', 300);
    await pause(2500);
    longest.sort.push(await deck.inside());
  }
  const least = (work: Work) => ({
    all: Math.min(...longest[work].map(({ longestMs }) => longestMs)),
    own: Math.min(...longest[work].map(({ longestOwnMs }) => longestOwnMs)),
  });
  return { typed: median(typed), least };
}

async function measured(
  tools: BenchTools,
  programs: Record<string, Driven>,
  others: readonly Other[],
): Promise<Result[]> {
  const times = await rounds(programs, others, tools.quick);
  const middle = (name: string) => median(times[name] ?? []);
  const row = (id: string, what: string, value: number) =>
    ({ id: `frames-${id}`, group: 'frames', what, value, unit: 'ms', runs: times[id]?.length ?? 1 }) as const;
  const ink = { what: 'bare Ink', value: middle('ink') };
  const hand = { what: 'by hand', value: middle('ansi') };
  const few = { what: named(100), value: middle('offers 100') };
  const results: Result[] = [against(row('ink', 'cursor move, bare Ink', ink.value), hand)];
  for (const { name } of others) results.push(against(row(name, `cursor move, ${name}`, middle(name)), hand));
  for (const count of sizes(tools.quick)) {
    const id = `offers ${count}`;
    const deck = programs[id] as Driven;
    const move = row(`${count}`, `cursor move, ${named(count)}`, middle(id));
    results.push(against({ ...move, target: 1.1, stretch: 0.6 }, ink));
    if (count > 100)
      results.push(against({ ...move, id: `${move.id}-few`, target: 1.3, stretch: 1.05 }, few));
    results.push(
      against(row(`${count}-scroll`, `step at the edge, ${named(count)}`, middle(`${id} scroll`)), ink),
    );
    results.push(against(row(`${count}-page`, `page, ${named(count)}`, middle(`${id} page`)), ink));
    const late = row(`${count}-held`, `held key, ${named(count)}`, await held(deck, tools.quick ? 30 : 150));
    const single = { what: 'single key', value: middle(id) };
    results.push(against({ ...late, target: 1.5, stretch: 1.1 }, single));
    const { typed, least } = await worked(deck, tools.quick ? 1 : 3);
    results.push(
      against(row(`${count}-letter`, `letter of a filter until it is seen, ${named(count)}`, typed), single),
    );
    for (const work of ['filter', 'sort'] as const) {
      const { all, own } = least(work);
      const block = (id: string, what: string, value: number) => ({
        ...row(`${count}-${work}-${id}`, `${work}, ${what}, ${named(count)}`, value),
        ...{ target: 33, stretch: 8 },
      });
      results.push(block('block', 'longest work during which no key is taken', all));
      results.push(block('block-own', 'the same without the threads beside the one that takes keys', own));
    }
  }
  return results;
}

const measure: Measure = async (tools) => {
  const env = { BENCH_ROWS: '100' };
  const programs: Record<string, Driven> = {
    ink: drive(tools, [tools.bare.ink], { env }),
    ansi: drive(tools, [tools.bare.ansi], { env }),
  };
  const others = await otherPrograms(tools);
  try {
    for (const count of sizes(tools.quick)) programs[`offers ${count}`] = await offersDeck(tools, count);
    return await measured(tools, programs, others);
  } finally {
    const all = [...Object.values(programs), ...others.map(({ driven }) => driven)];
    await Promise.all(all.map((one) => one.stop()));
  }
};

export default measure;
