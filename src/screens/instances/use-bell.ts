import type { Instance } from '../../client/wire.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { Binding } from '../../engine/keymap.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useStore } from '../../tui/use-store.ts';

/** Whether what becomes of one instance calls the person; the key line says how it stands. */
export function useBell(instance: Instance | undefined): Binding {
  const { bell, silent, messages } = useDeck();
  const isOn = useStore(bell);
  const ids = useStore(silent);
  if (instance === undefined) return { run: () => {}, blocked: 'There is no instance here' };
  const rings = isOn && !ids.has(instance.id);
  return {
    label: rings ? 'bell: on' : 'bell: off',
    blocked: isOn ? undefined : 'All notifications are off',
    run: () => {
      const next = new Set(ids);
      if (!next.delete(instance.id)) next.add(instance.id);
      silent.set(next);
      const what = next.has(instance.id) ? 'calls you no more' : 'calls you again';
      messages.say('info', `${instanceName(instance)} ${what}, until rigdeck ends.`);
    },
  };
}
