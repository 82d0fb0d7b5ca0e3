import type { Case } from './case.ts';
import { drawing } from './drawing.ts';
import { fuzzed } from './fuzzed.ts';
import { keyboard } from './keyboard.ts';
import { keys } from './keys.ts';
import { money } from './money.ts';
import { network } from './network.ts';
import { renting } from './renting.ts';
import { scripts } from './scripts.ts';
import { ssh } from './ssh.ts';
import { twoFactor } from './two-factor.ts';

export { type Case, type Hold, holdsOf } from './case.ts';

export type Chapter = { title: string; cases: readonly Case[] };

export const chapters: readonly Chapter[] = [
  { title: 'Money, lost machines, the wrong target', cases: money },
  { title: 'Signing in, keys, keyrings', cases: keys },
  { title: 'Two-factor', cases: twoFactor },
  { title: 'Network, polling, age', cases: network },
  { title: 'Searching and renting', cases: renting },
  { title: 'SSH and the lent terminal', cases: ssh },
  { title: 'Drawing', cases: drawing },
  { title: 'Keyboard, pastes, ways out', cases: keyboard },
  { title: 'Scripts, groups, copies', cases: scripts },
  { title: 'Found by fuzzing', cases: fuzzed },
];

export const cases: readonly Case[] = chapters.flatMap((chapter) => chapter.cases);

/** Those that fuzzing has found, numbered as they came. */
export const foundIds: readonly string[] = fuzzed.map((_, index) => `F${String(index + 1).padStart(3, '0')}`);

/** Every id that others have given: the numbers that are missing were never given to a case. */
export const caseIds: readonly string[] = [
  [4, 21],
  [26, 54],
  [56, 82],
  [84, 94],
  [97, 104],
  [106, 111],
  [113, 118],
].flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, index) => `C${String(from + index).padStart(3, '0')}`),
);
