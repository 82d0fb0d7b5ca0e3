import { printable } from '../base/key-text.ts';
import type { ActionRow } from './action-row.ts';
import { columnsActions } from './actions-columns.ts';
import { dialogsActions } from './actions-dialogs.ts';
import { everywhereActions } from './actions-everywhere.ts';
import { instancesActions } from './actions-instances.ts';
import { offersActions } from './actions-offers.ts';
import { securityActions } from './actions-security.ts';

export type { ActionGroup, ActionRow } from './action-row.ts';

/**
 * Every action of the deck, as data. The key line, the help overlay, the palette, the README and the tests read
 * these rows, so they cannot disagree. A screen binds, for exactly the ids that it declares, what an action does.
 *
 * Keys are written as tui/keys/strokes.ts names them. In text fields printable keys are text, so the actions of forms
 * use Tab, Enter, Esc and Ctrl keys that no line editor uses.
 */
export const actions = {
  ...everywhereActions,
  ...columnsActions,
  ...offersActions,
  ...instancesActions,
  ...securityActions,
  ...dialogsActions,
} as const satisfies Record<string, ActionRow>;

export type ActionId = keyof typeof actions;

/** The row of an action, widened so that optional parts can be read. */
export const actionRow = (id: ActionId): ActionRow => actions[id];

/** Up and down in whatever is longer than the screen. */
export const moveActions = ['list.down', 'list.up', 'list.top', 'list.bottom', 'list.page-down', 'list.page-up', 'list.half-down', 'list.half-up'] as const satisfies readonly ActionId[];
export type MoveAction = (typeof moveActions)[number];

/** What every list has: moving, the filter, the order, the columns, the record behind a row. */
export const plainListActions = [...moveActions, 'list.filter', 'list.sort', 'list.reverse', 'list.sort-left', 'list.sort-right', 'list.columns', 'list.raw'] as const satisfies readonly ActionId[];

/** Rows that can be marked, for what acts on several. */
export const markActions = ['list.mark', 'list.mark-range', 'list.mark-all', 'list.mark-none'] as const satisfies readonly ActionId[];

/** A pane beside or below the list. */
export const paneActions = ['list.pane', 'list.pane-grow', 'list.pane-shrink', 'list.pane-focus', 'list.pane-down', 'list.pane-up'] as const satisfies readonly ActionId[];

/** Columns that are scrolled; they lie over the screen's own keys (hooks/list-columns.ts). */
export const sidewaysActions = ['list.left', 'list.right'] as const satisfies readonly ActionId[];

export const globalActions = [
  'app.quit',
  'app.back',
  'app.escape',
  'app.help',
  'app.palette',
  'app.offers',
  'app.instances',
  'app.groups',
  'app.copy',
  'app.security',
  'app.money',
  'app.last',
  'app.needs-you',
  'app.calls',
  'app.messages',
  'app.refresh',
  'app.undo',
  'app.repaint',
  'app.suspend',
] as const satisfies readonly ActionId[];

/** What works under everything that is open. */
export const alwaysActions: readonly ActionId[] = globalActions.filter((id) => actionRow(id).always === true);

/** Global actions that lead to no other screen. */
const staying: readonly ActionId[] = ['app.quit', 'app.back', 'app.escape', 'app.help', 'app.palette', 'app.messages', 'app.refresh', 'app.repaint', 'app.suspend'];
/** Those that do: blocked where something is shown once. */
export const elsewhereActions: readonly ActionId[] = globalActions.filter((id) => !staying.includes(id));

/** Bound while a rent has no outcome, on every screen. */
export const settleActions = ['rent.settle'] as const satisfies readonly ActionId[];

/** Bound while an act waits to be sent, below whatever else takes their keys. */
export const heldActions = ['held.send'] as const satisfies readonly ActionId[];

/** What a binding does, and, while it cannot, a sentence that says why. */
export type Binding = {
  run: () => void;
  blocked?: string | undefined;
  /** In the place of the label of its row, where the key line says how a switch stands. */
  label?: string;
  /**
   * In the place of that of its row on the key line: where an action matters just now that has none, and `false` where
   * one would stand there that nothing is to be done with until an answer has come.
   */
  footer?: number | false | undefined;
  /** Of what is not in the table of keys, as the person's own commands: it brings its row and its keys with it. */
  row?: ActionRow;
};
export type Bindings<Id extends ActionId = ActionId> = { [id in Id]: Binding };

/** Keys by action id, after the person's own bindings have been applied. */
export type Keymap = (id: ActionId) => readonly string[];
export const defaultKeymap: Keymap = (id) => actions[id].keys;

/** What a text calls the key of an action: `r`, `enter`, `ctrl+g`; where one is typing, no letter. */
export type KeyName = (id: ActionId, where?: 'typing') => string;

/**
 * The names of keys for texts, by the keymap in use: the first key of an action. One without a key is named by how the
 * palette finds it, as `:refresh`.
 */
export const keyNames =
  (keymap: Keymap): KeyName =>
  (id, where) =>
    keymap(id).find((key) => where !== 'typing' || !printable(key)) ?? `${keymap('app.palette')[0] ?? ':'}${actionRow(id).label}`;
