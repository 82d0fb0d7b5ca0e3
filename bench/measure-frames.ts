/** From a key to the last byte of its frame, in the Offers screen at 160 by 50. */

import { type Driven, drive, offersDeck, pause } from './driven.ts';
import { cursorRow, eyesOn, type KeyTo, lateness } from './eyes.ts';
import { coldLetter, type ListWork, listWork } from './list-work.ts';
import { type Other, otherPrograms } from './other-programs.ts';
import { against, type BenchTools, type Measure, median, type Result } from './result.ts';

type Times = Record<string, number[]>;

const sizes = (quick: boolean) => (quick ? [100, 10_000] : [100, 10_000, 100_000]);
const named = (count: number) => `${count.toLocaleString('en-US')} offers`;
/** A longer list is worked on for a while in which nothing is drawn. */
const quietMs = (count: number) => (count > 10_000 ? 700 : 300);

const pageDown = '\x06';
const pageUp = '\x02';

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
  for (let round = 0; round < (quick ? 2 : 6); round += 1) {
    for (const { name, driven, down, up } of others) {
      for (let key = 0; key < 10; key += 1) note(name, (await driven.press(key % 2 === 0 ? down : up)).last);
    }
    for (const [name, one] of Object.entries(programs)) {
      for (let key = 0; key < 4; key += 1) await one.press('jk'.charAt(key % 2));
      for (let key = 0; key < 10; key += 1) note(name, (await one.press('jk'.charAt(key % 2))).last);
      if (name === 'ansi') continue;
      for (const key of [pageDown, pageUp, pageDown, pageUp])
        note(`${name} page`, (await one.press(key)).last);
      await one.press(pageDown);
      for (let key = 0; key < 8; key += 1) note(`${name} scroll`, (await one.press('j')).last);
      await one.press('g', 150);
    }
  }
  return times;
}

/** Keys as a held one sends them, 30 a second, twenty rows down and up again: how late each is seen. */
export async function held({ pty }: Driven, count: number): Promise<number[]> {
  const eyes = eyesOn(pty);
  const top = eyes.since(cursorRow).at(-1)?.value ?? 0;
  const keys: KeyTo[] = [];
  for (let key = 0, row = top; key < count; key += 1) {
    const step = key % 40 < 20 ? 1 : -1;
    row += step;
    keys.push({ at: performance.now(), row });
    pty.write(step > 0 ? 'j' : 'k');
    await pause(33);
  }
  // Frames that come behind the last key, of a program that cannot follow, are waited for.
  for (let before = -1; before !== pty.bytes(); await pause(500)) before = pty.bytes();
  const late = lateness(keys, eyes.since(cursorRow));
  if (!late.every(Number.isFinite)) throw new Error('the cursor is not where the keys led');
  return late;
}

type Rows = (id: string, what: string, values: readonly number[]) => Omit<Result, 'base' | 'ratio'>;

/** The rows of one size about filter, sort, marks and read. */
function workRows({ seen, work }: ListWork, row: Rows, single: NonNullable<Result['base']>): Result[] {
  const results: Result[] = [];
  for (const [name, id, what] of [
    ['cold letter', 'letter-cold', 'first filter letter after a start, until shown'],
    ['letter', 'letter', 'filter letter, until shown'],
    ['letter behind', 'letter-behind', 'second letter after 10 ms, until shown'],
    ['letter result', 'letter-result', 'filter letter, until the result is shown'],
    ['backspace', 'backspace', 'filter backspace, until shown'],
    ['clear', 'clear', 'Esc until the filter is cleared (with the 30 ms Esc timeout)'],
  ] as const) {
    const values = seen[name];
    if (values !== undefined) results.push(against(row(id, what, values), single));
  }
  for (const [name, id, what] of [
    ['cold letter', 'filter-cold', 'first filter letter after a start'],
    ['letter', 'filter', 'filter letter'],
    ['backspace', 'filter-backspace', 'filter backspace'],
    ['clear', 'filter-clear', 'filter cleared'],
    ['sort', 'sort', 'sort'],
    ['mark', 'mark', 'mark all'],
    ['read', 'read', 'refresh'],
  ] as const) {
    const all = work[name] ?? [];
    if (all.length === 0) continue;
    const block = (suffix: string, words: string, of: (one: (typeof all)[number]) => number) =>
      row(`${id}-block${suffix}`, `${what}, ${words}`, all.map(of));
    // What is asked for is that no key waits, and a key waits for the one thread alone.
    const own = block('', 'longest main-thread block', (one) => one.longestOwnMs);
    results.push({ ...own, target: 33, stretch: 8 });
    results.push(block('-all', 'same, all threads', (one) => one.longestMs));
  }
  return results;
}

async function measured(
  tools: BenchTools,
  programs: Record<string, Driven>,
  { others, works }: { others: readonly Other[]; works: ReadonlyMap<number, ListWork> },
): Promise<Result[]> {
  const times = await rounds(programs, others, tools.quick);
  const of = (name: string) => times[name] ?? [];
  const row: Rows = (id, what, values) => ({
    ...{ id: `frames-${id}`, what, value: median(values), unit: 'ms', runs: values.length },
    group: 'frames',
  });
  const bare = (what: string, name: string) => ({ what, value: median(of(name)) });
  const ink = bare('bare Ink', 'ink');
  const hand = bare('hand-written', 'ansi');
  const few = bare(named(100), 'offers 100');
  const results: Result[] = [against(row('ink', 'cursor move, bare Ink', of('ink')), hand)];
  for (const { name } of others) results.push(against(row(name, `cursor move, ${name}`, of(name)), hand));
  for (const count of sizes(tools.quick)) {
    const id = `offers ${count}`;
    const deck = programs[id] as Driven;
    const sized: Rows = (part, what, values) => row(`${count}-${part}`, `${what}, ${named(count)}`, values);
    const move = row(`${count}`, `cursor move, ${named(count)}`, of(id));
    results.push(against({ ...move, target: 1.1, stretch: 0.6 }, ink));
    if (count > 100)
      results.push(against({ ...move, id: `${move.id}-few`, target: 1.3, stretch: 1.05 }, few));
    results.push(
      against(sized('scroll', 'scroll by one row', of(`${id} scroll`)), bare('bare Ink', 'ink scroll')),
      against(sized('page', 'page', of(`${id} page`)), bare('bare Ink', 'ink page')),
    );
    const single = { what: 'single key', value: median(of(id)) };
    const late = await held(deck, tools.quick ? 30 : 150);
    results.push(
      against({ ...sized('held', 'held key', late), target: 1.5, stretch: 1.1 }, single),
      against(
        { ...sized('held-last', `held key, last of ${late.length} repeats`, late.slice(-1)), runs: 1 },
        single,
      ),
    );
    const into = works.get(count) as ListWork;
    await listWork(deck, { runs: tools.quick ? 1 : 3, quietMs: quietMs(count) }, into);
    results.push(...workRows(into, sized, single));
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
  const works = new Map<number, ListWork>();
  try {
    for (const count of sizes(tools.quick)) {
      const into: ListWork = { seen: {}, work: {} };
      works.set(count, into);
      // What is cold is so once in a session: some are started for that alone, and do nothing until it is their turn.
      const sessions = await Promise.all(
        Array.from({ length: tools.quick ? 1 : 3 }, () => offersDeck(tools, count)),
      );
      for (const [index, deck] of sessions.entries()) {
        await coldLetter(deck, quietMs(count), into);
        if (index === 0) programs[`offers ${count}`] = deck;
        else await deck.stop();
      }
    }
    return await measured(tools, programs, { others, works });
  } finally {
    const all = [...Object.values(programs), ...others.map(({ driven }) => driven)];
    await Promise.all(all.map((one) => one.stop()));
  }
};

export default measure;
