import { createStore, type Store } from '../base/store.ts';
import type { Instance } from '../client/wire.ts';
import { type ActionId, actionRow, actions } from './keymap.ts';
import { records } from './records.ts';
import type { Route } from './route.ts';
import type { SavedView } from './saved-view.ts';
import type { Services } from './services.ts';

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

/** Whether the palette has something else of this name: a place, or what is done on some screen. */
export function isCommandWord(name: string): boolean {
  if (places.some(({ names }) => names.includes(name))) return true;
  const ids = (Object.keys(actions) as ActionId[]).filter((id) => actionRow(id).group !== 'move');
  return ids.some((id) => namesOf(id, actionRow(id).label).includes(name));
}

/** Commands that are kept over the end of a run. */
const longestHistory = 100;
const longestLine = 200;

/**
 * Whether a word may be a key, a token, a secret or a code: long, of letters and digits together as none that names
 * something is, or marked as one by how it begins. Paths and file names are none.
 */
export function looksSecret(word: string): boolean {
  if (/^(bearer|otpauth:|sk-|ghp_|hf_|AKIA)/i.test(word) || /^-----BEGIN/.test(word)) return true;
  if (/[=:](?=.{12,})/.test(word) && !/^https?:/.test(word)) return true;
  if (/[./~\\]/.test(word) && !/^[\w-]{20,}\.[\w-]{10,}\.[\w-]+$/.test(word)) return false;
  const plain = word.replaceAll(/[-_+/=]/g, '');
  if (/^[A-Z2-7]{16,}$/.test(plain)) return true;
  if (/^[0-9a-f]{20,}$/i.test(plain)) return true;
  return plain.length >= 20 && /\d/.test(plain) && /[A-Za-z]/.test(plain);
}

/** A command as history keeps it: without words that may be secrets. Undefined where nothing is left. */
export function keepable(line: string): string | undefined {
  const kept = line
    .trim()
    .split(/\s+/)
    .filter((word) => !looksSecret(word.replaceAll(/^"|"$/g, '')))
    .join(' ')
    .slice(0, longestLine);
  return kept === '' ? undefined : kept;
}

/** The history with one more line at its end, each line once, the oldest dropped first. */
export const remembered = (lines: readonly string[], line: string): readonly string[] =>
  [...lines.filter((one) => one !== line), line].slice(-longestHistory);

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
