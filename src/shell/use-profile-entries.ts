import { type Deck, useDeck } from '../hooks/deck.ts';
import type { MenuEntry } from '../hooks/modal.ts';
import { unfinished } from '../hooks/unfinished.ts';
import { useDialogCells } from '../hooks/use-dialog-cells.ts';
import type { Parts } from '../parts.ts';
import type { KnownProfile } from '../services.ts';
import { wrapWords } from '../wrap-words.ts';

/** The palette's entries for going over to another account; none where there is only one. */
export function useProfileEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  const cells = useDialogCells();
  return () => {
    const here = deck.session.get()?.profile;
    return (deck.services.profiles?.list() ?? [])
      .filter(({ name }) => name !== here)
      .map((profile) => {
        const { name, baseUrl, readOnly } = profile;
        const label = `Profile: switch to ${name}, at ${baseUrl}${readOnly ? ', read-only' : ''}`;
        const waits = unfinished(deck, 'switch').underWay.length > 0;
        return {
          ...{ label, names: ['profile', name], isPlace: true },
          ...(waits ? { hint: 'not yet' } : {}),
          run: () => ask(deck, profile, cells),
        };
      });
  };
}

/** Why `profile NAME` leads nowhere: it is the one in use, or there is none of that name. Undefined for other words. */
export function noProfileWords(deck: Deck, typed: string): string | undefined {
  const [, wanted] = /^\s*profile\s+(\S+)\s*$/i.exec(typed) ?? [];
  if (wanted === undefined) return undefined;
  const here = deck.session.get()?.profile;
  const names = (deck.services.profiles?.list() ?? []).map(({ name }) => name);
  if (wanted === here) return `profile ${wanted} is the one in use`;
  const others = names.filter((name) => name !== here);
  return others.length === 0
    ? `there is no other profile: rigdeck login --profile ${wanted} makes one`
    : `no profile is called ${wanted}; there ${others.length === 1 ? 'is' : 'are'} ${others.join(', ')}`;
}

/** Asks first where something is kept only while the account in use stays so. */
function ask(deck: Deck, { name, baseUrl }: KnownProfile, cells: number): void {
  const { underWay, unkept } = unfinished(deck, 'switch');
  if (underWay.length > 0 || unkept.length === 0) return void switchTo(deck, name);
  deck.open({
    kind: 'confirm',
    action: 'app.palette',
    title: `Switch to profile ${name}?`,
    body: [
      [[`${name}  ${baseUrl}`, 'bold']],
      [],
      ...unkept.flatMap((text) => wrapWords(text, cells)).map((line): Parts => [line]),
      ['Nothing changes on the service. In use now:'],
    ],
    no: 'No, stay',
    yes: 'Switch',
    run: () => void switchTo(deck, name),
  });
}

/**
 * The account of another profile takes the place of this one, for this run. Without its key nothing changes, nor while
 * something that belongs to the account that is left waits or is under way.
 */
async function switchTo(deck: Deck, name: string): Promise<void> {
  const before = deck.session.get();
  if (isBusy(deck)) return;
  const opened = await deck.services.profiles?.open(name);
  if (opened === undefined || deck.session.get() !== before || isBusy(deck)) return;
  if (!opened.ok) return deck.messages.say('error', opened.text);
  deck.go({ go: 'jump', route: { screen: 'offers' } });
  deck.session.set(opened.session);
  deck.messages.say('info', `Profile ${name}, until rigdeck ends.`);
}

/** Says what keeps the account in use, where something does. */
function isBusy(deck: Deck): boolean {
  const { underWay } = unfinished(deck, 'switch');
  if (underWay.length > 0) deck.messages.say('warn', underWay.join(' '));
  return underWay.length > 0;
}
