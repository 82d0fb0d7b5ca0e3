import type { FC } from 'react';
import type { ActionId } from '../keymap.ts';
import type { RouteOf, ScreenName } from '../route.ts';

/** A screen as the shell knows it. */
export type ScreenDef<S extends ScreenName> = {
  /** A crumb of the title line. */
  title(route: RouteOf<S>): string;
  /** The number key that leads here, and the name on the tab. */
  jump?: { key: string; name: string };
  needs: 'nothing' | 'api-key';
  /** Every action that it binds; the keymap test reads this. */
  actions: readonly ActionId[];
  View: FC<{ route: RouteOf<S> }>;
};
