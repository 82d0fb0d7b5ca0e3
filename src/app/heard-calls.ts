import type { ClientSettings } from '../client/client.ts';
import type { CallList } from '../commands/cli/context.ts';
import type { KnownIds } from '../platform/files/known-ids.ts';
import type { Log } from '../platform/log/log.ts';

/**
 * What the calls of a client are told to: the log, the list that a person can see, with the writes under way, and, for a real service, the ids
 * that a shell completes. `pending` waits for what has to be written before the program ends.
 */
export function heardCalls(to: {
  log: Pick<Log, 'debug' | 'contents'>;
  calls: CallList;
  knownIds: KnownIds | undefined;
  pending: (work: Promise<unknown>) => void;
}): Required<Pick<ClientSettings, 'trace' | 'heardWrite'>> {
  const trace: NonNullable<ClientSettings['trace']> = (event, bodies) => {
    to.calls.heard(event, bodies);
    // The list has masked what the call carried; the log masks it once more.
    const seen = to.log.contents ? to.calls.list().at(-1) : undefined;
    to.log.debug('call', seen ?? event);
    if (event.endpoint !== 'listInstances' || event.kind !== undefined || to.knownIds === undefined) return;
    const rows = (bodies?.got as { instances?: unknown } | undefined)?.instances;
    if (!Array.isArray(rows)) return;
    const ids = rows.map((row) => Number((row as { id?: unknown } | null)?.id));
    to.pending(to.knownIds.note(ids.filter((id) => Number.isSafeInteger(id) && id > 0)));
  };
  return { trace, heardWrite: to.calls.heardWrite };
}
