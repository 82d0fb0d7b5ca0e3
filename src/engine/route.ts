import type { EndpointGroup, Offer, WorkerGroup } from '../client/wire.ts';
import type { TfaGoal } from './two-factor/tfa-flow-state.ts';
import type { Way } from './two-factor/tfa-methods.ts';

/** Where a person is. Adding a screen is a case here and a folder in screens/. */
export type Route =
  | { screen: 'sign-in'; reason?: string }
  | { screen: 'offers' }
  | { screen: 'search' }
  | { screen: 'searches' }
  | { screen: 'rent'; offer: Offer; draftOf?: number }
  | { screen: 'instances' }
  | { screen: 'instance'; id: number }
  /** `instance` is chosen in the form as it opens. */
  | { screen: 'copy'; instance?: number }
  | { screen: 'groups' }
  | { screen: 'group-form'; of: GroupForm }
  | { screen: 'logs'; id: number }
  | { screen: 'security' }
  | { screen: 'money' }
  | { screen: 'calls' }
  | { screen: 'volumes' }
  | { screen: 'keys' }
  | { screen: 'ssh-keys' }
  | { screen: 'new-key' }
  /** The value of a new key, this once; it stands in the deck's store and never in a route. */
  | { screen: 'key-value' }
  /** One two-factor flow, whatever it is for; its state, secrets included, is never part of a route. */
  | { screen: 'tfa'; goal: FlowGoal; prefer?: Way };

/** What a group form makes, or `change`s: the group as it was listed. `endpointId` is where new workers are to belong. */
export type GroupForm =
  | { kind: 'endpoint'; change?: EndpointGroup }
  | { kind: 'worker'; change?: WorkerGroup; endpointId?: number };

/** A goal without the secret that a web login hands over: that one stands in the session. */
export type FlowGoal = Exclude<TfaGoal, { kind: 'login' }> | { kind: 'login'; admin?: boolean };

export type ScreenName = Route['screen'];
export type RouteOf<S extends ScreenName> = Extract<Route, { screen: S }>;

/** The routes a person came through, the last one showing; `previous` is where `-` leads. */
export type Navigation = { stack: readonly [Route, ...Route[]]; previous?: Route };

export type Move =
  | { go: 'push'; route: Route }
  | { go: 'replace'; route: Route }
  /** A fresh stack: a number key, or a sign-in. */
  | { go: 'jump'; route: Route }
  | { go: 'back' }
  | { go: 'last' };

const onTop = (below: readonly Route[], top: Route): [Route, ...Route[]] => {
  const [first, ...rest] = below;
  return first === undefined ? [top] : [first, ...rest, top];
};

export function currentRoute(nav: Navigation): Route {
  return nav.stack[nav.stack.length - 1] as Route;
}

/** The next navigation; `back` at the bottom of the stack stays where it is. */
export function navigate(nav: Navigation, move: Move): Navigation {
  const here = currentRoute(nav);
  switch (move.go) {
    case 'push':
      return { stack: [...nav.stack, move.route], previous: here };
    case 'replace':
      return { ...nav, stack: onTop(nav.stack.slice(0, -1), move.route) };
    case 'jump':
      return here.screen === move.route.screen && nav.stack.length === 1
        ? nav
        : { stack: [move.route], previous: here };
    case 'back':
      return nav.stack.length < 2
        ? nav
        : { stack: nav.stack.slice(0, -1) as [Route, ...Route[]], previous: here };
    case 'last':
      return nav.previous === undefined ? nav : { stack: [nav.previous], previous: here };
  }
}
