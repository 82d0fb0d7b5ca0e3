import type { Parts } from '../../base/parts.ts';
import type { Deck } from '../../engine/deck.ts';
import type { KnownProfile } from '../../engine/services.ts';
import { unfinished } from '../../engine/unfinished.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';

/** The palette's entries for going over to another account; none where there is only one. */
export function useProfileEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  return () => {
    const here = deck.session.get()?.profile;
    const others = (deck.services.profiles?.list() ?? []).filter(({ name }) => name !== here);
    if (deck.services.profiles === undefined) return [];
    const waits = unfinished(deck, 'switch').underWay.length > 0 ? { hint: 'not yet' } : {};
    const note = 'hint' in waits ? `, ${waits.hint}` : '';
    const switchOver: MenuEntry = {
      label: 'Profile: go over to another account',
      names: ['profile'],
      ...waits,
      needsWords: true,
      takes: {
        what: 'the name of a profile',
        options: (before) =>
          before.length > 0
            ? []
            : others.map(({ name, baseUrl }) => ({ word: name, note: `${baseUrl}${note}` })),
        run: (words) => {
          const name = words.join(' ');
          const profile = others.find((one) => one.name === name);
          if (profile !== undefined) ask(deck, profile);
          return profile === undefined ? noProfileWords(name, here, others) : undefined;
        },
      },
      run: () => {},
    };
    return [
      switchOver,
      ...others.map((profile): MenuEntry => {
        const { name, baseUrl, readOnly } = profile;
        const label = `Profile: switch to ${name}, at ${baseUrl}${readOnly ? ', read-only' : ''}`;
        return { label, names: [name], isPlace: true, ...waits, run: () => ask(deck, profile) };
      }),
    ];
  };
}

/** Why a profile cannot be gone over to. */
function noProfileWords(name: string, here: string | undefined, others: readonly KnownProfile[]): string {
  if (name === here) return `profile ${name} is the one in use`;
  const names = others.map((one) => one.name);
  return names.length === 0
    ? `there is no other profile: rigdeck login --profile ${name} makes one`
    : `no profile is called ${name}; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
}

/** Asks first where something is kept only while the account in use stays so. */
function ask(deck: Deck, { name, baseUrl }: KnownProfile): void {
  const { underWay, unkept } = unfinished(deck, 'switch');
  if (underWay.length > 0 || unkept.length === 0) return void switchTo(deck, name);
  deck.open({
    kind: 'confirm',
    action: 'app.palette',
    title: `Switch to profile ${name}?`,
    body: [
      [[`${name}  ${baseUrl}`, 'bold']],
      [],
      ...unkept.map((line): Parts => [line]),
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
