import { createStore, type Store } from '../base/store.ts';
import type { Instance } from '../client/wire.ts';

import { keepable, remembered } from './history-words.ts';
import type { SavedView } from './saved-view.ts';
import type { Services } from './services.ts';

/** An act that the command line asked for on instances that it named, and not on those under a cursor. */
export type NamedAct = { id: string; rows: readonly Instance[]; nonce: number };

/** What `:set` has changed for this run; absent where things are as they began. */
export type Wishes = { refresh?: number; ascii?: boolean; still?: boolean };

/** What the command line remembers and hands on. */
export type PaletteDesk = {
  named: Store<NamedAct | undefined>;
  wishes: Store<Wishes>;
  /** The list that is shown, as `:w` writes it; set by the list, undefined on screens that have none. */
  view: { current: (() => SavedView) | undefined };
  /** Commands, oldest first. */
  history(): readonly string[];
  remember(line: string): void;
};

export function createPaletteDesk(services: Services): PaletteDesk {
  let own: readonly string[] = [];
  const history = () => services.history?.list() ?? own;
  return {
    named: createStore<NamedAct | undefined>(undefined),
    wishes: createStore<Wishes>({}),
    view: { current: undefined },
    history,
    remember: (line) => {
      const kept = keepable(line);
      if (kept === undefined) return;
      own = remembered(history(), kept);
      services.history?.keep(own);
    },
  };
}

/** Asks for an act on named instances. */
export function askNamed(desk: PaletteDesk, id: string, rows: readonly Instance[]): void {
  desk.named.set((was) => ({ id, rows, nonce: (was?.nonce ?? 0) + 1 }));
}
