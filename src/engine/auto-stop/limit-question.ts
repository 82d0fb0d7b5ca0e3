import { disk } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import type { ConfirmModal } from '../../tui/dialog/modal.ts';
import { readInstance } from '../instances/lifecycle.ts';
import { gpuLabel, phraseFor } from '../instances/names.ts';
import { keptWords } from './limit-words.ts';
import type { OpenLimit } from './limits.ts';

/** The instance that a question about a limit names. */
export const identity = (row: Instance): Parts => [
  [`${row.id}  ${row.label ?? ''}`.trim(), 'bold'],
  `  ${gpuLabel(row) ?? ''}  ${readInstance(row).word}`,
];

/** A destroy that nobody is asked about later wants its phrase typed now, for all that it names. */
export function confirmDestroyLimit(
  rows: readonly Instance[],
  { says, kept }: { says: string; kept: OpenLimit['kept'] },
  run: () => void,
): ConfirmModal {
  const [only] = rows;
  const one = rows.length === 1 && only !== undefined;
  const size = one && only.disk_space !== undefined ? ` (${disk(only.disk_space)})` : '';
  return {
    kind: 'confirm',
    action: 'instance.limit',
    title: one ? 'Destroy it later, unasked?' : `Destroy ${rows.length} later, unasked?`,
    targets: rows.map(identity),
    body: [
      [`${one ? `It ${says}` : capital(says)}, ${keptWords[kept]}.`],
      [`${one ? `Its disk${size} is` : 'Their disks are'} erased then, for good, and nobody is asked again.`],
    ],
    no: 'No, go back',
    yes: 'Set it',
    typed: one ? phraseFor(only) : `destroy ${rows.length}`,
    run,
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
