import { useSWRConfig } from 'swr';
import { readAuth } from '../client/auth-reading.ts';
import { type Evidence, gatherEvidence } from '../domain/key-evidence.ts';
import type { PermissionCategory } from '../domain/permission-category.ts';
import { dataOf, type Loadable } from '../loadable.ts';
import { useLacking } from './lacking.ts';
import { keys, useApiKeys, useInstances, useTfaStatus, useUser } from './resources.ts';
import { useCharges } from './use-charges.ts';

/** What the answers of this session tell of the key; the reads that tell it are made for this where they are not there. */
export function useKeyEvidence(): Evidence {
  const { cache } = useSWRConfig();
  const lacking = useLacking();
  const reads: [PermissionCategory, Loadable<unknown>][] = [
    ['user_read', useUser()],
    ['user_read', useTfaStatus()],
    ['user_read', useApiKeys()],
    ['instance_read', useInstances()],
    ['billing_read', useCharges()],
  ];
  // A search is made on Offers alone: it is no GET, and one more only to try the key would be one too many.
  const searched = [...cache.keys()].some(
    (key) => key.startsWith(keys.anyOffers) && cache.get(key)?.data !== undefined,
  );
  const answered = reads.filter(([, read]) => dataOf(read) !== undefined).map(([category]) => category);
  const refused = reads
    .filter(([, read]) => read.state === 'failed' && readAuth(read.error) === 'under-scoped')
    .map(([category]) => category);
  return gatherEvidence([...answered, ...(searched ? (['misc'] as const) : [])], [...refused, ...lacking]);
}
