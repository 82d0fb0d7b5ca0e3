import type { Surroundings } from '../commands/cli/context.ts';
import { fileStore } from '../platform/credentials/file-store.ts';
import { keychainStore } from '../platform/credentials/keychain-store.ts';
import { memoryStore } from '../platform/credentials/memory-store.ts';
import type { SecretStores } from '../platform/credentials/secret-store.ts';
import type { Paths } from '../platform/files/paths.ts';
import { stampedFiles } from '../platform/files/stamped-file.ts';

/** The homes that a key can have. With --sandbox all of them are memory. */
export function openStores(around: Surroundings, paths: Paths, sandbox: boolean): SecretStores {
  if (sandbox) return openMemory();
  const { clock, env, spawn, entry, platform } = around;
  return {
    keychain: keychainStore({ spawn, entry, clock, env, platform }),
    file: fileStore({ documents: stampedFiles, ...(paths.credentials && { path: paths.credentials }) }),
    memory: memoryStore(),
  };
}

/** Homes that last for the run, whatever they are called. */
export function openMemory(): SecretStores {
  const memory = memoryStore();
  return { keychain: { ...memory, home: 'keychain' }, file: { ...memory, home: 'file' }, memory };
}
