/** What is done with a whole list while keys are taken: a filter that is typed, a sort, marks, a read. */

import { type Driven, type Inside, pause } from './driven.ts';
import { type Eyes, eyesOn, firstAt, settledAt } from './eyes.ts';

type Work = Pick<Inside, 'longestMs' | 'longestOwnMs'>;

/** By name: ms until something is seen, and the longest work of each time. */
export type ListWork = { seen: Record<string, number[]>; work: Record<string, Work[]> };

const note = <T>(all: Record<string, T[]>, name: string, one: T | undefined) => {
  if (one !== undefined) all[name] = [...(all[name] ?? []), one];
};

/** The line that tells what is shown, which holds the filter while it is typed. */
const head = (lines: string[]) => lines[3];

/** Presses keys, waits until it is quiet, and notes the longest work meanwhile. */
async function working(deck: Driven, into: ListWork, name: string, keys: string, quietMs: number) {
  await deck.inside();
  const at = performance.now();
  await deck.press(keys, quietMs);
  note(into.work, name, await deck.inside());
  return at;
}

/** The same for a key of the filter, and how long it takes until `stands` of the head. */
async function typing(
  { deck, eyes, quietMs }: { deck: Driven; eyes: Eyes; quietMs: number },
  into: ListWork,
  { name, key, stands }: { name: string; key: string; stands: (head: string) => boolean },
): Promise<void> {
  eyes.since(head);
  const at = await working(deck, into, name, key, quietMs);
  const heads = eyes.since(head);
  const [stood, settled] = [firstAt(heads, stands), settledAt(heads)];
  if (stood !== undefined) note(into.seen, name, stood - at);
  if (settled !== undefined) note(into.seen, `${name} result`, settled - at);
}

const shows = (text: string) => (line: string) => new RegExp(`/${text}(?!\\d)`).test(line);
const first = { name: 'cold letter', key: '4', stands: shows('4') };

/** The first letter of the first filter of a session, in one that was just started. */
export async function coldLetter(deck: Driven, quietMs: number, into: ListWork): Promise<void> {
  const eyes = eyesOn(deck.pty);
  await deck.press('/', 150);
  await typing({ deck, eyes, quietMs }, into, first);
  await deck.press('\x1b', quietMs);
}

/** A filter that is typed and cleared, a sort, all rows marked and a new read, so often. */
export async function listWork(
  deck: Driven,
  { runs, quietMs }: { runs: number; quietMs: number },
  into: ListWork,
): Promise<void> {
  const eyes = eyesOn(deck.pty);
  const at = { deck, eyes, quietMs };
  for (let run = 0; run < runs; run += 1) {
    await deck.press('/', 150);
    await typing(at, into, { ...first, name: 'letter' });
    await typing(at, into, { name: 'letter', key: '0', stands: shows('40') });
    await typing(at, into, { name: 'letter', key: '9', stands: shows('409') });
    await typing(at, into, { name: 'backspace', key: '\x7f', stands: shows('40') });
    // What a key waits for that comes while the letter before it is worked on.
    eyes.since(head);
    deck.pty.write('9');
    await pause(10);
    const behind = performance.now();
    await deck.press('0', quietMs);
    const stood = firstAt(eyes.since(head), shows('4090'));
    if (stood !== undefined) note(into.seen, 'letter behind', stood - behind);
    await typing(at, into, { name: 'clear', key: '\x1b', stands: (line) => !line.includes('/4') });
    await deck.press('o', 150);
    await working(deck, into, 'sort', 'p', quietMs);
    await working(deck, into, 'mark', '*', quietMs);
    await deck.press('\x1b', 150);
    // The answer takes the service a while, in which nothing is drawn.
    await working(deck, into, 'read', 'r', 2 * quietMs);
  }
}
