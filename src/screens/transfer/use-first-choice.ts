import { useEffect } from 'react';
import type { CloudConnection, Instance } from '../../client/wire.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { withValue } from '../../tui/form/form-state.ts';

/** Chooses where there is nothing to choose: the only connection, and the instance that was looked at last. */
export function useFirstChoice(
  instances: readonly Instance[] | undefined,
  connections: readonly CloudConnection[] | undefined,
): void {
  const deck = useDeck();
  const { form } = deck.copy;
  const choose = (field: string, id: number | undefined) => {
    if (id !== undefined && form.get().picks[field] === '')
      form.set((now) => withValue(now, field, String(id)));
  };
  const known = instances !== undefined && connections !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the lists have come; a later read changes no choice
  useEffect(() => {
    if (!known) return;
    const under = deck.underCursor.get('instances');
    choose(
      'instance_id',
      (instances.find(({ id }) => id === under) ?? (instances.length === 1 ? instances[0] : undefined))?.id,
    );
    choose('selected', connections.length === 1 ? connections[0]?.id : undefined);
  }, [known]);
}
