/** The title of the terminal's window. */

export type Title = {
  /** Shows `text`; written only when it differs from what is shown. */
  set(text: string): void;
  /** What gives the window the title back that it had; empty where that is what it shows. For the way out. */
  restoring(): string;
  /** Another program has the terminal: the window's own title comes back, and what is set waits. */
  leave(): void;
  /** Shows again what was set. */
  enter(): void;
};

const longest = 120;
const save = '\x1b[22;0t';
/** Does nothing where no title was saved. */
export const bringTitleBack = '\x1b[23;0t';

export type TitleIo = {
  write(text: string): void;
  /** Whether the terminal takes nothing now: a title waits for the next one then. */
  isFull?(): boolean;
  /** False leaves the window's title alone. */
  enabled: boolean;
};

export function createTitle({ write, isFull = () => false, enabled }: TitleIo): Title {
  let wanted: string | undefined;
  let shown: string | undefined;
  let away = false;
  const show = () => {
    if (!enabled || away || wanted === undefined || wanted === shown || isFull()) return;
    // The first title is put on top of the window's own, which the terminal keeps on a stack.
    write(`${shown === undefined ? save : ''}\x1b]2;${wanted}\x07`);
    shown = wanted;
  };
  const restoring = () => {
    const text = shown === undefined ? '' : bringTitleBack;
    shown = undefined;
    return text;
  };
  return {
    set(text) {
      wanted = Array.from(text.replace(/[\x00-\x1f\x7f-\x9f]/g, ''))
        .slice(0, longest)
        .join('');
      show();
    },
    restoring,
    leave() {
      away = true;
      const text = restoring();
      if (text !== '') write(text);
    },
    enter() {
      away = false;
      show();
    },
  };
}
