import {
  type ActionId,
  markActions,
  paneActions,
  plainListActions,
  sidewaysActions,
} from '../../engine/keymap.ts';
import type { ListAction } from '../../hooks/use-list.ts';
import { type InstanceAct, instanceActs } from './use-instance-acts.ts';

const ownActs = [
  'instance.open',
  'instance.rescue',
  'instance.bid',
  'instance.rent-like',
] as const satisfies readonly ActionId[];

/** What the Instances screen binds itself; the keys that scroll lie over these. */
export type InstancesAction = ListAction | InstanceAct | (typeof ownActs)[number];

/** Every action of the Instances screen. */
export const instancesActs: readonly ActionId[] = [
  ...plainListActions,
  ...markActions,
  ...paneActions,
  'list.wide',
  ...sidewaysActions,
  ...instanceActs,
  ...ownActs,
];
