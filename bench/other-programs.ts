/** Programs of others that show a list with a cursor, where they are installed: what a move costs them. */

import { accessSync, constants, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tableRows } from './bare/rows.ts';
import { type Driven, driveAny, pause } from './driven.ts';
import type { BenchTools } from './result.ts';

/** `down` and `up` move its cursor by a row; `scrolls` where its list is as long as ours. */
export type Other = { name: string; driven: Driven; down: string; up: string; scrolls: boolean };

const rowCount = 1000;

/** `list` is a file of the rows that the bare programs show. */
const programs: {
  name: string;
  argv(list: string): string[];
  keys: [down: string, up: string];
  scrolls: boolean;
}[] = [
  {
    name: 'vim',
    argv: (list) => ['vim', '-u', 'NONE', '-i', 'NONE', '-nN', '-c', 'set cursorline nowrap', list],
    keys: ['j', 'k'],
    scrolls: true,
  },
  {
    name: 'fzf',
    argv: (list) => ['sh', '-c', `exec fzf --reverse --no-sort --sync <'${list}'`],
    keys: ['\x0e', '\x10'],
    scrolls: true,
  },
  // It shows the processes of the machine, anew each ten seconds.
  { name: 'htop', argv: () => ['htop', '-d', '100'], keys: ['\x1b[B', '\x1b[A'], scrolls: false },
];

function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts those that are installed, in the same pty as ours; of others a line says that they are left out. */
export async function otherPrograms(tools: BenchTools): Promise<Other[]> {
  const list = join(tools.tempHome(), 'rows.txt');
  writeFileSync(list, `${tableRows(rowCount).join('\n')}\n`);
  const found = programs.filter(({ name }) => isInstalled(name));
  for (const { name } of programs.filter((program) => !found.includes(program)))
    tools.log(`${name} is not installed: it is not compared with`);
  const others = found.map(({ name, argv, keys: [down, up], scrolls }) => ({
    ...{ name, down, up, scrolls },
    driven: driveAny(tools, argv(list)),
  }));
  await pause(1500);
  return others;
}
