import type { User } from '../../client/wire.ts';

/**
 * What somebody should know before ssh is tried with an account that is known to have no SSH key: nothing else tells why
 * a machine that runs refuses. Undefined where there is a key, and where the service does not say.
 */
export const noKeyOnFile = (user: Pick<User, 'ssh_key'> | undefined): string | undefined =>
  user?.ssh_key?.trim() === ''
    ? 'The account has no SSH key: unless this instance has one of its own, it refuses ssh.'
    : undefined;
