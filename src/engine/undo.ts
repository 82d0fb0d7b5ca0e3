/** Something local that can be taken back: `what` follows "undone:", `back` answers whether there was anything to do. */
export type Undoable = { what: string; back: () => boolean };

/** What was changed here and can be taken back, newest last. Nothing in it has gone to the service. */
export type Undo = {
  push(entry: Undoable): void;
  /** Takes the newest change back that is not undone already, and says which; undefined when there is none. */
  pop(): string | undefined;
  clear(): void;
};

const deep = 20;

export function createUndo(): Undo {
  let entries: Undoable[] = [];
  return {
    push: (entry) => {
      entries = [...entries, entry].slice(-deep);
    },
    pop() {
      for (let entry = entries.pop(); entry !== undefined; entry = entries.pop())
        if (entry.back()) return entry.what;
      return undefined;
    },
    clear: () => {
      entries = [];
    },
  };
}
