import { atStart } from '../../base/key-text.ts';
import type { Way } from '../../engine/two-factor/tfa-methods.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { blank, prose, row } from '../../tui/text/row-lines.tsx';
import { useLine } from '../../tui/text/use-line.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { otherWay } from './proof-words.ts';
import { StepView } from './step-view.tsx';

const cells = 16;

/** Which of several methods of a kind: the service asks, and somebody logged out has no list to choose from. */
export function MethodId({ flow, kind }: { flow: TfaFlow; kind: Way['kind'] }) {
  const { columns } = useBody();
  const { glyphs } = useTheme();
  const line = useLine('');
  useLayer({
    kind: 'text',
    bindings: { 'tfa.go': { run: () => flow.send({ kind: 'methodId', text: line.text }) } },
    ...line.layer,
  });
  const what = kind === 'totp' ? 'authenticator app' : 'phone';
  return (
    <StepView
      flow={flow}
      rows={[
        ...prose(`Which ${what}? Its id is listed by rigdeck 2fa status.`, columns, 'plain', 3),
        blank(8),
        row(['Id of the method  ', ...line.draw(cells, glyphs.caret)]),
        ...prose(
          `${atStart(flow.keyName('tfa.go'))} takes it. ${otherWay(flow)} another way, such as a backup code.`,
          columns,
          'dim',
          5,
        ),
        blank(7),
      ]}
    />
  );
}
