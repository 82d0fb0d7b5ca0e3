import type { Parts } from '../../base/parts.ts';
import type { Instance, Offer } from '../../client/wire.ts';
import type { SentMessage } from '../../engine/services.ts';
import type { Reachable } from '../keys/layers.ts';
import type { Column } from '../list/columns.ts';
import type { PickedList } from '../list/list-state.ts';
import type { Takes } from '../palette/palette-line.ts';

export type MenuEntry = {
  key?: string;
  label: string;
  hint?: string;
  /** Where a list is searched: what else this is called, and whether it leads somewhere rather than does something. */
  names?: readonly string[];
  isPlace?: boolean;
  /** On the command line: the words that may stand behind its name. */
  takes?: Takes;
  /** It does nothing without such words. */
  needsWords?: true;
  run: () => void;
};

/** What stands over a screen; at most one at a time. */
export type Modal =
  /** The keys of the place that it was opened from. */
  | { kind: 'help'; actions: readonly Reachable[] }
  | { kind: 'messages' }
  | { kind: 'palette' }
  /** The themes, each tried while the cursor stands on it. */
  | { kind: 'theme' }
  /** Text to scroll through. */
  | { kind: 'pager'; title: string; lines: readonly string[] }
  /** Codes that the embedded sandbox sent, as a phone would show them. */
  | { kind: 'phone'; messages: readonly SentMessage[] }
  /** A list; entries with a key are taken by it. With `search` letters narrow it instead. `lacks`: why it is not the whole list. */
  | { kind: 'menu'; title: string; entries: readonly MenuEntry[]; search?: true; lacks?: string | undefined }
  | SortModal
  /** Offers side by side. */
  | { kind: 'compare'; of: ComparedOffers }
  /** Which columns a list shows, and in which order. */
  | { kind: 'columns'; list: PickedList }
  | LimitModal
  | PromptModal
  | SecretModal
  | ConfirmModal;

/**
 * A question before an act. It opens on its `no` button. With `typed`, Enter does nothing until that phrase stands
 * in the field. What it names is captured when it opens.
 */
export type ConfirmModal = {
  kind: 'confirm';
  /** The action that it is asked for, by its id. */
  action: string;
  title: string;
  /** What it is about, a line each: scrolled where there are more than fit. */
  targets?: readonly Parts[];
  body: readonly Parts[];
  no: string;
  yes: string;
  typed?: string;
  run: () => void;
};

/** The columns that a list can be sorted by, each with its letter, and the place among them of the one that it is sorted by. */
export type SortModal = {
  kind: 'sort';
  entries: readonly MenuEntry[];
  sorted: { at: number; descending: boolean } | undefined;
};

/** Offers to be compared, by the columns of the list that they come from; `covered` are the fields that these stand for. */
export type ComparedOffers = {
  offers: readonly Offer[];
  columns: readonly Column<Offer>[];
  covered: readonly string[];
};

/** What is to stop or destroy instances by itself, each by its own clock; `rows` are how they stood when this opened. */
export type LimitModal = { kind: 'limit'; rows: readonly Instance[] };

/** One line of text that is asked for. Nothing happens while it is longer than `limit` characters. */
export type PromptModal = {
  kind: 'prompt';
  title: string;
  initial: string;
  limit: number;
  /** What is known of it, a line each. */
  notes?: readonly string[];
  /** What is wrong with a text, in a sentence; nothing happens while there is something. */
  wrong?: (text: string) => string | undefined;
  /** Why a text may not even stand in the field: it is taken out of it at once, and so is all that comes after it. */
  refuses?: (text: string) => string | undefined;
  /** It is not kept but gone on with. */
  goesOn?: true;
  /** What stands there from the start may be taken as it is. */
  takesInitial?: true;
  run: (text: string) => void;
};

/** A secret that is asked for, never shown, and held by the dialog alone. */
export type SecretModal = {
  kind: 'secret';
  title: string;
  /** Where it goes, and what becomes of it. */
  note: string;
  run: (text: string) => void;
};
