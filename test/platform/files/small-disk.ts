/** A disk of a few kilobytes that a test can fill and make read-only, where this machine lets one be mounted. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  fill(): void;
  free(): void;
  readOnly(on: boolean): void;
  takeAway(): void;
};

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

function append(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch {
    return false;
  }
}

export function mountSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'rigdeck-disk-'));
  if (!mount('-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', folder)) {
    rmSync(folder, { recursive: true });
    throw new Error('no disk could be mounted');
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      for (const size of [4096, 1]) while (append(filler, size));
    },
    free: () => rmSync(filler, { force: true }),
    readOnly: (on) => {
      if (!mount('-o', `remount,${on ? 'ro' : 'rw'}`, folder))
        throw new Error('it could not be mounted anew');
    },
    takeAway() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Why there is none here, in one line. */
export function smallDiskUnavailable(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root can mount a disk';
  try {
    mountSmallDisk().takeAway();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
