import { atStart } from '../../base/key-text.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { prose, type Row, row } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { StepView } from './step-view.tsx';
import { useBackupField } from './use-backup-field.ts';

type ReadBackProps = {
  flow: TfaFlow;
  rows: readonly Row[];
  /** Counted from 0. */
  asked: number;
  refused: string | undefined;
  answer(typed: string): void;
  showAgain(): void;
};

/** The codes are hidden, and one of them is typed from the person's own copy. */
export function ReadBack({ flow, rows, asked, refused, answer, showAgain }: ReadBackProps) {
  const { columns } = useBody();
  const { glyphs } = useTheme();
  const field = useBackupField('', answer);
  useLayer({
    kind: 'text',
    bindings: { 'tfa.go': { run: () => answer(field.text) } },
    paste: field.layer.paste,
    edits: (stroke) => {
      if (stroke.key !== 'esc') return field.layer.edits(stroke);
      showAgain();
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
        ...prose(`Type code ${asked + 1} from your own copy:`, columns),
        row([`Code ${asked + 1}  `, ...field.draw(glyphs.caret)]),
        ...prose(refused === undefined ? '' : `${glyphs.warn} ${refused}`, columns, 'bad', 0),
        ...prose(
          `${atStart(flow.keyName('tfa.go'))} checks it. Esc shows the codes again.`,
          columns,
          'dim',
          3,
        ),
      ]}
    />
  );
}
