import type { Documents, Stamp } from './document.ts';
import type { SecretStore, StoreFailure, StoreResult } from './secret-store.ts';
import { storeFailure } from './store-failure.ts';

const stamp: Stamp = { version: 1, secret: true };

/**
 * Secrets in a 0600 file, for a person who chose it. Every call reads the file anew, since another rigdeck may
 * have changed it, and no two change it at once. A file that others can read, or that is a link, is
 * neither read nor replaced.
 */
export function fileStore(options: { path?: string; documents: Documents }): SecretStore {
  const { path, documents } = options;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<StoreResult<T>>): Promise<StoreResult<T>> {
    const done = last.then(work);
    last = done;
    return done;
  }

  async function load(): Promise<StoreResult<Map<string, string>>> {
    if (path === undefined) return { ok: true, value: new Map() };
    const read = await documents.read(path, stamp);
    if (!read.ok && read.reason !== 'missing')
      return { ok: false, failure: failed('bad-file', read.message) };
    return { ok: true, value: secretsIn(read.ok ? read.data : undefined) };
  }

  async function change(of: (secrets: Map<string, string>) => void): Promise<StoreResult<void>> {
    if (path === undefined) {
      return { ok: false, failure: failed('not-writable', 'There is no folder to keep a file in.') };
    }
    const written = await documents.change(path, stamp, (data) => {
      const secrets = secretsIn(data);
      of(secrets);
      return secrets.size === 0 ? undefined : { secrets: Object.fromEntries(secrets) };
    });
    if (written.ok) return { ok: true, value: undefined };
    const { reason, message } = written;
    return {
      ok: false,
      failure: failed(reason === 'link' || reason === 'foreign' ? 'bad-file' : 'not-writable', message),
    };
  }

  return {
    home: 'file',
    get: (account) =>
      inTurn(async () => {
        const secrets = await load();
        return secrets.ok ? { ok: true, value: secrets.value.get(account) } : secrets;
      }),
    set: (account, secret) => inTurn(() => change((secrets) => secrets.set(account, secret))),
    delete: (account) =>
      inTurn(async () => {
        const secrets = await load();
        if (!secrets.ok) return secrets;
        if (!secrets.value.has(account)) return { ok: true, value: false };
        const saved = await change((now) => now.delete(account));
        return saved.ok ? { ok: true, value: true } : saved;
      }),
    list: () =>
      inTurn(async () => {
        const secrets = await load();
        return secrets.ok ? { ok: true, value: [...secrets.value.keys()] } : secrets;
      }),
  };
}

function secretsIn(data: Record<string, unknown> | undefined): Map<string, string> {
  const secrets = typeof data?.secrets === 'object' ? (data.secrets ?? {}) : {};
  return new Map(Object.entries(secrets).filter((e): e is [string, string] => typeof e[1] === 'string'));
}

function failed(reason: 'bad-file' | 'not-writable', message: string): StoreFailure {
  return { ...storeFailure(reason), message };
}
