import { useRef } from 'react';
import { dataOf } from '../../engine/read-health.ts';
import { wayKey } from '../../engine/two-factor/tfa-methods.ts';
import { codeAway } from '../../engine/two-factor/tfa-wait.ts';
import { useUser } from '../../hooks/resources.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { blank, prose } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { BackupProof } from './backup-proof.tsx';
import { CodeProof } from './code-proof.tsx';
import { lastMethodRows } from './last-method.ts';
import { MethodId } from './method-id.tsx';
import { proofWords } from './proof-words.ts';

/** A code, or a backup code, that proves who it is. */
export function Prove({ flow }: { flow: TfaFlow }) {
  const { columns } = useBody();
  const { glyphs } = useTheme();
  const email = dataOf(useUser())?.email;
  const pasted = useRef('');
  const { step } = flow.state;
  if (step.at !== 'prove') return null;
  const head = [
    ...lastMethodRows(flow.state, columns),
    ...prose(proofWords(flow, step.way, glyphs, email), columns, 'plain', 0),
    blank(8),
  ];
  if (flow.can('methodId') !== undefined) return <MethodId flow={flow} kind={step.way.kind} />;
  if (step.way.kind === 'backup') {
    return (
      <BackupProof key="backup" flow={flow} head={head} initial={codeAway(flow.state) ?? pasted.current} />
    );
  }
  return (
    <CodeProof
      key={wayKey(step.way)}
      flow={flow}
      head={head}
      onBackup={(code) => {
        pasted.current = code;
      }}
    />
  );
}
