/** What the client takes of one reply, in words; its own limit is `bodyLimitBytes`. */
export const mostOfReply = '64 MiB';
/** Offers that fit into that: with every field of interface.md each is some 2.4 kB. */
export const offersInReply = 25_000;

const count = offersInReply.toLocaleString('en-US');

/** What is to be known before so many offers are asked for; undefined while they fit into a reply. */
export const tooManyAsked = (limit: number): string | undefined =>
  limit > offersInReply
    ? `No reply over ${mostOfReply} is taken, some ${count} offers: lower the limit.`
    : undefined;

/** What to do about a reply that was too long. */
export const shorterReply = `Lower the limit of the search, or add conditions: some ${count} offers fit into ${mostOfReply}.`;
