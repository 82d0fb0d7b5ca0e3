import type { SecretStore } from './secret-store.ts';

/** Secrets for this run only. */
export function memoryStore(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    home: 'memory',
    get: async (account) => ({ ok: true, value: secrets.get(account) }),
    set: async (account, secret) => {
      secrets.set(account, secret);
      return { ok: true, value: undefined };
    },
    delete: async (account) => ({ ok: true, value: secrets.delete(account) }),
    list: async () => ({ ok: true, value: [...secrets.keys()] }),
  };
}
