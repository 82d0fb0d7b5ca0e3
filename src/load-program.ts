/**
 * Runs a script of the program from the code that V8 made of it in an earlier run where that was kept: it takes half of
 * the time of a start to compile. Node has a cache of its own only from 22 on, and not for all that is loaded here.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { arch, env, execArgv, versions } from 'node:process';
import { constants, Script } from 'node:vm';
import { keptName, readKept, writeKept } from './kept-files.ts';

/** A module of another script, by the name of each. */
export type Part = (script: string, module: string) => unknown;

export type ProgramFile = {
  path: string;
  /** Names its text. V8 tells two texts apart by their length alone. */
  hash: string;
  /** Folders in which kept code may lie, the first that has some is taken. */
  folders: readonly string[];
  /** Its text, where that was read already. */
  source?: string;
  /** What it takes from other scripts by. */
  part?: Part;
};

export type Loaded<Exports> = {
  exports: Exports;
  /** Whether kept code of a whole start was taken: nothing more is worth keeping. */
  whole: boolean;
  /** Whether there is a file of it, and nothing that could be taken. */
  damaged: boolean;
  /**
   * Keeps what has been compiled so far in this folder, for the next start. What cannot be kept is not. `early` says
   * that more of it comes: it is taken where there is nothing else.
   */
  keep(folder: string, how?: { early: boolean }): void;
};

/** Files of other scripts, and of other versions of them or of Node, that stay beside the one that is written. */
const others = 20;

export function loadProgram<Exports>({
  path,
  source = readFileSync(path, 'latin1'),
  hash,
  folders,
  part,
}: ProgramFile): Loaded<Exports> {
  // Flags of V8 make other code, and V8 takes none that was made under others.
  const given = [...(env.NODE_OPTIONS ?? '').split(/\s+/), ...execArgv];
  const flags = given.filter(
    (flag, at) => !/^(--(import|require)|-r$)/.test(flag) && !isModule(given[at - 1]),
  );
  const key = [basename(path), hash, versions.v8, arch, ...flags.filter((flag) => flag !== '')].join(' ');
  const early = `${key} early`;
  const fileOf = (folder: string, of: string) => join(folder, keptName('code', of));
  const compiled = (code?: Buffer) =>
    new Script(source, {
      filename: path,
      ...(code !== undefined && { cachedData: code }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  let script: Script | undefined;
  let taken: string | undefined;
  for (const of of [key, early])
    for (const folder of folders) {
      if (taken !== undefined) break;
      // Code that V8 cannot read ends the process, and V8 itself does not look.
      const code = readKept([fileOf(folder, of)], of);
      if (code === undefined) continue;
      script = compiled(code);
      if (script.cachedDataRejected === false) taken = of;
    }
  script ??= compiled();
  const running = script;
  const module = { exports: {} };
  running.runInThisContext()(createRequire(path), module, module.exports, part);
  return {
    exports: module.exports as Exports,
    whole: taken === key,
    damaged: taken === undefined && folders.some((folder) => existsSync(fileOf(folder, key))),
    keep(folder, how = { early: false }) {
      const of = how.early ? early : key;
      writeKept({ folder, name: keptName('code', of), key: of, others }, running.createCachedData());
    },
  };
}

/** Behind these a module is named, which no code depends on. */
const isModule = (flag: string | undefined) => flag === '--import' || flag === '--require' || flag === '-r';
