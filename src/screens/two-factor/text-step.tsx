import type { Binding } from '../../engine/keymap.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { blank, prose, type Row } from '../../tui/text/row-lines.tsx';
import { useBody } from '../../tui/use-viewport.ts';
import { StepView } from './step-view.tsx';
import { waitRows } from './tfa-layout.ts';

export type Paragraph =
  | string
  | { text: string; style: 'dim' | 'warn' | 'bad' | 'ok' | 'bold'; drop?: number };

type TextStepProps = { flow: TfaFlow; paragraphs: readonly Paragraph[]; go?: Binding; notice?: boolean };

/** A step that only says something and goes on with Enter. */
export function TextStep({ flow, paragraphs, go, notice = true }: TextStepProps) {
  const { columns } = useBody();
  useLayer({ kind: 'screen', bindings: go === undefined ? {} : { 'tfa.go': go } });
  const rows = paragraphs.flatMap((one): Row[] =>
    typeof one === 'string' ? prose(one, columns) : prose(one.text, columns, one.style, one.drop ?? 0),
  );
  return <StepView flow={flow} notice={notice} rows={[...rows, ...waitRows(flow), blank(7)]} />;
}
