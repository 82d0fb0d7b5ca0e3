import type { Account, JournalEvent } from './journal-events.ts';
import { unsettled } from './rent/rent-journal-machine.ts';

const loopback =
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::(?:1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\])$/;
const addresses = new Map<string, string>();

/** One text for every spelling of a base URL: two names of this machine, a usual port, a dot at the end of a host. */
export function addressOf(baseUrl: string): string {
  const known = addresses.get(baseUrl);
  if (known !== undefined) return known;
  const address = spelledOut(baseUrl);
  addresses.set(baseUrl, address);
  return address;
}

function spelledOut(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const host = hostname.replace(/\.$/, '');
  const name = loopback.test(host) ? 'localhost' : host;
  return `${name}:${port || (protocol === 'http:' ? '80' : '443')}${pathname.replace(/\/+/g, '/').replace(/\/$/, '')}`;
}

const keyOf = ({ base_url, key_id }: Account): string => `${addressOf(base_url)} ${key_id}`;

/** The ids of the users that keys are known to belong to. */
const usersIn = (events: readonly JournalEvent[]): ReadonlyMap<string, number> =>
  new Map(events.flatMap((event) => (event.user_id === undefined ? [] : [[keyOf(event), event.user_id]])));

/** The id of the user that a key belongs to, as far as the journal knows. */
export const userIn = (events: readonly JournalEvent[], account: Account): number | undefined =>
  account.user_id ?? usersIn(events).get(keyOf(account));

/** What names an account for locks: one process alone may hold any of these. */
export const lockNames = (account: Account): string[] => [
  keyOf(account),
  ...(account.user_id === undefined ? [] : [`${addressOf(account.base_url)} user ${account.user_id}`]),
];

/** An outcome that one key has noted of a rent makes it a rent of its account, whichever key has sent it. */
const takesOver = ({ t }: JournalEvent): boolean => t === 'intent' || t === 'rented' || t === 'not-created';

const rentOf = (event: JournalEvent): string | undefined => ('rent' in event ? event.rent : undefined);

/**
 * The events of one account: of each of its keys, at its address however that is spelled. What is gone is gone whichever
 * key destroyed it: ids are the service's own. An open rent of a key of which nobody knows whose it is may be of this
 * account as well: it is among them, its intent marked.
 */
export function eventsOf(events: readonly JournalEvent[], account: Account): JournalEvent[] {
  const users = usersIn(events);
  const user = userIn(events, account);
  const address = addressOf(account.base_url);
  const isHere = (event: JournalEvent) => addressOf(event.base_url) === address;
  const isMine = (event: JournalEvent) =>
    isHere(event) &&
    (event.t === 'gone' ||
      event.key_id === account.key_id ||
      (user !== undefined && users.get(keyOf(event)) === user));
  const own = new Set(events.filter((event) => isMine(event) && takesOver(event)).map(rentOf));
  const isOwn = (event: JournalEvent) =>
    isMine(event) || (rentOf(event) !== undefined && own.has(rentOf(event)));
  const unsure = events.filter(
    (event) => isHere(event) && !isOwn(event) && (user === undefined || !users.has(keyOf(event))),
  );
  const doubtful = new Set(unsettled(unsure).map(({ rent }) => rent));
  return events.flatMap((event) => {
    if (isOwn(event)) return [event];
    if (!doubtful.has(rentOf(event) ?? '')) return [];
    return [event.t === 'intent' ? { ...event, other_key: true as const } : event];
  });
}
