/** The title of the terminal's window. */

export type Title = {
  /** Shows `text`; written only when it differs from what is shown. */
  set(text: string): void;
  /** Gives the window the title back that it had. */
  restore(): void;
};

const longest = 120;

/** @param enabled false leaves the window's title alone */
export function createTitle({ write, enabled }: { write(text: string): void; enabled: boolean }): Title {
  let shown: string | undefined;
  return {
    set(text) {
      const clean = Array.from(text.replace(/[\x00-\x1f\x7f-\x9f]/g, ''))
        .slice(0, longest)
        .join('');
      if (!enabled || clean === shown) return;
      // The first title is put on top of the window's own, which the terminal keeps on a stack.
      write(`${shown === undefined ? '\x1b[22;0t' : ''}\x1b]2;${clean}\x07`);
      shown = clean;
    },
    restore() {
      if (shown !== undefined) write('\x1b[23;0t');
      shown = undefined;
    },
  };
}
