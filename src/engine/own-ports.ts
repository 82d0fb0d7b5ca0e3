import type { SavedSearchesPort } from './offers/saved-search.ts';

/** What of the person's own stands behind the deck: searches that they saved, and how they want to be called. */
export type OwnPorts = {
  searches?: SavedSearchesPort;
  /** False where config.toml turns notifications off. */
  bell?: boolean;
  /** Gives an event to the program of `on_event`; `failed` says why that did not work. */
  onEvent?(event: Readonly<Record<string, string | number>>, failed: (why: string) => void): void;
};
