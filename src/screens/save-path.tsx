import type { ReactNode } from 'react';
import { atStart } from '../base/key-text.ts';
import { useKeyName } from '../tui/keys/key-names.ts';
import { useLayer } from '../tui/keys/use-layer.ts';
import { prose, type Row, row } from '../tui/text/row-lines.tsx';
import { useLine } from '../tui/text/use-line.ts';
import { useTheme } from '../tui/theme/theme.ts';
import { useBody } from '../tui/use-viewport.ts';

type SavePathProps = {
  /** What is saved, as `the codes`. */
  what: string;
  /** The action of the screen whose key saves. */
  accept: 'tfa.go' | 'key.done';
  draw(rows: readonly Row[]): ReactNode;
  initial: string;
  save(path: string): void;
  cancel(): void;
};

/** Where a secret that is shown once is saved. An existing file is never touched. */
export function SavePath({ what, accept, draw, initial, save, cancel }: SavePathProps) {
  const { columns } = useBody();
  const { glyphs } = useTheme();
  const line = useLine(initial);
  useLayer({
    kind: 'text',
    bindings: { [accept]: { run: () => save(line.text) } },
    paste: line.layer.paste,
    edits: (stroke) => {
      if (stroke.key !== 'esc') return line.layer.edits(stroke);
      cancel();
      return true;
    },
  });
  return draw([
    ...prose('Save to this new file, which only you can read:', columns),
    row(['File  ', ...line.draw(Math.max(20, columns - 14), glyphs.caret)]),
    ...prose(`${atStart(useKeyName()(accept))} saves. Esc keeps ${what} on the screen.`, columns, 'dim', 3),
  ]);
}
