import { join } from 'node:path';
import { fileStore } from '../../../src/platform/credentials/file-store.ts';
import { memoryStore } from '../../../src/platform/credentials/memory-store.ts';
import { openProfiles } from '../../../src/platform/credentials/profiles.ts';
import type { SecretStores } from '../../../src/platform/credentials/secret-store.ts';
import { stampedFiles } from '../../../src/platform/files/stamped-file.ts';
import { tempFolder } from '../files/temp-folder.ts';
import { fakeKeychain, keyringAnswers } from './fake-children.ts';

export const baseUrl = 'https://api.example.com';
export const keyA = 'aaaa1111bbbb2222cccc3333ddddAAAA';
export const keyB = 'eeee4444ffff5555abab6666cdcdBBBB';

/** All three homes over a fresh folder and a fake keyring, as the program has them. */
export async function homes(answer: Parameters<typeof fakeKeychain>[0] = keyringAnswers()) {
  const folder = tempFolder();
  const keychain = fakeKeychain(answer);
  const credentials = join(folder, 'credentials.json');
  const profilesPath = join(folder, 'profiles.json');
  const stores: SecretStores = {
    keychain: keychain.store,
    file: fileStore({ path: credentials, documents: stampedFiles }),
    memory: memoryStore(),
  };
  const profiles = await openProfiles({ path: profilesPath, documents: stampedFiles });
  /** What the next run of the program finds. */
  const restart = () => openProfiles({ path: profilesPath, documents: stampedFiles });
  return {
    folder,
    credentials,
    profilesPath,
    stores,
    profiles,
    restart,
    calls: keychain.calls,
    clock: keychain.clock,
  };
}
