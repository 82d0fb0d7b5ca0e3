/**
 * Runs a script from the code that V8 made of it in an earlier run where that was kept: compiling takes half of a start.
 * Node's own cache is there only from 22 on, and writes nothing when a deck is killed.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { arch, env, execArgv, versions } from 'node:process';
import { constants, Script } from 'node:vm';
import { keptName, readKept, writeKept } from './kept-files.ts';

export type ProgramFile = {
  path: string;
  /** Names its text. V8 tells two texts apart by their length alone. */
  hash: string;
  /** Folders in which kept code may lie, the first that has some is taken. */
  folders: readonly string[];
  /** Its text, where that was read already. */
  source?: string;
};

export type Loaded<Value> = {
  /** What the script evaluates to. */
  value: Value;
  /** Whether kept code was taken: nothing more is worth keeping. */
  whole: boolean;
  /** Whether there is a file of it that cannot be taken: the next start should not be slow for it, too. */
  damaged: boolean;
  /** Keeps what has been compiled so far in this folder, for the next start. What cannot be kept is not. */
  keep(folder: string): void;
};

/** Files of other scripts, and of other versions of them or of Node, that stay beside the one that is written. */
const others = 20;

export function loadProgram<Value>({
  path,
  source = readFileSync(path, 'latin1'),
  hash,
  folders,
}: ProgramFile): Loaded<Value> {
  // Flags of V8 make other code, and V8 takes none that was made under others.
  const given = [...(env.NODE_OPTIONS ?? '').split(/\s+/), ...execArgv];
  const flags = given.filter(
    (flag, at) => !/^(--(import|require)|-r$)/.test(flag) && !isModule(given[at - 1]),
  );
  const key = [basename(path), hash, versions.v8, arch, ...flags.filter((flag) => flag !== '')].join(' ');
  const files = folders.map((folder) => join(folder, keptName('code', key)));
  // Code that V8 cannot read ends the process, and V8 itself does not look: the sum of the file is checked.
  const cachedData = readKept(files, key);
  const script = new Script(source, {
    filename: path,
    ...(cachedData !== undefined && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const whole = script.cachedDataRejected === false;
  return {
    value: script.runInThisContext() as Value,
    whole,
    damaged: !whole && files.some((file) => existsSync(file)),
    keep: (folder) =>
      writeKept({ folder, name: keptName('code', key), key, others }, script.createCachedData()),
  };
}

/** Behind these a module is named, which no code depends on. */
const isModule = (flag: string | undefined) => flag === '--import' || flag === '--require' || flag === '-r';
