import type { ListReply, Offer, Volume } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import type { Binding } from '../../engine/keymap.ts';
import { isWhole, lackWords, missingWords } from '../../engine/missing-rows.ts';
import { dataOf, type Loadable } from '../../engine/read-health.ts';
import { isOnMachine, volumeLabel } from '../../engine/volumes/volumes.ts';

/** Where a volume lies, seen from an offer. */
function whereWords(volume: Volume, offer: Offer): string {
  const here = isOnMachine(volume, offer);
  if (here === true) return 'on this machine';
  return here === false
    ? `on machine ${volume.machine_id}: cannot be linked here`
    : 'its machine is not known';
}

/** Why there is nothing to pick from yet. They are asked for when the second page is shown. */
function notKnown(read: Loadable<ListReply<Volume>>, page: number, pageKey: string): string {
  if (read.state === 'failed') return 'The list of volumes is not known';
  return page === 0
    ? `The volumes are asked for on the second page: ${pageKey} leads there`
    : 'The volumes are still being asked for';
}

/** Offers the volumes of the account to link, those on the machine of the offer first. */
export function volumeBinding(
  deck: Deck,
  {
    offer,
    page,
    read,
    set,
  }: { offer: Offer; page: number; read: Loadable<ListReply<Volume>>; set: (id: string) => void },
): Binding {
  const volumes = dataOf(read);
  const here = (volume: Volume) => isOnMachine(volume, offer) === true;
  const rows = [...(volumes?.rows ?? [])].sort((a, b) => Number(here(b)) - Number(here(a)));
  return {
    run: () =>
      deck.open({
        kind: 'menu',
        title: 'Volume to link',
        lacks: volumes && lackWords(volumes, 'volume'),
        entries: [
          ...rows.map((volume) => ({
            label: volumeLabel(volume),
            hint: whereWords(volume, offer),
            run: () => set(String(volume.id)),
          })),
          { label: 'none', run: () => set('') },
        ],
      }),
    blocked:
      volumes === undefined
        ? notKnown(read, page, deck.keyName('form.page'))
        : volumes.rows.length === 0
          ? isWhole(volumes)
            ? 'The account has no volume'
            : missingWords(volumes.missing ?? 0, 'volume')
          : undefined,
  };
}
