import type { FC } from 'react';
import type { Instance } from '../client/wire.ts';
import type { ActionId } from '../keymap.ts';
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
