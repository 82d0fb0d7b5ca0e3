import { useLayer } from '../../../hooks/use-layer.ts';
import { useLine } from '../../../hooks/use-line.ts';
import type { TfaFlow } from '../../../hooks/use-tfa-flow.ts';
import { useBody } from '../../../hooks/use-viewport.ts';
import { useTheme } from '../../../theme.ts';
import { prose, type Row, row } from '../layout.ts';
import { StepView } from '../step-view.tsx';

type SavePathProps = {
  flow: TfaFlow;
  rows: readonly Row[];
  initial: string;
  save(path: string): void;
  cancel(): void;
};

/** Where the codes are saved. An existing file is never touched. */
export function SavePath({ flow, rows, initial, save, cancel }: SavePathProps) {
  const { columns } = useBody();
  const { glyphs } = useTheme();
  const line = useLine(initial);
  useLayer({
    kind: 'text',
    bindings: { 'tfa.go': { run: () => save(line.text) } },
    paste: line.layer.paste,
    edits: (stroke) => {
      if (stroke.key !== 'esc') return line.layer.edits(stroke);
      cancel();
      return true;
    },
  });
  return (
    <StepView
      flow={flow}
      notice={false}
      steady
      rows={[
        ...rows,
        ...prose('Save to this new file, which only you can read:', columns),
        row(['File  ', ...line.draw(Math.max(20, columns - 14), glyphs.caret)]),
        ...prose('Enter saves. Esc keeps the codes on the screen.', columns, 'dim', 3),
      ]}
    />
  );
}
