/** What the source looks like from far away: how much of it there is, and where it is in too small or too large pieces. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

type File = { path: string; text: string; lines: number; imports: readonly string[] };

/** The TypeScript files below a folder of the project `root`, by their paths from there. */
export function filesOf(folder: string, root: string): File[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const full = join(entry.parentPath, entry.name);
      const path = relative(root, full).replaceAll('\\', '/');
      const text = readFileSync(full, 'utf8');
      const imports = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, to = '']) =>
        posix.join(posix.dirname(path), to),
      );
      return { path, text, lines: text.split('\n').length - 1, imports };
    });
}

const literalOrComment =
  /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;
const importLine = /^(?:import|export)\b[^;'"`=(]*?(?:\bfrom\s*)?'[^']*';?/gm;

/** Bytes of code: without comments, import lines and indentation, so that neither thin comments nor long lines help. */
export const codeBytes = (files: readonly File[]): number =>
  files.reduce((sum, { text }) => {
    const code = text.replace(literalOrComment, (_, literal: string | undefined) => literal ?? '');
    const bare = code
      .replace(importLine, '')
      .replace(/^[ \t]+/gm, '')
      .replace(/\s*\n/g, '');
    return sum + Buffer.byteLength(bare);
  }, 0);

/** Frames that the tests compare whole: files of them. */
export const frameCount = (root: string): number =>
  readdirSync(join(root, 'test/frames'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.name.endsWith('.txt'),
  ).length;

/** The lines that `npm run shape` prints. */
export function shapeLines(root: string): string[] {
  const src = filesOf('src', root);
  const test = filesOf('test', root);
  const folders = new Map<string, number>();
  for (const { path } of src) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  const importers = new Map<string, number>();
  for (const { imports } of src)
    for (const to of new Set(imports)) importers.set(to, (importers.get(to) ?? 0) + 1);
  const slivers = src.filter(({ path, lines }) => lines < 40 && importers.get(path) === 1);
  const long = src.filter(({ lines }) => lines > 400);
  const sum = (of: readonly File[]) => of.reduce((total, { lines }) => total + lines, 0);
  const wide = [...folders].filter(([, count]) => count > 25).sort(([, a], [, b]) => b - a);
  const list = (all: readonly string[]) => (all.length === 0 ? 'none' : all.join(', '));
  return [
    `code bytes                    ${codeBytes(src)}`,
    `files                         ${src.length}, ${sum(src)} lines`,
    `under 40 lines, one importer  ${slivers.length}`,
    `over 400 lines                ${list(long.map(({ path, lines }) => `${path} (${lines})`))}`,
    `folders over 25 files         ${list(wide.map(([folder, count]) => `${folder} (${count})`))}`,
    `tests                         ${test.length} files, ${sum(test)} lines`,
    `frames                        ${frameCount(root)}`,
  ];
}

/** The lines on what runs: how many files of src/, by their rooms, and with `all` which. */
export function runLines(runs: Readonly<Record<string, readonly string[]>>, all: boolean): string[] {
  return Object.entries(runs).flatMap(([name, files]) => {
    const rooms = new Map<string, number>();
    for (const file of files) {
      const [, room = '', ...rest] = file.split('/');
      const key = rest.length === 0 ? 'root' : room;
      rooms.set(key, (rooms.get(key) ?? 0) + 1);
    }
    const parts = [...rooms].sort(([, a], [, b]) => b - a).map(([room, count]) => `${room} ${count}`);
    const line = `${`files run by ${name}`.padEnd(30)}${files.length} (${parts.join(', ')})`;
    return all ? [line, ...files.map((file) => `  ${file}`)] : [line];
  });
}
