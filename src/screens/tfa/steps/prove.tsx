import { useRef } from 'react';
import { wayKey } from '../../../domain/tfa-methods.ts';
import { codeAway } from '../../../domain/tfa-wait.ts';
import { useUser } from '../../../hooks/resources.ts';
import type { TfaFlow } from '../../../hooks/use-tfa-flow.ts';
import { useBody } from '../../../hooks/use-viewport.ts';
import { dataOf } from '../../../loadable.ts';
import { useTheme } from '../../../theme.ts';
import { lastMethodRows } from '../last-method.ts';
import { blank, prose } from '../layout.ts';
import { proofWords } from '../proof-words.ts';
import { BackupProof } from './backup-proof.tsx';
import { CodeProof } from './code-proof.tsx';
import { MethodId } from './method-id.tsx';

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
