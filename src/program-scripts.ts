/**
 * The program lies in several scripts (`scripts/plan.mjs`): one that every run needs, and others of which each is loaded,
 * there and then, when something of it is first used.
 */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { brokenFile, faultOf, foreignFile } from './broken-install.ts';
import { type Loaded, loadProgram, type Part } from './load-program.ts';

/** A script as its modules, by their path in the source. */
type Script = Loaded<Readonly<Record<string, () => unknown>>>;

export type Scripts = {
  /** Throws a `BrokenInstall` where a script is not there, not whole or of another build. */
  part: Part;
  /**
   * From now on what is loaded is the program of now, whatever is installed in its place, and the code of each script is
   * kept once it has been there for `calmMs`.
   */
  settle(): void;
};

export type ScriptsGiven = {
  /** Where they lie, by their names and `.js`. */
  dir: string;
  names: readonly string[];
  /** Names the text of all of them; each begins with it. */
  hash: string;
  /** Where kept code may lie, the first that has some is taken. */
  folders: readonly string[];
  /** Where code is kept; nowhere without. */
  folder: string | undefined;
  calmMs: number;
  sleep(ms: number): Promise<void>;
};

export function openScripts({ dir, names, hash, folders, folder, calmMs, sleep }: ScriptsGiven): Scripts {
  const loaded = new Map<string, Script>();
  const files = new Map<string, number>();
  let isSettled = false;
  const part: Part = (name, module) => {
    let script = loaded.get(name);
    if (script === undefined) {
      script = load(name);
      loaded.set(name, script);
      if (isSettled) void keep(script);
    }
    return script.exports[module]?.();
  };
  function load(name: string): Script {
    const base = `${name}.js`;
    const path = join(dir, base);
    const file = files.get(name);
    try {
      // Read from its beginning: one that was written over in its place is refused again, however often it is asked for.
      const source = file === undefined ? readFileSync(path, 'latin1') : readWhole(file);
      const mark = markOf(hash);
      if (source.length < mark.length) throw brokenFile(base, 'is not whole');
      if (!source.startsWith(mark)) throw foreignFile(base);
      const script: Script = loadProgram({ path, source, hash, folders, part });
      if (file !== undefined) closeSync(file);
      files.delete(name);
      return script;
    } catch (error) {
      throw faultOf(error, base);
    }
  }
  async function keep(script: Script): Promise<void> {
    if (folder === undefined || script.whole) return;
    // A start that was slow for a file that is broken is not to be slow once more, however soon this run ends.
    if (script.damaged) script.keep(folder, { early: true });
    await sleep(calmMs);
    script.keep(folder);
  }
  return {
    part,
    settle() {
      isSettled = true;
      for (const name of names) {
        if (loaded.has(name)) continue;
        try {
          files.set(name, openSync(join(dir, `${name}.js`), 'r'));
        } catch {
          // Whoever needs it is told.
        }
      }
      for (const script of loaded.values()) void keep(script);
    },
  };
}

/** What each script begins with, as the build writes it (`scripts/build.mjs`). */
const markOf = (hash: string): string => `/*${hash}*/`;

/** A file from its beginning, however far it was read before, in one byte a sign. */
function readWhole(file: number): string {
  const bytes = Buffer.alloc(fstatSync(file).size);
  const read = readSync(file, bytes, 0, bytes.length, 0);
  return bytes.toString('latin1', 0, read);
}
