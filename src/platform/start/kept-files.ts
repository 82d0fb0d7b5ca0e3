/**
 * What a run keeps in the cache folder for the next start: code and the first frame. A file that is not whole, not ours or
 * made from something else is not taken; what cannot be written is not kept.
 */

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { getuid, pid } from 'node:process';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../files/make-folder.ts';

const checksumBytes = 4;
/** A file that is older than this (ms) and not whole yet was left by somebody who is gone. */
const leftMs = 60_000;

/**
 * `code-0badcafe.bin`: the same for the same key, which says what the content was made from. By a sum of its own (FNV-1a):
 * where nothing was kept, the first frame does not wait for Node's zlib to be loaded.
 */
export function keptName(kind: string, key: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
  return `${kind}-${(sum >>> 0).toString(16).padStart(8, '0')}.bin`;
}

/** What the first of these files holds that was kept under `key`. */
export function readKept(files: readonly string[], key: string): Buffer | undefined {
  for (const file of files) {
    try {
      const bytes = readOurs(file);
      if (bytes === undefined) continue;
      const data = bytes.subarray(0, -checksumBytes);
      if (checksum(data, key).equals(bytes.subarray(-checksumBytes))) return data;
    } catch {
      // There is none.
    }
  }
  return undefined;
}

/** Keeps `data` in a file of `folder`, and of others of its kind the `others` newest. */
export function writeKept(
  { folder, name, key, others }: { folder: string; name: string; key: string; others: number },
  data: Uint8Array,
): void {
  try {
    makeFolder(folder);
    const next = join(folder, `${name}.${pid}`);
    // What a crash has left goes; what somebody puts in its place meanwhile, as a link, is not written to.
    rmSync(next, { force: true });
    try {
      writeFileSync(next, Buffer.concat([data, checksum(data, key)]), { mode: 0o600, flag: 'wx' });
      renameSync(next, join(folder, name));
    } catch (error) {
      rmSync(next, { force: true });
      throw error;
    }
    const kind = name.slice(0, name.indexOf('-') + 1);
    const at = (other: string) => statSync(join(folder, other)).mtimeMs;
    const written = at(name);
    const ofKind = readdirSync(folder).filter((other) => other.startsWith(kind) && other !== name);
    const old = ofKind
      .filter((other) => other.endsWith('.bin'))
      .map((other) => ({ name: other, at: at(other) }))
      .sort((a, b) => b.at - a.at)
      .slice(others);
    // Whoever was killed as it wrote comes back under no number of its own; whoever still writes has begun just now.
    const left = ofKind.filter((other) => /\.bin\.\d+$/.test(other) && at(other) < written - leftMs);
    for (const other of [...old.map((one) => one.name), ...left])
      rmSync(join(folder, other), { force: true });
  } catch {
    // The next start takes as long as this one.
  }
}

/**
 * What somebody else could have written is neither run nor shown: asked of the open file, which nobody can exchange any
 * more. A link is not followed, and a pipe is not waited for.
 */
function readOurs(path: string): Buffer | undefined {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = openSync(path, flags);
  try {
    const stat = fstatSync(file);
    const ours =
      getuid === undefined || ((stat.uid === getuid() || stat.uid === 0) && (stat.mode & 0o022) === 0);
    return stat.isFile() && ours ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

function checksum(data: Uint8Array, key: string): Buffer {
  const sum = Buffer.alloc(checksumBytes);
  sum.writeUInt32LE(crc32(key, crc32(data)));
  return sum;
}
