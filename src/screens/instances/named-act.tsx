import { useEffect } from 'react';
import type { Bindings } from '../../engine/keymap.ts';
import { dataOf } from '../../engine/loadable.ts';
import type { NamedAct } from '../../engine/palette-desk.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useRescueKey } from '../../hooks/use-rescue-key.ts';
import { useStore } from '../../tui/use-store.ts';
import { useBid } from './use-bid.ts';
import { type InstanceAct, useInstanceActs } from './use-instance-acts.ts';

/** Acts that the command line can ask for by ids and labels. */
export type NamedActId = InstanceAct | 'instance.rescue' | 'instance.bid' | 'instance.open';

/**
 * Does what the command line asked for on the instances that it named: by the same bindings as a key on their rows,
 * with the same reasons why not and the same questions. Draws nothing; it stays until the next one, since what an act
 * began may still have something to say.
 */
export function NamedActs() {
  const asked = useStore(useDeck().palette.named);
  return asked === undefined ? null : <Act key={asked.nonce} asked={asked} />;
}

function Act({ asked }: { asked: NamedAct }) {
  const deck = useDeck();
  const listed = dataOf(useInstances())?.instances ?? [];
  const rows = asked.rows.map((row) => listed.find(({ id }) => id === row.id) ?? row);
  const [first] = rows;
  const bindings: Bindings<NamedActId> = {
    ...useInstanceActs(first, rows.length > 1 ? rows : []),
    'instance.rescue': useRescueKey(first?.id ?? 0, first).key,
    'instance.bid': useBid(first),
    'instance.open': {
      run: () => first && deck.go({ go: 'push', route: { screen: 'instance', id: first.id } }),
    },
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an act is done once, whatever is drawn anew
  useEffect(() => {
    const { run, blocked } = bindings[asked.id as NamedActId];
    if (blocked === undefined) return run();
    deck.messages.say('warn', blocked);
    // What cannot be opened in a browser can be looked at here.
    if (asked.id === 'instance.jupyter') bindings['instance.open'].run();
  }, []);
  return null;
}
