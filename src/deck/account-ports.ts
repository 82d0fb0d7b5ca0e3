import type { Composition } from '../composition.ts';
import type { Services, Session, WatchesPort } from '../services.ts';
import { behindSession } from './session.ts';

/**
 * The rents of one account that are not known to be gone. Two keys at one service are two accounts: an instance
 * of the other would be missed here for ever.
 */
export function watchesOf(composition: Composition, session: Session): WatchesPort {
  const {
    account: { keyId },
    watches = composition.watches,
  } = behindSession(session);
  const { baseUrl } = session;
  const written = async (write: ReturnType<typeof watches.add>) => {
    const outcome = await write;
    // A sandbox keeps nothing on purpose.
    if (!outcome.ok && !session.sandbox) composition.log.warn('rents not written', { why: outcome.message });
  };
  return {
    list: () =>
      watches
        .list(baseUrl)
        .filter((rented) => rented.key_id === keyId)
        .map(({ id, offer_id, at, label, gpu }) => ({
          id,
          offerId: offer_id,
          at,
          ...(label !== undefined && { label }),
          ...(gpu !== undefined && { gpu }),
        })),
    add: ({ offerId, ...rest }) =>
      written(watches.add({ ...rest, offer_id: offerId, base_url: baseUrl, key_id: keyId })),
    remove: (id, at) => void written(watches.remove({ id, at, base_url: baseUrl })),
  };
}

/** The restricted keys of instances (interface.md, Authentication 6). Failing to keep one stops nothing. */
export function instanceKeysOf(
  composition: Composition,
  session: Session,
): ReturnType<Services['instanceKeys']> {
  const { secrets } = behindSession(session).account;
  const { log, redactor } = composition;
  return {
    async keep(id, key) {
      redactor.add(key);
      const { failure } = await secrets.keepInstanceKey(id, key);
      if (failure) log.warn('instance key kept in memory only', { id, why: failure.message });
    },
    async forget(id) {
      const dropped = await secrets.dropInstanceKey(id);
      if (!dropped.ok) log.warn('instance key not deleted', { id, why: dropped.failure.message });
    },
  };
}
