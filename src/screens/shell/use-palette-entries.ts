import { printKey } from '../../base/key-text.ts';
import type { Deck } from '../../engine/deck.ts';
import type { Binding } from '../../engine/keymap.ts';
import { isPlace, namesOf } from '../../engine/places.ts';
import { settlingReason, waitsForRows } from '../../hooks/list-settling.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLoginEntries } from '../../hooks/watch/use-logged-out.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import { helpOf } from '../../tui/dialog/spoken-help.ts';
import { boundActions, type Reachable } from '../../tui/keys/layers.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useProfileEntries } from '../account/use-profile-entries.ts';
import { useInstanceVerbs } from '../instances/acts.tsx';
import { useSearchEntries } from '../offers/use-search-entries.ts';
import { useOfferVerbs } from '../rent/use-offer-verbs.ts';
import { themeEntry } from './theme-menu.tsx';
import { useGuardEntries } from './use-guard-entries.ts';
import { usePlaceEntries } from './use-place-entries.ts';
import { useRehearsal } from './use-rehearsal.ts';
import { useSaveEntries } from './use-save-entries.ts';
import { useSettingEntries } from './use-settings.ts';

const rank = ({ id, row }: Reachable): number =>
  row.group === 'act' && !id.startsWith('list.') ? 0 : isPlace(id) ? 1 : 2;

/**
 * Everything that the command line can do from here: each action that is bound, each place, each act on an instance or
 * offer that is named behind it, settings, and on the sandbox what can be rehearsed.
 */
export function usePaletteEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  const { ascii, spoken } = useTheme();
  const rehearsals = useRehearsal();
  const logins = useLoginEntries();
  const guards = useGuardEntries();
  const elsewhere = usePlaceEntries();
  const profiles = useProfileEntries();
  const instances = useInstanceVerbs();
  const offers = useOfferVerbs();
  const saves = useSaveEntries();
  const settings = useSettingEntries();
  const searches = useSearchEntries();
  return () => {
    const bound = boundActions(
      deck.layers.get().map(({ current }) => current),
      deck.keymap,
    );
    const onInstances = instances(bound);
    const onOffers = offers(bound);
    const actions = bound
      .filter(({ row }) => row.group !== 'move')
      // What can be done to what is shown comes first, then where to go, then how it is shown.
      .sort((a, b) => rank(a) - rank(b))
      .map(({ id, row, binding, keys }): MenuEntry => {
        const takes = onInstances.takes.get(id) ?? onOffers.takes.get(id);
        return {
          ...(keys[0] === undefined ? {} : { key: printKey(keys[0], { ascii }) }),
          label: helpOf({ id, row }, spoken),
          names: namesOf(id, row.label),
          isPlace: isPlace(id),
          ...(binding.blocked === undefined
            ? {}
            : { hint: spoken ? `not now: ${binding.blocked}` : binding.blocked }),
          ...(takes === undefined ? {} : { takes }),
          run: () => runNow(deck, id, binding),
        };
      });
    return [
      ...actions,
      ...guards(),
      ...elsewhere(bound),
      ...searches(bound),
      ...onInstances.entries,
      ...onOffers.entries,
      themeEntry(deck),
      ...settings(),
      ...saves(),
      ...logins(),
      ...profiles(),
      ...rehearsals(),
    ];
  };
}

/** Does what the action means now: the rows of a list can have become others since the palette was opened. */
function runNow(deck: Deck, id: Reachable['id'], opened: Binding): void {
  const layers = deck.layers.get().map(({ current }) => current);
  // Without the palette's own, which hides them.
  const below = layers.filter(({ kind }) => kind !== 'modal' && kind !== 'modal-text');
  const binding = boundActions(below, deck.keymap).find((one) => one.id === id)?.binding ?? opened;
  const blocked = waitsForRows(deck, id) ? settlingReason : binding.blocked;
  if (blocked === undefined) binding.run();
  else deck.messages.say('warn', blocked);
}
