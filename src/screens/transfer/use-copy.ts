import type { ApiError } from '../../client/errors.ts';
import type { CloudCopyRequest, Instance } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import { nameOfId } from '../../engine/instances/names.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportDone, reportFailure } from '../../engine/report-failure.ts';
import { type CopyRecord, mayGoOn } from '../../engine/transfer/copy-progress.ts';
import { mayHaveActed } from '../../engine/write-advice.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';

export type CopyCommands = {
  /** Sends it once, and keeps what became of it; a refusal is answered, for the field that can mend it. */
  start(body: CloudCopyRequest): Promise<ApiError | undefined>;
  /** Calls off what is being copied from or to an instance. */
  cancel(instance: number): Promise<void>;
  pending: boolean;
};

const change = (deck: Deck, id: number, next: (copy: CopyRecord) => CopyRecord) =>
  deck.copy.records.set((now) => now.map((copy) => (copy.id === id ? next(copy) : copy)));

/** Starts cloud copies and calls them off. */
export function useCopy(): CopyCommands {
  const deck = useDeck();
  const session = useSession();
  const instances = dataOf(useInstances())?.instances;
  const api = () => {
    if (session === undefined) throw new Error('a copy was sent without a session');
    return session.api;
  };
  const starting = useCommand((body: CloudCopyRequest) => api().cloudCopy(body), [keys.instances]);
  const ending = useCommand((instance: number) => api().cancelCloudCopy(instance), [keys.instances]);

  return {
    pending: starting.pending || ending.pending,
    async start({ api_key, ...request }) {
      const instance = Number(request.instance_id);
      const id = (deck.copy.records.get().at(-1)?.id ?? 0) + 1;
      const before = instances?.find((row) => row.id === instance)?.status_msg;
      const sent: CopyRecord = { id, instance, request, at: deck.own(), state: 'sent', before };
      deck.copy.records.set((now) => [...now, sent]);
      const result = await starting.run({ ...request, ...(api_key === undefined ? {} : { api_key }) });
      const drop = () => deck.copy.records.set((now) => now.filter((copy) => copy.id !== id));
      if (result === undefined) {
        drop();
        return undefined;
      }
      const name = nameOfId(instances, instance);
      if (result.ok) {
        const { msg, result_url } = result.value;
        change(deck, id, (copy) => ({
          ...copy,
          state: 'started',
          ...(msg === undefined ? {} : { msg }),
          ...(result_url === undefined ? {} : { resultUrl: result_url }),
        }));
        reportDone(deck, `Copy of ${name}`, `${name}: the copy was started`);
        return undefined;
      }
      const { error } = result;
      const unclear = mayHaveActed(error);
      if (unclear) change(deck, id, (copy) => ({ ...copy, state: 'unknown' }));
      else drop();
      reportFailure(deck, `Copy of ${name}`, error);
      return unclear ? undefined : error;
    },
    async cancel(instance) {
      const result = await ending.run(instance);
      if (result === undefined) return;
      const name = nameOfId(instances, instance);
      if (!result.ok) return reportFailure(deck, `Copy of ${name}`, result.error);
      const { msg } = result.value;
      deck.copy.records.set((now) =>
        now.map((copy) =>
          copy.instance === instance && mayGoOn(copy)
            ? { ...copy, state: 'cancelled', ...(msg === undefined ? {} : { said: msg }) }
            : copy,
        ),
      );
      reportDone(deck, `Copy of ${name}`, `${name}: the copy was called off; what is copied already stays`);
    },
  };
}

/** The instances at which something may be being copied: what was asked for here, and what their status tells of. */
export function copyingInstances(records: readonly CopyRecord[], elsewhere: readonly Instance[]): number[] {
  return [
    ...new Set([
      ...records.filter(mayGoOn).map(({ instance }) => instance),
      ...elsewhere.map(({ id }) => id),
    ]),
  ];
}
