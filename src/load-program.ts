/**
 * Runs the program, one script, from the code that V8 made of it in an earlier run where that was kept: it takes half of
 * the time of a start to compile. Node has a cache of its own only from 22 on, and not for all that is loaded here.
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { arch, execArgv, getuid, pid, versions } from 'node:process';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';

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
  /** Keeps what has been compiled so far in this folder, for the next start. What cannot be kept is not. */
  keep(folder: string): void;
};

/** Files of other versions of this program or of Node that stay beside the one that is written. */
const others = 2;
const checksumBytes = 4;

export function loadProgram<Exports>({ path, hash, folders }: ProgramFile): Loaded<Exports> {
  const source = readFileSync(path, 'latin1');
  // Flags of V8 make other code.
  const flags = execArgv.filter(
    (flag, at) => !/^--(import|require)/.test(flag) && !isModule(execArgv[at - 1]),
  );
  const key = [hash, versions.v8, arch, ...flags].join(' ');
  const name = `code-${crc32(key).toString(16).padStart(8, '0')}.bin`;
  const code = firstOf(
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
  return {
    exports: module.exports as Exports,
    warm: code !== undefined && script.cachedDataRejected === false,
    keep(folder) {
      const data = script.createCachedData();
      const file = join(folder, name);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const next = `${file}.${pid}`;
        writeFileSync(next, Buffer.concat([data, checksum(data, key)]), { mode: 0o600 });
        renameSync(next, file);
        prune(folder, name);
      } catch {
        // The next start takes as long as this one.
      }
    },
  };
}

/** Behind these a module is named, which no code depends on. */
const isModule = (flag: string | undefined) => flag === '--import' || flag === '--require' || flag === '-r';

/** Code that V8 cannot read ends the process, and V8 itself does not look: a file that is not whole is not taken. */
function firstOf(files: readonly string[], key: string): Buffer | undefined {
  for (const file of files) {
    try {
      if (!isOurs(file)) continue;
      const bytes = readFileSync(file);
      const data = bytes.subarray(0, -checksumBytes);
      if (checksum(data, key).equals(bytes.subarray(-checksumBytes))) return data;
    } catch {
      // There is none.
    }
  }
  return undefined;
}

/** What somebody else could have written is not run. */
function isOurs(file: string): boolean {
  const { uid, mode } = statSync(file);
  return getuid === undefined || ((uid === getuid() || uid === 0) && (mode & 0o022) === 0);
}

function checksum(data: Uint8Array, key: string): Buffer {
  const sum = Buffer.alloc(checksumBytes);
  sum.writeUInt32LE(crc32(key, crc32(data)));
  return sum;
}

function prune(folder: string, kept: string): void {
  const old = readdirSync(folder)
    .filter((name) => /^code-.*\.bin$/.test(name) && name !== kept)
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .slice(others);
  for (const { path } of old) rmSync(path, { force: true });
}
