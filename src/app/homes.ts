import type { Composition } from '../commands/cli/context.ts';
import type { HomeState } from '../engine/services.ts';
import type { KeychainStore } from '../platform/credentials/keychain-store.ts';
import type { SecretStore, StoreFailure } from '../platform/credentials/secret-store.ts';
import { homeNames } from '../platform/credentials/sources.ts';

const memory: HomeState = {
  home: 'memory',
  label: 'memory',
  note: 'gone when you quit',
  usable: true,
};

/** Where a key can be kept, the keyring first. Asks the keyring whether it is there; its own limit is 3 s. */
export async function secretHomes(composition: Composition): Promise<HomeState[]> {
  const { flags, paths, env } = composition;
  // Its other homes are memory too, and must not be called by another name.
  if (flags.sandbox === true) return [memory];
  const failure = await keyringFailure(composition);
  const { credentials } = paths;
  return [
    {
      home: 'keychain',
      label: homeNames.keychain,
      // Its label stands before it.
      note: failure === undefined ? '' : failure.message.replace(/^The system keyring /, ''),
      usable: failure === undefined,
    },
    {
      home: 'file',
      label: homeNames.file,
      note:
        credentials === undefined
          ? 'There is no folder for it here.'
          : `${fromHome(credentials, env.HOME)}   0600`,
      usable: credentials !== undefined,
    },
    memory,
  ];
}

/** Why the system keyring cannot be used, asked of it now; its own limit is 3 s. Undefined when it answers. */
export async function keyringFailure({
  stores,
}: Pick<Composition, 'stores'>): Promise<StoreFailure | undefined> {
  if (!hasProbe(stores.keychain)) return undefined;
  const probed = await stores.keychain.probe();
  return probed.ok ? undefined : probed.failure;
}

function hasProbe(store: SecretStore): store is KeychainStore {
  return 'probe' in store;
}

/** A path as a person writes it, from `~`. */
function fromHome(path: string, home: string | undefined): string {
  return home !== undefined && home.length > 1 && path.startsWith(`${home}/`)
    ? `~${path.slice(home.length)}`
    : path;
}
