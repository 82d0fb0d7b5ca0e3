import {
  type ActionId,
  actions,
  alwaysActions,
  globalActions,
  heldActions,
  settleActions,
} from './keymap.ts';
import type { KeyLayer } from './own-keys.ts';

const ids = Object.keys(actions) as ActionId[];
const beginning = (...words: readonly string[]): readonly ActionId[] =>
  ids.filter((id) => words.some((word) => id.startsWith(`${word}.`)));

/** What stands over a screen, each with the only actions that it leaves of what is below. */
const overlays: readonly KeyLayer[] = [
  { where: 'in a question', actions: [...beginning('dialog'), ...alwaysActions], typing: true },
  {
    where: 'where a text is asked for',
    actions: [...beginning('prompt', 'answer'), ...alwaysActions],
    typing: true,
  },
  { where: 'in the auto-stop dialog', actions: [...beginning('limit'), ...alwaysActions], typing: true },
  { where: 'on the command line', actions: [...beginning('command'), ...alwaysActions], typing: true },
  { where: 'in a menu', actions: [...beginning('menu'), ...alwaysActions], typing: true },
  { where: 'in the order of a list', actions: [...beginning('sort'), ...alwaysActions], typing: true },
  {
    where: 'in a text to scroll through',
    actions: [...beginning('pager'), 'list.filter', 'filter.clear', ...alwaysActions],
  },
];

/** Actions that work under a field which takes letters, and so have other keys there. */
const besideFields = new Set<ActionId>([...globalActions, ...heldActions, ...settleActions]);

/**
 * Every place of the deck with the actions that can be asked for there at one moment, from what the screens declare.
 * With a screen go the keys that work on all of them.
 */
export function keyLayers(
  screens: Readonly<Record<string, { actions: readonly ActionId[] }>>,
): readonly KeyLayer[] {
  const everywhere = [...globalActions, ...settleActions, ...heldActions];
  const places = Object.entries(screens).map(
    ([name, { actions: of }]): KeyLayer => ({ where: `on ${name}`, actions: [...of, ...everywhere] }),
  );
  const forms = Object.entries(screens)
    .filter(([, { actions: of }]) => of.includes('form.next'))
    .map(
      ([name, { actions: of }]): KeyLayer => ({
        where: `in the form of ${name}`,
        actions: of.filter((id) => !besideFields.has(id)),
        typing: true,
      }),
    );
  const code: KeyLayer = {
    where: 'in a field of a two-factor flow',
    actions: beginning('tfa'),
    typing: true,
  };
  const filter: KeyLayer = { where: 'in the filter of a list', actions: beginning('filter'), typing: true };
  // A dialog that has actions of its own and no entry above is a place too: its actions are those of one first word.
  const held = new Set([...places, filter, ...overlays].flatMap(({ actions: of }) => [...of]));
  const words = new Set(ids.filter((id) => !held.has(id)).map((id) => id.split('.')[0] as string));
  const others = [...words].map(
    (word): KeyLayer => ({
      where: `in the dialog of ${word}`,
      actions: [...beginning(word), ...alwaysActions],
    }),
  );
  return [...places, ...forms, code, filter, ...overlays, ...others];
}
