import { ApiError, readAuth } from '../client/errors.ts';
import type { PermissionCategory } from '../client/wire.ts';
import { type Evidence, gatherEvidence } from '../engine/api-keys/key-evidence.ts';
import { dataOf, type Loadable } from '../engine/read-health.ts';
import { keys } from '../engine/read-keys.ts';
import { useApiKeys, useInstances, useTfaStatus, useUser } from './resources.ts';
import { useCharges } from './use-charges.ts';
import { useDeck } from './use-deck.ts';
import { useLacking } from './use-write.ts';

/** What is known of the key in use, and of each category that it may not use the call (an endpoint) that told. */
export type KeyEvidence = { shown: Evidence; refusedFor: ReadonlyMap<PermissionCategory, string> };

/** What the answers of this session tell of the key; the reads that tell it are made for this where they are not there. */
export function useKeyEvidence(): KeyEvidence {
  const { reads: known } = useDeck();
  const lacking = useLacking();
  const reads: [PermissionCategory, Loadable<unknown>][] = [
    ['user_read', useUser()],
    ['user_read', useTfaStatus()],
    ['user_read', useApiKeys()],
    ['instance_read', useInstances()],
    ['billing_read', useCharges()],
  ];
  // A search is made on Offers alone: it is no GET, and one more only to try the key would be one too many.
  const searches = known.keys().filter((key) => key.startsWith(keys.anyOffers));
  const searched = searches.some((key) => known.data(key) !== undefined);
  const answered = reads.filter(([, read]) => dataOf(read) !== undefined).map(([category]) => category);
  const failures: [PermissionCategory, unknown][] = [
    ...reads.map(([category, read]): [PermissionCategory, unknown] => [
      category,
      read.state === 'failed' ? read.error : undefined,
    ]),
    ...searches.map((key): [PermissionCategory, unknown] => ['misc', known.error(key)]),
  ];
  const refused = failures.flatMap(([category, error]): [PermissionCategory, string][] =>
    error instanceof ApiError && readAuth(error) === 'under-scoped' ? [[category, error.endpoint]] : [],
  );
  const refusedFor = new Map([...refused, ...lacking]);
  const shown = gatherEvidence([...answered, ...(searched ? (['misc'] as const) : [])], refusedFor.keys());
  return { shown, refusedFor };
}
