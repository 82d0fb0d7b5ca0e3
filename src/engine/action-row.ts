export type ActionGroup = 'move' | 'act' | 'view' | 'global';

export type ActionRow = {
  keys: readonly string[];
  /** One or two words, for the key line. */
  label: string;
  /** One sentence, for the help overlay. */
  help: string;
  group: ActionGroup;
  /** Place on the key line, smaller first; absent from it when not given. */
  footer?: number;
  /**
   * While it is blocked it leaves its room on the key line to those that are not. Not for what comes and goes with the row
   * under the cursor: the key line would jump as one moves.
   */
  yields?: true;
  /** The action opens a dialog: a plain question, or one that wants a word typed. */
  danger?: 'confirm' | 'type-name';
  /** Works under an open dialog too. */
  always?: true;
};
