import type { UnkeptKeys } from '../../engine/api-keys/unkept-keys.ts';
import type { Log } from '../log/log.ts';
import type { UnkeptCodes } from './unkept-codes.ts';

/** The API keys of one account whose values were not kept, in the file of the backup codes that were not. */
export function accountKeys(
  codes: UnkeptCodes,
  { baseUrl, keyId }: { baseUrl: string; keyId: string },
  log: Pick<Log, 'warn'>,
): UnkeptKeys {
  const head = `${baseUrl} ${keyId} api-key `;
  const warn = (done: Awaited<ReturnType<UnkeptCodes['note']>>) => {
    if (!done.ok) log.warn('unkept API key not written down', { why: done.message });
  };
  return {
    list: () =>
      Object.entries(codes.all()).flatMap(([name, at]) => {
        const id = name.startsWith(head) ? Number(name.slice(head.length)) : Number.NaN;
        return Number.isInteger(id) ? [{ id, at }] : [];
      }),
    note: (id, at) => codes.note(`${head}${id}`, at).then(warn),
    drop: (id) => codes.drop(`${head}${id}`).then(warn),
  };
}
