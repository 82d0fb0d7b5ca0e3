import type { Instance } from '../client/wire.ts';
import { dataOf } from '../engine/read-health.ts';
import { type Rescue, rescuesOf } from '../engine/rescue/rescue.ts';
import { noRescue } from '../engine/rescue/rescue-ask.ts';
import { useStore } from '../tui/use-store.ts';
import { useInstances } from './resources.ts';
import { useDeck, useSession } from './use-deck.ts';
import { useJournal } from './use-journal.ts';

/** The machine whose boot failed last and whose rescue waits for a yes of the person; undefined when none does. */
export function useAwaitingRescue(): { rescue: Rescue; instance: Instance } | undefined {
  const deck = useDeck();
  const session = useSession();
  const { wanted, requests } = useStore(deck.rescue);
  const rows = dataOf(useInstances())?.instances ?? [];
  const failed = rescuesOf(useJournal())
    .filter(({ id, plan, phase, failed, rescue }) => {
      const asks = plan.consent === 'ask' || (plan.consent === 'by-itself' && plan.cap === undefined);
      return asks && phase === 'watching' && failed !== undefined && !wanted.has(id) && requests.has(rescue);
    })
    .sort((a, b) => (b.failed?.at ?? 0) - (a.failed?.at ?? 0));
  for (const rescue of failed) {
    const instance = rows.find(({ id }) => id === rescue.id);
    if (
      instance !== undefined &&
      session !== undefined &&
      noRescue(deck, session, instance, rescue) === undefined
    )
      return { rescue, instance };
  }
  return undefined;
}
