import { width } from '../../base/cells.ts';
import { brokenAtBlanks } from '../../base/wrap-words.ts';
import { viewport } from '../text/text-view.ts';
import type { SpokenField } from './announcer.ts';

/** What stands before the text of a field, so that a line of one's own is told from one that was said. */
const prompt = '> ';

/** Room for what is typed where nothing tells how wide a line is. */
const usualColumns = 80;

type Open = { of: string; before: string; after: string };

export type LineWriter = {
  /** Appends lines; `field` is what is being typed into from then on. */
  say(lines: readonly string[], field: SpokenField | undefined): void;
  /** On to a line of its own, for somebody else who writes. */
  leave(): void;
};

/**
 * Writes lines below each other and never touches one again, but for the last one while it is typed into. The cursor
 * stays behind the last word, or in the field. Backspaces do what there is to do, so that no escape sequence is needed.
 * A terminal would break a line that is too long inside a word, which is then read as two: it is broken between words
 * here, to the cells that the terminal has then. Without `columns`, as in a file, lines stay whole.
 */
export function createLineWriter(
  write: (text: string) => void,
  columns: () => number | undefined,
): LineWriter {
  let isAtStart = true;
  let open: Open | undefined;

  const view = (field: SpokenField): Open => {
    const { before, under, after } = viewport(
      field,
      Math.max(8, (columns() ?? usualColumns) - prompt.length - 1),
    );
    return { of: field.of, before, after: `${under}${after}`.trimEnd() };
  };
  const wrapped = (lines: readonly string[]): readonly string[] => {
    const cells = columns();
    return cells === undefined ? lines : lines.flatMap((line) => brokenAtBlanks(line, cells));
  };
  const back = (text: string) => '\b'.repeat(width(text));
  /** Takes the field's text off its line, with the cursor where it began. */
  const wiped = ({ before, after }: Open): string => {
    const whole = before + after;
    return `${back(before)}${' '.repeat(width(whole))}${back(whole)}`;
  };
  const drawn = ({ before, after }: Open): string => before + after + back(after);

  return {
    say(lines, field) {
      const next = field === undefined ? undefined : view(field);
      const isSame = open !== undefined && next?.of === open.of;
      let out = '';
      if (lines.length > 0) {
        // A line of the field that stays goes away first, with its prompt.
        if (open !== undefined && isSame) {
          out += `${wiped(open)}${back(prompt)}${' '.repeat(prompt.length)}${back(prompt)}`;
        } else if (!isAtStart) {
          out += '\r\n';
        }
        out += wrapped(lines).join('\r\n');
        isAtStart = false;
        open = undefined;
      }
      if (next === undefined) {
        // What was typed stays, and what is said next stands below it.
        open = undefined;
      } else if (open === undefined || !isSame) {
        out += `${isAtStart ? '' : '\r\n'}${prompt}${drawn(next)}`;
      } else if (next.before.startsWith(open.before) && open.after === '' && next.after === '') {
        out += next.before.slice(open.before.length);
      } else if (next.before !== open.before || next.after !== open.after) {
        out += wiped(open) + drawn(next);
      }
      if (next !== undefined) {
        open = next;
        isAtStart = false;
      }
      if (out !== '') write(out);
    },
    leave() {
      if (!isAtStart) write('\r\n');
      isAtStart = true;
      open = undefined;
    },
  };
}
