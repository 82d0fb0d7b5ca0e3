/**
 * The program lies in a few scripts (`scripts/build.mjs`), each an object of chunks by their names. A script is loaded, there
 * and then, when a chunk of it is first required.
 */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brokenFile, faultOf, foreignFile } from './broken-install.ts';
import { type Loaded, loadProgram } from './load-program.ts';

type Require = (name: string) => unknown;
type Chunk = (require: Require, module: { exports: unknown }, exports: unknown) => void;
/** The chunk that has the others of its script. */
const whole = 'all';

type Script = Loaded<Readonly<Record<string, Chunk>>>;

export type Scripts = {
  /** A chunk as `script/chunk`. Throws a `BrokenInstall` where a script is not there, not whole or of another build. */
  load: Require;
  /**
   * From now on what is loaded is the program of now, whatever is installed in its place, and the code of each script is
   * kept once it has been there for `calmMs`.
   */
  settle(): void;
  /** Keeps the code of what was loaded at once, where none was kept: a command has ended. */
  keep(): void;
};

export type ScriptsGiven = {
  /** Where they lie, by their names and `.js`. */
  dir: string;
  names: readonly string[];
  /** Names the text of all of them; each begins with it, as the build writes it. */
  hash: string;
  /** Where kept code may lie, the first that has some is taken. */
  folders: readonly string[];
  /** Where code is kept; nowhere without. */
  folder: string | undefined;
  calmMs: number;
  sleep(ms: number): Promise<void>;
};

export function openScripts({ dir, names, hash, folders, folder, calmMs, sleep }: ScriptsGiven): Scripts {
  const scripts = new Map<string, Script>();
  const modules = new Map<string, { exports: unknown }>();
  const files = new Map<string, number>();
  let isSettled = false;
  const ofNode = createRequire(join(dir, 'program.js'));

  const load: Require = (name) => {
    const [script = '', chunk = ''] = name.split('/');
    if (!names.includes(script)) return ofNode(name);
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const run = scriptOf(script).value[chunk];
    if (run === undefined && chunk === whole) throw brokenFile(`${script}.js`, 'is not whole');
    // What a start needs whole is one chunk that has the others.
    if (run === undefined) return (load(`${script}/${whole}`) as Record<string, unknown>)[chunk];
    const module = { exports: {} };
    modules.set(name, module);
    run(load, module, module.exports);
    return module.exports;
  };

  function scriptOf(name: string): Script {
    const known = scripts.get(name);
    if (known !== undefined) return known;
    const script = read(name);
    scripts.set(name, script);
    if (isSettled) void keep(script);
    return script;
  }

  function read(name: string): Script {
    const base = `${name}.js`;
    const path = join(dir, base);
    const file = files.get(name);
    try {
      // Read from its beginning: one that was written over in its place is refused again, however often it is asked for.
      const source = file === undefined ? readFileSync(path, 'latin1') : readWhole(file);
      const mark = `/*${hash}*/`;
      if (source.length < mark.length) throw brokenFile(base, 'is not whole');
      if (!source.startsWith(mark)) throw foreignFile(base);
      const script: Script = loadProgram({ path, source, hash, folders });
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
    if (script.damaged) script.keep(folder);
    await sleep(calmMs);
    script.keep(folder);
  }

  return {
    load,
    keep() {
      if (folder !== undefined && !isSettled)
        for (const script of scripts.values()) if (!script.whole) script.keep(folder);
    },
    settle() {
      isSettled = true;
      for (const name of names) {
        if (scripts.has(name)) continue;
        try {
          files.set(name, openSync(join(dir, `${name}.js`), 'r'));
        } catch {
          // Whoever needs it is told.
        }
      }
      for (const script of scripts.values()) void keep(script);
    },
  };
}

/** A file from its beginning, however far it was read before, in one byte a sign. */
function readWhole(file: number): string {
  const bytes = Buffer.alloc(fstatSync(file).size);
  const read = readSync(file, bytes, 0, bytes.length, 0);
  return bytes.toString('latin1', 0, read);
}
