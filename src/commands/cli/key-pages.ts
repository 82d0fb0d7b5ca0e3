import { type ActionId, type ActionRow, actions, defaultKeymap, type Keymap } from '../../engine/keymap.ts';
import { isActionId } from '../../engine/own-keys.ts';
import { type AnyWrite, actionOf } from '../../engine/write.ts';

/** The keys of one place of the deck, as pages about the deck show them. */
export type KeyPage = { place: string; rows: readonly KeyPageRow[] };
export type KeyPageRow = { id: ActionId; keys: readonly string[]; does: string };

/** `instance` of `instance.stop`. */
type FirstWord<Id> = Id extends `${infer Word}.${string}` ? Word : never;

/** Where an action works, by the first word of its id, in the order of the pages. A word without a place does not compile. */
const places = {
  app: 'Everywhere',
  held: 'Everywhere',
  list: 'Lists',
  sort: 'Sort order',
  columns: 'Column picker',
  filter: 'Filter',
  offer: 'Offers',
  offers: 'Offers',
  compare: 'Offer comparison',
  search: 'Search form',
  searches: 'Saved searches',
  rent: 'Rent form',
  form: 'All forms',
  instance: 'Instances',
  limit: 'Auto-stop dialog',
  logs: 'Logs',
  group: 'Groups',
  copy: 'Copy',
  volume: 'Volumes',
  money: 'Money',
  call: 'Calls',
  security: 'Security',
  tfa: 'Two-factor steps',
  keys: 'API keys',
  'new-key': 'New API key',
  key: 'New API key',
  'ssh-keys': 'SSH keys',
  dialog: 'Dialogs',
  prompt: 'Prompts',
  answer: 'Prompts',
  menu: 'Menus',
  command: 'Command line',
  pager: 'Help, messages and records',
} as const satisfies Record<FirstWord<ActionId>, string>;

/** Actions that work elsewhere than the first word of their id says. */
const ownPlaces: Partial<Record<ActionId, string>> = {
  'rent.settle': 'Everywhere',
  'form.page': 'Rent form',
  'form.editor': 'Rent form',
  'form.template': 'Rent and group forms',
  'form.submit': 'Sign-in and new key forms',
  'form.reveal': 'Sign-in form',
  'group.review': 'Group form',
};

const asking = { confirm: 'asks first', 'type-name': 'type to confirm' } as const;

/** Every key of the deck by the place where it works: for docs/keys.md, the manual page and, by the person's own keymap, `help keys`. */
export function keyPages(
  keymap: Keymap = defaultKeymap,
  writes: readonly AnyWrite[] = [],
): readonly KeyPage[] {
  const named = Object.entries(places).flatMap(([word, place]) => [
    place,
    ...Object.entries(ownPlaces).flatMap(([id, own]) => (id.startsWith(`${word}.`) ? [own] : [])),
  ]);
  const byPlace = new Map<string, KeyPageRow[]>(named.map((place) => [place, []]));
  const added = writes.filter(({ id, action }) => action !== undefined && !isActionId(id));
  const table = [...Object.entries(actions), ...added.map((write) => [write.id, actionOf(write)] as const)];
  for (const [id, { help, danger, keys }] of table as [ActionId, ActionRow][]) {
    const does = danger === undefined ? help : `${help} (${asking[danger]})`;
    const place = ownPlaces[id] ?? places[id.split('.')[0] as FirstWord<ActionId>];
    byPlace.get(place)?.push({ id, keys: (isActionId(id) ? keymap(id) : keys).map(longKey), does });
  }
  return [...byPlace].map(([place, rows]) => ({ place, rows }));
}

const longNames: Readonly<Record<string, string>> = {
  pageup: 'PgUp',
  pagedown: 'PgDn',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
};

/** A key as a page shows it: `ctrl+s` is Ctrl+S, `pagedown` PgDn; a single character stays as it is typed. */
function longKey(key: string): string {
  if (key.length === 1) return key;
  return key
    .split('+')
    .map((part) => longNames[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
}
