import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { whyNotOurs } from './own-file.ts';

/**
 * The file of host keys for one instance: addresses are used again, so each instance has its own. `/dev/null` when
 * there is nowhere to keep one, or what stands there is no plain file of ours; then every connection is the first.
 */
export function knownHostsFile(stateDir: string | undefined, instanceId: number): string {
  if (stateDir === undefined) return '/dev/null';
  const folder = join(stateDir, 'known_hosts');
  try {
    makeFolder(folder);
    const file = join(folder, String(instanceId));
    const found = lstatSync(file, { throwIfNoEntry: false });
    return found === undefined || whyNotOurs(file, found) === undefined ? file : '/dev/null';
  } catch {
    return '/dev/null';
  }
}
