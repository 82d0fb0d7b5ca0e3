import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file of host keys for one instance: addresses are used again, so each instance has its own. `/dev/null` when
 * there is nowhere to keep one; then every connection is the first.
 */
export function knownHostsFile(stateDir: string | undefined, instanceId: number): string {
  if (stateDir === undefined) return '/dev/null';
  const folder = join(stateDir, 'known_hosts');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return join(folder, String(instanceId));
  } catch {
    return '/dev/null';
  }
}
