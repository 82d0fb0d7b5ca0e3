import type { FC } from 'react';
import type { Instance } from '../client/wire.ts';
import type { ActionId } from '../engine/keymap.ts';
import type { Route, RouteOf, ScreenName } from '../engine/route.ts';
import { signIn } from './account/screen.tsx';
import { keyValue } from './api-keys/key-value.tsx';
import { newKey } from './api-keys/new-key.tsx';
import { keys } from './api-keys/screen.tsx';
import { sshKeys } from './api-keys/ssh-keys.tsx';
import { calls } from './calls/screen.tsx';
import { logs } from './connect/screen.tsx';
import { groupForm } from './groups/group-form.tsx';
import { groups } from './groups/screen.tsx';
import { instance } from './instances/instance.tsx';
import { instances } from './instances/screen.tsx';
import { money } from './money/screen.tsx';
import { offers } from './offers/screen.tsx';
import { search } from './offers/search.tsx';
import { searches } from './offers/searches.tsx';
import { rent } from './rent/screen.tsx';
import type { ScreenDef } from './screen.ts';
import { copy } from './transfer/screen.tsx';
import { security } from './two-factor/screen.tsx';
import { tfa } from './two-factor/tfa.tsx';
import { volumes } from './volumes/screen.tsx';

/**
 * Every screen of the deck. A route without a screen does not compile. What a registry names is loaded when it is first
 * asked for (`scripts/program-scripts.mjs`).
 */
export const screens: { readonly [S in ScreenName]: ScreenDef<S> } = {
  get 'sign-in'() {
    return signIn;
  },
  offers,
  get search() {
    return search;
  },
  get searches() {
    return searches;
  },
  get rent() {
    return rent;
  },
  get instances() {
    return instances;
  },
  get instance() {
    return instance;
  },
  get copy() {
    return copy;
  },
  get groups() {
    return groups;
  },
  get 'group-form'() {
    return groupForm;
  },
  get logs() {
    return logs;
  },
  get security() {
    return security;
  },
  get money() {
    return money;
  },
  get calls() {
    return calls;
  },
  get volumes() {
    return volumes;
  },
  get keys() {
    return keys;
  },
  get 'ssh-keys'() {
    return sshKeys;
  },
  get 'new-key'() {
    return newKey;
  },
  get 'key-value'() {
    return keyValue;
  },
  get tfa() {
    return tfa;
  },
};

/** A definition that takes any route: safe, because a route only ever meets the screen of its own name. */
export type AnyScreen = {
  title(route: Route, instances: readonly Instance[]): string;
  needs: 'nothing' | 'api-key';
  actions: readonly ActionId[];
  View: FC<{ route: Route }>;
};

export function definitionOf<S extends ScreenName>(route: RouteOf<S>): AnyScreen {
  return screens[route.screen] as unknown as AnyScreen;
}

/** The screens that have a tab, with what leads there from everywhere and the name on the tab, in the order of that. */
export const tabs: readonly { screen: ScreenName; action: ActionId; name: string }[] = [
  { screen: 'offers', action: 'app.offers', name: 'Offers' },
  { screen: 'instances', action: 'app.instances', name: 'Instances' },
  { screen: 'groups', action: 'app.groups', name: 'Groups' },
  { screen: 'copy', action: 'app.copy', name: 'Copy' },
  { screen: 'security', action: 'app.security', name: 'Security' },
  { screen: 'money', action: 'app.money', name: 'Money' },
];
