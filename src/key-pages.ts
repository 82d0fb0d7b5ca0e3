import { type ActionId, actionRow, actions, defaultKeymap, type Keymap } from './keymap.ts';

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
  sort: 'The order of a list',
  columns: 'The columns of a list',
  compare: 'Offers side by side',
  filter: 'The filter of a list',
  offer: 'Offers',
  offers: 'Offers',
  search: 'Forms',
  searches: 'Saved searches',
  rent: 'Forms',
  form: 'Forms',
  instance: 'Instances',
  limit: 'The limit of an instance',
  logs: 'Logs',
  group: 'Groups',
  copy: 'Copy',
  volume: 'Volumes',
  money: 'Money',
  call: 'Calls',
  security: 'Security and two-factor',
  tfa: 'Security and two-factor',
  keys: 'API keys',
  'new-key': 'API keys',
  key: 'API keys',
  'ssh-keys': 'SSH keys',
  dialog: 'Dialogs, menus and overlays',
  prompt: 'Dialogs, menus and overlays',
  answer: 'Dialogs, menus and overlays',
  menu: 'Dialogs, menus and overlays',
  command: 'The command line',
  pager: 'Dialogs, menus and overlays',
} as const satisfies Record<FirstWord<ActionId>, string>;

const asking = { confirm: 'asks first', 'type-name': 'asks for a word to be typed' } as const;

/** Every key of the deck by the place where it works: for the README, the manual page and, by the person's own keymap, `help keys`. */
export function keyPages(keymap: Keymap = defaultKeymap): readonly KeyPage[] {
  const byPlace = new Map<string, KeyPageRow[]>(Object.values(places).map((place) => [place, []]));
  for (const id of Object.keys(actions) as ActionId[]) {
    const { help, danger } = actionRow(id);
    const does = danger === undefined ? help : `${help} (${asking[danger]})`;
    byPlace
      .get(places[id.split('.')[0] as FirstWord<ActionId>])
      ?.push({ id, keys: keymap(id).map(longKey), does });
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
