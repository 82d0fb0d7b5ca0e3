import type { ActionId } from './keymap.ts';
import { records } from './records.ts';
import type { Route } from './route.ts';

/**
 * Somewhere that the palette leads to from everywhere, by any of its names, the first one being what it is called. One
 * that has a key is told by the help of its action; the others tell what they are for.
 */
export type Place = { names: readonly string[] } & ({ action: ActionId } | { route: Route; label: string });

export const places: readonly Place[] = [
  { names: ['offers', 'search', 'market'], action: 'app.offers' },
  { names: ['instances', 'inst', 'machines'], action: 'app.instances' },
  { names: ['groups', 'endpoints', 'workers'], action: 'app.groups' },
  { names: ['copy', 'cloud-copy'], action: 'app.copy' },
  { names: ['security', '2fa', 'tfa', 'two-factor'], action: 'app.security' },
  { names: ['money', 'cost', 'credit', 'billing'], action: 'app.money' },
  { names: ['calls', 'requests'], action: 'app.calls' },
  { names: ['messages'], action: 'app.messages' },
  {
    names: ['keys', 'api-keys'],
    route: { screen: 'keys' },
    label: 'Keys: API keys of the account, and what this one may do',
  },
  {
    names: ['ssh-keys'],
    route: { screen: 'ssh-keys' },
    label: 'SSH-keys: the public keys that open instances',
  },
  {
    names: ['searches', 'saved'],
    route: { screen: 'searches' },
    label: 'Searches: those that you have saved, to run and to watch',
  },
  {
    names: ['volumes', 'vol', 'disks'],
    route: { screen: 'volumes' },
    label: 'Volumes: where they lie, and what they are attached to',
  },
];

/** Other names of what is done and is no place. */
const actNames: Partial<Record<ActionId, readonly string[]>> = {
  'app.quit': ['q', 'exit'],
  'app.back': ['back'],
  'app.last': ['last'],
  'app.repaint': ['redraw'],
  'instance.open': ['show', 'watch'],
  'instance.limit': ['limit'],
  'instance.jupyter': ['open', 'jupyter', 'notebook'],
  'instance.cloud-copy': ['cloud-copy'],
  'instance.attach-key': ['attach-key', 'ssh-key'],
};

/** What stands on the key line as something that can be typed behind the colon. */
const typed = (label: string): string => label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');

/** Those of them that stand in the place of what the key line calls it, since something else is called so. */
const renamed: readonly string[] = ['instance.open', 'instance.jupyter', 'instance.attach-key'];

/** The names of an action: of the place that it leads to, else what it is called on the key line and its own. */
export function namesOf(id: string, label: string): readonly string[] {
  const place = places.find((one) => 'action' in one && one.action === id);
  const own = actNames[id as ActionId] ?? [];
  const write = records.find((one) => one.id === id);
  if (write?.names !== undefined) return write.names;
  return place?.names ?? (renamed.includes(id) ? own : [...new Set([typed(label), ...own])]);
}

export const isPlace = (id: string): boolean => places.some((one) => 'action' in one && one.action === id);
