import type { Composition } from '../composition.ts';
import type { KeychainStore } from '../credentials/keychain-store.ts';
import type { SecretStore } from '../credentials/secret-store.ts';
import { homeNames } from '../credentials/sources.ts';
import type { HomeState } from '../services.ts';

const memory: HomeState = {
  home: 'memory',
  label: 'memory',
  note: 'forgotten when rigdeck quits',
  usable: true,
};

/** Where a key can be kept, the keyring first. Asks the keyring whether it is there; its own limit is 3 s. */
export async function secretHomes(composition: Composition): Promise<HomeState[]> {
  const { flags, stores, paths, env } = composition;
  // Its other homes are memory too, and must not be called by another name.
  if (flags.sandbox === true) return [memory];
  const probed = hasProbe(stores.keychain) ? await stores.keychain.probe() : { ok: true as const };
  const { credentials } = paths;
  return [
    {
      home: 'keychain',
      label: homeNames.keychain,
      // Its label stands before it.
      note: probed.ok ? '' : probed.failure.message.replace(/^The system keyring /, ''),
      usable: probed.ok,
    },
    {
      home: 'file',
      label: homeNames.file,
      note:
        credentials === undefined
          ? 'There is no home folder here.'
          : `${fromHome(credentials, env.HOME)}   0600`,
      usable: credentials !== undefined,
    },
    memory,
  ];
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
