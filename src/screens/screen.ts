import type { FC } from 'react';
import type { Instance } from '../client/wire.ts';
import type { ActionId } from '../engine/keymap.ts';
import type { RouteOf, ScreenName } from '../engine/route.ts';

/** A screen as the shell knows it. */
export type ScreenDef<S extends ScreenName> = {
  /** A crumb of the title line; `instances` is the list as it was read last, for what a route's id is called. */
  title(route: RouteOf<S>, instances: readonly Instance[]): string;
  needs: 'nothing' | 'api-key';
  /** Every action that it binds; the keymap test reads this. */
  actions: readonly ActionId[];
  View: FC<{ route: RouteOf<S> }>;
};
