import type { SecretHome } from '../platform/credentials/secret-store.ts';
import { homeNames } from '../platform/credentials/sources.ts';
import type { CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';

/**
 * Where the key will be kept: as --store says, else as the person picks, else the system keyring. A file is never
 * chosen for anybody.
 */
export async function chooseHome(
  { io, composition }: CommandContext,
  wanted: SecretHome | undefined,
): Promise<SecretHome> {
  if (wanted !== undefined) return wanted;
  if (!io.canAsk) return 'keychain';
  const { credentials } = composition.paths;
  io.say('Keep it in');
  io.say(`  1  ${homeNames.keychain}`);
  if (credentials !== undefined) io.say(`  2  ${homeNames.file}: ${credentials}, 0600`);
  io.say(`  3  ${homeNames.memory}`);
  const typed = await io.ask('1, 2 or 3: ');
  if (typed === undefined) throw failure('interrupted', 'interrupted', 'Nothing was kept.');
  const picked = {
    '1': 'keychain',
    '2': credentials === undefined ? undefined : 'file',
    '3': 'memory',
  } as const;
  const home = picked[typed.trim() as keyof typeof picked];
  if (home !== undefined) return home;
  throw failure(
    'guard',
    'not_confirmed',
    'No place was picked; nothing was kept.',
    'Run it again, or give --store.',
  );
}
