import { createContext, useContext } from 'react';
import type { Deck } from '../engine/deck.ts';
import { currentRoute, type Route } from '../engine/route.ts';
import type { Services, Session } from '../engine/services.ts';
import { useStore } from '../tui/use-store.ts';

const DeckContext = createContext<Deck | undefined>(undefined);

export const DeckProvider = DeckContext.Provider;

export function useDeck(): Deck {
  const deck = useContext(DeckContext);
  if (deck === undefined) throw new Error('a screen was drawn outside the deck');
  return deck;
}

export const useRoute = (): Route => currentRoute(useStore(useDeck().nav));

export const useSession = (): Session | undefined => useStore(useDeck().session);

/** The client of the session; screens that need one are not shown without it. */
export function useApi(): Session['api'] {
  const session = useSession();
  if (session === undefined) throw new Error('a screen that needs a key was shown without one');
  return session.api;
}

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('the deck was drawn without its services');
  return services;
}
