import type { FC } from 'react';
import type { Instance } from '../client/wire.ts';
import { type ActionId, globalActions } from '../keymap.ts';
import type { Route, RouteOf, ScreenName } from '../route.ts';
import { calls } from './calls/screen.tsx';
import { copy } from './copy/screen.tsx';
import { groupForm } from './group-form/screen.tsx';
import { groups } from './groups/screen.tsx';
import { instance } from './instance/screen.tsx';
import { instances } from './instances/screen.tsx';
import { keyValue } from './key-value/screen.tsx';
import { keys } from './keys/screen.tsx';
import { logs } from './logs/screen.tsx';
import { money } from './money/screen.tsx';
import { newKey } from './new-key/screen.tsx';
import { offers } from './offers/screen.tsx';
import { rent } from './rent/screen.tsx';
import type { ScreenDef } from './screen.ts';
import { search } from './search/screen.tsx';
import { searches } from './searches/screen.tsx';
import { security } from './security/screen.tsx';
import { signIn } from './sign-in/screen.tsx';
import { sshKeys } from './ssh-keys/screen.tsx';
import { tfa } from './tfa/screen.tsx';
import { volumes } from './volumes/screen.tsx';

/** Every screen of the deck. A route without a screen does not compile. */
export const screens: { [S in ScreenName]: ScreenDef<S> } = {
  'sign-in': signIn,
  offers,
  search,
  searches,
  rent,
  instances,
  instance,
  copy,
  groups,
  'group-form': groupForm,
  logs,
  security,
  money,
  calls,
  volumes,
  keys,
  'ssh-keys': sshKeys,
  'new-key': newKey,
  'key-value': keyValue,
  tfa,
};

/** A definition that takes any route: safe, because a route only ever meets the screen of its own name. */
export type AnyScreen = {
  title(route: Route, instances: readonly Instance[]): string;
  jump?: { action: ActionId; name: string };
  needs: 'nothing' | 'api-key';
  actions: readonly ActionId[];
  View: FC<{ route: Route }>;
};

export function definitionOf<S extends ScreenName>(route: RouteOf<S>): AnyScreen {
  return screens[route.screen] as unknown as AnyScreen;
}

const placeOf = (id: ActionId): number => (globalActions as readonly ActionId[]).indexOf(id);

/** The screens that have a tab, in the order of what leads there. */
export const tabs: readonly { screen: ScreenName; jump: { action: ActionId; name: string } }[] = (
  Object.entries(screens) as [ScreenName, ScreenDef<ScreenName>][]
)
  .flatMap(([screen, { jump }]) => (jump === undefined ? [] : [{ screen, jump }]))
  .sort((a, b) => placeOf(a.jump.action) - placeOf(b.jump.action));
