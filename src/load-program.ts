/**
 * Runs the program, one script, from the code that V8 made of it in an earlier run where that was kept: it takes half of
 * the time of a start to compile. Node has a cache of its own only from 22 on, and not for all that is loaded here.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { arch, execArgv, versions } from 'node:process';
import { constants, Script } from 'node:vm';
import { keptName, readKept, writeKept } from './kept-files.ts';

export type ProgramFile = {
  path: string;
  /** Names its text. V8 tells two texts apart by their length alone. */
  hash: string;
  /** Folders in which kept code may lie, the first that has some is taken. */
  folders: readonly string[];
};

export type Loaded<Exports> = {
  exports: Exports;
  /** Whether kept code was taken. */
  warm: boolean;
  /** Whether there is a file of it that cannot be taken. */
  damaged: boolean;
  /** Keeps what has been compiled so far in this folder, for the next start. What cannot be kept is not. */
  keep(folder: string): void;
};

/** Files of other versions of this program or of Node that stay beside the one that is written. */
const others = 2;

export function loadProgram<Exports>({ path, hash, folders }: ProgramFile): Loaded<Exports> {
  const source = readFileSync(path, 'latin1');
  // Flags of V8 make other code.
  const flags = execArgv.filter(
    (flag, at) => !/^--(import|require)/.test(flag) && !isModule(execArgv[at - 1]),
  );
  const key = [hash, versions.v8, arch, ...flags].join(' ');
  const name = keptName('code', key);
  // Code that V8 cannot read ends the process, and V8 itself does not look.
  const code = readKept(
    folders.map((folder) => join(folder, name)),
    key,
  );
  const script = new Script(source, {
    filename: path,
    ...(code !== undefined && { cachedData: code }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  script.runInThisContext()(createRequire(path), module, module.exports);
  const warm = code !== undefined && script.cachedDataRejected === false;
  return {
    exports: module.exports as Exports,
    warm,
    damaged: !warm && folders.some((folder) => existsSync(join(folder, name))),
    keep(folder) {
      writeKept({ folder, name, key, others }, script.createCachedData());
    },
  };
}

/** Behind these a module is named, which no code depends on. */
const isModule = (flag: string | undefined) => flag === '--import' || flag === '--require' || flag === '-r';
