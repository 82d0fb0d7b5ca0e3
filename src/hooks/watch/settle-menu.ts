import type { Instance, InstanceListReply } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { isWhole, missingWords } from '../../engine/missing-rows.ts';
import { keys } from '../../engine/read-keys.ts';
import type { Unsettled } from '../../engine/rent/rent-journal-machine.ts';
import { carries, contradiction } from '../../engine/rent/rent-match.ts';
import { letOthersGo, settleAs } from '../../engine/rent/rent-settling.ts';
import type { Verdict } from '../../engine/rent/rent-verdict.ts';
import type { Session } from '../../engine/services.ts';
import type { ConfirmModal, MenuEntry } from '../../tui/dialog/modal.ts';

type Open = { rent: Unsettled; verdict: Verdict };

const nameOf = ({ offerId, gpu }: Unsettled) => `offer ${offerId}${gpu === undefined ? '' : `, ${gpu}`}`;

/** Opens what a person can do about rents without an outcome; with several, the choice of one comes first. */
export function openSettleMenu(deck: Deck, session: Session, all: readonly Open[]): void {
  const [first, ...more] = all;
  if (first === undefined) return;
  if (more.length === 0) openOne(deck, session, first);
  else
    deck.open({
      kind: 'menu',
      title: 'Rents without an outcome',
      entries: all.map((open) => ({ label: nameOf(open.rent), run: () => openOne(deck, session, open) })),
    });
}

function openOne(deck: Deck, session: Session, { rent, verdict }: Open): void {
  const as = (became: { id: number } | 'not-created') =>
    void settleAs(deck, session, rent.rent, became).then((why) => why && deck.messages.say('warn', why));
  const ids = verdict.kind === 'ask' ? verdict.ids : [];
  const entries: MenuEntry[] = [
    { key: 'l', label: 'Look at the list now', run: () => void deck.reads.refresh(keys.instances) },
    ...ids.map(
      (id): MenuEntry => ({
        label: `It is instance ${id}`,
        hint: rowWords(
          rent,
          deck.latest.current?.find((row) => row.id === id),
        ),
        run: () => as({ id }),
      }),
    ),
    {
      key: 'n',
      label: 'Nothing was created',
      hint: 'you know it, as from the web console',
      run: () => void askNotCreated(deck, rent, () => as('not-created')),
    },
    ...(rent.overridden
      ? []
      : [
          {
            key: 'a',
            label: 'Rent anyway',
            hint: 'this one stays open',
            run: () =>
              deck.open(question(rent, 'rent anyway', () => void letOthersGo(deck, session, rent.rent))),
          },
        ]),
  ];
  deck.open({ kind: 'menu', title: `Not known: ${nameOf(rent)}`, entries });
}

/**
 * Asks whether nothing was created, once the list has been looked at: what carries the mark was, and no word of a person
 * makes it free of charge.
 */
async function askNotCreated(deck: Deck, rent: Unsettled, run: () => void): Promise<void> {
  const list = await deck.reads.refresh<InstanceListReply>(keys.instances);
  const own = list?.instances.find((row) => carries(row, rent.tag));
  if (own !== undefined)
    return deck.messages.say('warn', `Instance ${own.id} carries the mark of this rent: it was created.`);
  const unread =
    list === undefined
      ? 'The list cannot be read just now: nobody has looked.'
      : isWhole(list)
        ? undefined
        : `${missingWords(list.missing ?? 0, 'instance')}. One of them may be of this rent.`;
  const asked = question(rent, 'not created', run);
  deck.open(unread === undefined ? asked : { ...asked, body: [...asked.body, [[unread, 'warn']]] });
}

/** What tells it from others; first of all what the rent did not ask for. */
function rowWords(rent: Unsettled, row: Instance | undefined): string {
  if (row === undefined) return '';
  const other = contradiction(rent, row);
  if (other !== undefined) return `${other}: not what was rented`;
  return [row.label, gpuLabel(row)].filter((part) => part !== undefined && part !== '').join(', ');
}

const bodies: Record<'not created' | 'rent anyway', string> = {
  'not created':
    'If a machine of it exists all the same, it is charged, and rigdeck no longer looks for it. Instances shows whatever the service lists.',
  'rent anyway':
    'If the first one was created, you pay for two machines. rigdeck goes on looking for what became of it.',
};

/** A word to type: a slip of a key must not end the search for something that is charged. */
function question(rent: Unsettled, typed: 'not created' | 'rent anyway', run: () => void): ConfirmModal {
  return {
    kind: 'confirm',
    action: 'rent.settle',
    title: typed === 'not created' ? 'Was nothing created?' : 'Rent although this is open?',
    body: [[[nameOf(rent), 'bold']], [], [bodies[typed]]],
    no: 'No, go back',
    yes: typed === 'not created' ? 'Settle it so' : 'Let others go out',
    typed,
    run,
  };
}
