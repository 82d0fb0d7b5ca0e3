import type { Client } from '../client/client-type.ts';
import { noKeyOnFile } from '../engine/connect/key-on-file.ts';

/**
 * The sentence for an account without an SSH key; undefined where that cannot be read, which stops nobody from trying.
 * Called beside the read of the instance, so that it costs no time of its own.
 */
export const keyWarning = (api: Client, signal: AbortSignal): Promise<string | undefined> =>
  api.currentUser({ signal, once: true }).then(noKeyOnFile, () => undefined);
