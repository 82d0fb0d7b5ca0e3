import { useEffect } from 'react';
import { currentRoute } from '../../engine/route.ts';
import type { Session } from '../../engine/services.ts';
import { openTfaLogin } from '../../engine/tfa-login.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import { useDeck, useRoute, useSession } from '../use-deck.ts';

/** What a logged-out session stands in for, until it has become a login or was left. */
const standsInFor = new WeakMap<Session, Session>();

/** Takes a person who leaves the login of a web secret back to the session that they had, or to Sign-in. */
export function useLoggedOut(): void {
  const deck = useDeck();
  const session = useSession();
  const { screen } = useRoute();
  const left = session?.loggedOut !== undefined && screen !== 'tfa';
  useEffect(() => {
    if (!left || session === undefined) return;
    const before = standsInFor.get(session);
    deck.session.set(before);
    if (before === undefined) deck.go({ go: 'jump', route: { screen: 'sign-in' } });
  }, [deck, left, session]);
}

/** The palette's entries for logging in with two-factor by choice. */
export function useLoginEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  const { signIn } = deck.services;
  /** The service is seen without a key from here on, and the secret goes along with each call. */
  const begin = (from: Session | { baseUrl: string }, tfaSecret: string) => {
    const session = signIn.loggedOut(from, tfaSecret);
    if ('api' in from) standsInFor.set(session, from);
    else deck.go({ go: 'jump', route: { screen: 'offers' } });
    deck.session.set(session);
    openTfaLogin(deck);
  };
  const askSecret = (from: Session | { baseUrl: string }) =>
    deck.open({
      kind: 'secret',
      title: 'The tfa_secret of the web login',
      note: `It goes to ${from.baseUrl} alone, with each call of this login, and is kept nowhere.`,
      run: (text) => begin(from, text),
    });
  const askUrl = () =>
    deck.open({
      kind: 'prompt',
      title: 'Base URL of the service',
      goesOn: true,
      initial: '',
      limit: 200,
      run: (text) => {
        const url = signIn.cleanBaseUrl(text);
        if (url.ok) askSecret({ baseUrl: url.url });
        else deck.messages.say('warn', url.reason);
      },
    });

  return () => {
    const session = deck.session.get();
    const url = signIn.knownBaseUrl === undefined ? undefined : signIn.cleanBaseUrl(signIn.knownBaseUrl);
    const web: MenuEntry = {
      label: 'Log in with a two-factor secret from a web login',
      run: () => {
        if (session !== undefined) askSecret(session);
        else if (url?.ok === true) askSecret({ baseUrl: url.url });
        else askUrl();
      },
    };
    if (session === undefined) return [web];
    if (session.loggedOut !== undefined || session.keyless === true) return [];
    // On Security a key of the screen does the same, and stands among the actions of the palette.
    const plain: MenuEntry = { label: 'Log in with two-factor', run: () => openTfaLogin(deck) };
    return [
      ...(currentRoute(deck.nav.get()).screen === 'security' ? [] : [plain]),
      { label: 'Log in with two-factor as an administrator', run: () => openTfaLogin(deck, { admin: true }) },
      web,
    ];
  };
}
