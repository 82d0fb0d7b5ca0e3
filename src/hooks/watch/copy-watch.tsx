import { useEffect } from 'react';
import type { Deck } from '../../engine/deck.ts';
import { nameOfId } from '../../engine/instances/names.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { pollSeconds } from '../../engine/reads.ts';
import { reportDone } from '../../engine/report-failure.ts';
import { type CopyRecord, copiesAfter, mayGoOn } from '../../engine/transfer/copy-progress.ts';
import { useStore } from '../../tui/use-store.ts';
import { useDeck } from '../use-deck.ts';
import { useRead } from '../use-read.ts';

/** Keeps what the status messages of instances tell of the copies of this run, on whatever screen. Draws nothing. */
export function CopyWatch() {
  const deck = useDeck();
  const records = useStore(deck.copy.records);
  const every = records.some(mayGoOn) ? pollSeconds.boot : 0;
  // The same read as every other of this list, only more often while something is copied.
  const instances = dataOf(useRead(keys.instances, (api, o) => api.listInstances(o), { every }))?.instances;
  useEffect(() => {
    if (instances === undefined) return;
    const before = deck.copy.records.get();
    const statusOf = (id: number) => {
      const row = instances.find((one) => one.id === id);
      return row === undefined ? undefined : { statusMsg: row.status_msg };
    };
    const after = copiesAfter(before, statusOf, deck.own());
    deck.copy.records.set(after);
    for (const [index, copy] of after.entries())
      if (copy.state !== before[index]?.state) tellEnd(deck, copy, nameOfId(instances, copy.instance));
  }, [deck, instances]);
  return null;
}

function tellEnd(deck: Deck, { state, said, request }: CopyRecord, name: string): void {
  const of = `Copy of ${name}`;
  const what = `${of} to ${request.dst}`;
  if (state === 'finished') reportDone(deck, of, `${what}: finished`);
  if (state === 'failed')
    deck.messages.say('error', `${what}: failed. The service says: ${said ?? 'nothing more'}`, { of });
  if (state === 'cancelled') deck.messages.say('warn', `${what}: called off`, { of });
}
