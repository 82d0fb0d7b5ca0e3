import type { Client } from '../client/client-type.ts';
import type { Composition } from '../commands/cli/context.ts';
import type { UnkeptKeys } from '../engine/api-keys/unkept-keys.ts';
import { eventsOf, lockNames, userIn } from '../engine/journal-account.ts';
import type { Account, JournalEvent } from '../engine/journal-events.ts';
import { openRents } from '../engine/rent/open-rents.ts';
import { otherWriterWords } from '../engine/rent/unsettled-words.ts';
import type { JournalPort, Services, Session, WatchesPort } from '../engine/services.ts';
import type { UnkeptMark } from '../engine/two-factor/unkept-codes.ts';
import { accountMark, type UnkeptCodes } from '../platform/files/unkept-codes.ts';
import { accountKeys } from '../platform/files/unkept-keys.ts';
import { accountBehind, behindSession } from './session.ts';

const journals = new WeakMap<Client, JournalPort>();

/** The rent journal of one account: of each key that is known to be the same user's. */
export function journalOf(composition: Composition, session: Session): JournalPort {
  const known = journals.get(session.api);
  if (known !== undefined) return known;
  const {
    account: { keyId },
    journal = composition.journal,
  } = behindSession(session);
  const ofKey = { base_url: session.baseUrl, key_id: keyId };
  const withUser = (user: number | undefined): Account =>
    user === undefined ? ofKey : { ...ofKey, user_id: user };
  let account = withUser(userIn(journal.events(), ofKey));
  let cached: { all: readonly JournalEvent[]; events: readonly JournalEvent[] } | undefined;
  /** Why another rigdeck may rent at the same time. */
  let unguarded: string | undefined;
  const unkept = new Set<Parameters<JournalPort['append']>[0]>();
  const port: JournalPort = {
    events() {
      const all = journal.events();
      if (cached?.all !== all) cached = { all, events: eventsOf(all, account) };
      return cached.events;
    },
    all: journal.events,
    isOf(user) {
      if (account.user_id === user || session.sandbox) return false;
      account = withUser(user);
      cached = undefined;
      return true;
    },
    subscribe: journal.subscribe,
    async append(event) {
      unkept.add(event);
      const written = await journal.append({ ...event, ...account });
      // A sandbox keeps nothing on purpose.
      if (written.ok || session.sandbox) {
        unkept.delete(event);
        return { ok: true };
      }
      composition.log.warn('rents not written', { why: written.message });
      return { ok: false, message: written.message };
    },
    unkept: () => [...unkept],
    damage: () => (session.sandbox ? undefined : journal.damage),
    async check() {
      if (session.sandbox) return { ok: true };
      const tried = await journal.check();
      if (!tried.ok) return { ok: false, message: tried.message };
      return unguarded === undefined ? { ok: true } : { ok: false, message: unguarded };
    },
    async claim() {
      const lock = await journal.claim(lockNames(account), composition.clock.now());
      unguarded = lock.kind === 'unguarded' ? lock.message : undefined;
      return lock.kind === 'held' ? { ok: false, message: otherWriterWords(lock.by) } : { ok: true };
    },
    release: () => journal.release(lockNames(account)),
  };
  journals.set(session.api, port);
  return port;
}

/** What was paid for and is not known to be gone, out of the journal. */
export function watchesOf(journal: JournalPort): WatchesPort {
  return {
    list: () =>
      openRents(journal.events()).map(({ id, offer_id, at, label, gpu }) => ({
        id,
        offerId: offer_id,
        at,
        ...(label !== undefined && { label }),
        ...(gpu !== undefined && { gpu }),
      })),
    add: async ({ offerId, ...rest }) =>
      void (await journal.append({ t: 'rented', ...rest, offer_id: offerId })),
    remove: (id, at) => void journal.append({ t: 'gone', id, at }),
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

/** Whether this account's new backup codes were shown to be kept. Failing to write it down stops nothing. */
export function unkeptCodesOf(
  { log }: Pick<Composition, 'log'>,
  codes: UnkeptCodes,
  session: Session,
): UnkeptMark {
  const account = accountBehind(session);
  if (account === undefined) return { since: () => undefined, note: async () => {}, drop: async () => {} };
  return accountMark(codes, account, log);
}

/** The API keys of this account that were made here and whose value nobody kept. */
export function unkeptKeysOf(
  { log }: Pick<Composition, 'log'>,
  codes: UnkeptCodes,
  session: Session,
): UnkeptKeys {
  const account = accountBehind(session);
  if (account === undefined) return { list: () => [], note: async () => {}, drop: async () => {} };
  return accountKeys(codes, account, log);
}
