import { parseKey, printable } from '../base/key-text.ts';
import { strokeToEdit } from '../tui/keys/edit-keys.ts';
import { type ActionId, actionRow, actions, type Keymap } from './keymap.ts';

/** Actions that can be asked for at the same moment, and in words where that is. */
export type KeyLayer = {
  where: string;
  actions: readonly ActionId[];
  /** A text field has the keyboard there: letters are letters, and the keys of a line editor edit. */
  typing?: true;
};

/** What is wrong with a binding, in a sentence; `id` as [keys] names it. */
export type KeyProblem = { id: string; message: string };

export type OwnKeys = {
  keymap: Keymap;
  problems: readonly KeyProblem[];
  /** Why a binding takes no effect, by its id; that of each side of a collision. */
  refused: ReadonlyMap<string, string>;
};

/** Ways out: with their key a person leaves wherever they are, so it can be joined by others but not be taken off. */
const waysOut: Partial<Record<ActionId, string>> = {
  'app.quit': 'ctrl+c',
  'app.escape': 'esc',
  'dialog.cancel': 'esc',
  'prompt.close': 'esc',
  'limit.close': 'esc',
  'menu.close': 'esc',
  'command.close': 'esc',
  'pager.close': 'esc',
  'filter.clear': 'esc',
  'columns.undo': 'esc',
  'compare.close': 'esc',
};

/** What every action can still be found with once it has no key. */
const alwaysBound: readonly ActionId[] = ['app.palette', 'app.help'];

export const isActionId = (id: string): id is ActionId => Object.hasOwn(actions, id);

/**
 * The keymap with the person's own bindings in it. A list replaces the keys of its action, and an empty one unbinds it.
 * A binding that cannot be takes no effect and is named in `problems`; of two that mean different things by one key at
 * the same moment neither does. The others count.
 *
 * @param bindings keys as a person writes them, by action id
 * @param layers see key-layers.ts
 * @param nearest the known word that a mistyped one meant
 */
export function ownKeys(
  bindings: Readonly<Record<string, readonly string[]>>,
  layers: readonly KeyLayer[],
  nearest: (typed: string, names: readonly string[]) => string | undefined,
): OwnKeys {
  const own = new Map<ActionId, readonly string[]>();
  const problems: KeyProblem[] = [];
  const refused = new Map<string, string>();
  for (const [id, texts] of Object.entries(bindings)) {
    const known = isActionId(id);
    const read = known ? readKeys(id, texts, layers) : { error: noSuchAction(id, nearest) };
    if ('error' in read) {
      problems.push({ id, message: read.error });
      refused.set(id, read.error);
    } else if (known) own.set(id, read.keys);
  }
  // Each round takes bindings out, and the defaults are at peace with each other: it ends.
  for (let found = conflicts(own, layers); found.length > 0; found = conflicts(own, layers)) {
    const byBinding = new Map<string, Conflict[]>();
    for (const one of found) {
      const binding = `${one.ids.filter((id) => own.has(id))} ${one.key}`;
      byBinding.set(binding, [...(byBinding.get(binding) ?? []), one]);
    }
    for (const same of byBinding.values()) {
      const mine = (same[0] as Conflict).ids.filter((id) => own.has(id));
      const message = same.length === 1 ? clash(same[0] as Conflict) : clashes(mine[0] as ActionId, same);
      problems.push({ id: mine[0] as ActionId, message });
      for (const id of mine) refused.set(id, refused.get(id) ?? message);
    }
    for (const id of found.flatMap(({ ids }) => ids)) own.delete(id);
  }
  return { keymap: (id) => own.get(id) ?? actionRow(id).keys, problems, refused };
}

function noSuchAction(id: string, nearest: Parameters<typeof ownKeys>[2]): string {
  const near = nearest(id, Object.keys(actions));
  return `There is no action ${id}.${near === undefined ? ' rigdeck help keys lists them.' : ` Did you mean ${near}?`}`;
}

/** The keys of one binding as strokes name them. */
function readKeys(
  id: ActionId,
  texts: readonly string[],
  layers: readonly KeyLayer[],
): { keys: readonly string[] } | { error: string } {
  const keys: string[] = [];
  const defaults = 'Its default keys are used.';
  for (const text of texts) {
    const parsed = parseKey(text);
    if ('error' in parsed)
      return { error: `${parsed.error}. A key looks like "x", "D", "ctrl+s", "f5" or "pageup". ${defaults}` };
    const why = whyNot(id, parsed.key, layers);
    if (why !== undefined) return { error: `${why} ${defaults}` };
    if (!keys.includes(parsed.key)) keys.push(parsed.key);
  }
  const wayOut = waysOut[id];
  if (wayOut !== undefined && !keys.includes(wayOut))
    return { error: `${id} keeps ${wayOut}, the way out: give other keys beside it. ${defaults}` };
  if (keys.length === 0 && alwaysBound.includes(id))
    return { error: `${id} needs a key: what has none is found by it. ${defaults}` };
  return { keys };
}

/** A key that never gets to the action, since a text field takes it first. */
function whyNot(id: ActionId, key: string, layers: readonly KeyLayer[]): string | undefined {
  if (actionRow(id).keys.includes(key)) return undefined;
  const field = layers.find(({ typing, actions: of }) => typing === true && of.includes(id));
  if (field === undefined) return undefined;
  // What has a letter by default is not bound while one types.
  if (printable(key) && actionRow(id).keys.some(printable)) return undefined;
  if (printable(key))
    return `${key} is typed as text where ${id} works: ${field.where}. Use a key with ctrl.`;
  if (strokeToEdit({ key }) === undefined) return undefined;
  return `${key} edits text where ${id} works: ${field.where}. Use another key.`;
}

type Conflict = { ids: readonly [ActionId, ActionId]; key: string; where: string };

/** Pairs that mean different things by one key at the same moment. Those that share one by default know of each other. */
function conflicts(own: ReadonlyMap<ActionId, readonly string[]>, layers: readonly KeyLayer[]): Conflict[] {
  const found = new Map<string, Conflict>();
  if (own.size === 0) return [];
  for (const { where, actions: ids } of layers) {
    const owners = new Map<string, ActionId[]>();
    for (const id of new Set(ids)) {
      for (const key of own.get(id) ?? actionRow(id).keys) {
        for (const other of owners.get(key) ?? []) {
          const isOurs = own.has(id) || own.has(other);
          const pair = `${[id, other].sort().join(' ')} ${key}`;
          if (isOurs && !shareByDefault(id, other) && !found.has(pair))
            found.set(pair, { ids: [other, id], key, where });
        }
        owners.set(key, [...(owners.get(key) ?? []), id]);
      }
    }
  }
  return [...found.values()];
}

const shareByDefault = (one: ActionId, two: ActionId): boolean =>
  actionRow(one).keys.some((key) => actionRow(two).keys.includes(key));

function clash({ ids: [one, two], key, where }: Conflict): string {
  return `${key} cannot mean both ${one} and ${two} (${where}). Both have their default keys until one gets another.`;
}

/** One binding that takes its key from several actions. */
function clashes(mine: ActionId, found: readonly Conflict[]): string {
  const others = found.flatMap(({ ids }) => ids.filter((id) => id !== mine));
  return `${found[0]?.key} cannot mean both ${mine} and what it means already: ${[...new Set(others)].join(', ')}. All have their default keys until one gets another.`;
}
