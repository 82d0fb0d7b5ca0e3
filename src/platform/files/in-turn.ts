/** Changes of one file, one after the other, whichever process makes them: what is read is what is written over. */

import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { makeFolder } from './make-folder.ts';
import { readOurs } from './own-file.ts';
import { lives, ownMark, type ProcessMark } from './process-mark.ts';

const pauseMs = 10;
/** A change takes milliseconds: one that stands so long is of a process that is gone or stopped, wherever that ran. */
const patienceMs = 10_000;

/** Does `work`, which reads `path` and replaces it, while nobody else does. */
export async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const giveBack = await takeTurn(`${path}.lock`);
  try {
    return await work();
  } finally {
    await giveBack();
  }
}

async function takeTurn(file: string): Promise<() => Promise<void>> {
  const mark = JSON.stringify({ ...ownMark(), turn: randomUUID() });
  let seen: string | undefined;
  let waited = 0;
  for (;;) {
    try {
      makeFolder(dirname(file));
      await createWhole(file, mark);
      return () => removeIfStill(file, mark);
    } catch (error) {
      // Where no lock can be written, the write itself fails and says why, or nobody else is there.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return async () => {};
    }
    const there = await readOurs(file).catch(() => '');
    if (there !== seen) waited = 0;
    seen = there;
    if (isGone(there) || waited >= patienceMs) await removeIfStill(file, there);
    // It cannot be taken away: nobody is kept from a change for ever.
    if (waited > patienceMs) return async () => {};
    await systemClock.sleep(pauseMs);
    waited += pauseMs;
  }
}

function isGone(text: string): boolean {
  try {
    return lives(JSON.parse(text) as ProcessMark) === 'no';
  } catch {
    return false;
  }
}

async function createWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomUUID()}`;
  try {
    await writeFile(beside, text, { mode: 0o600, flag: 'wx' });
    await link(beside, file);
  } finally {
    await unlink(beside).catch(() => {});
  }
}

/** Of two who take the lock of one that is gone, the slower may get that of the quicker: that is put back. */
async function removeIfStill(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    if ((await readFile(file, 'utf8')) !== text) return;
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== text) await link(aside, file);
  } catch {
    // Somebody else was quicker, or nothing can be removed here.
  } finally {
    await unlink(aside).catch(() => {});
  }
}
