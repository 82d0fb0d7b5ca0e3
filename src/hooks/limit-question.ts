import type { Instance } from '../client/wire.ts';
import { disk } from '../domain/format.ts';
import { readInstance } from '../domain/lifecycle.ts';
import { keptWords } from '../domain/limit-words.ts';
import type { OpenLimit } from '../domain/limits.ts';
import { gpuLabel, phraseFor } from '../domain/names.ts';
import type { Parts } from '../parts.ts';
import { wrapWords } from '../wrap-words.ts';
import type { ConfirmModal } from './modal.ts';

/** What the dialog has room for in the smallest terminal. */
const bodyCells = 52;

/** The instance that a question about a limit names. */
export const identity = (row: Instance): Parts => [
  [`${row.id}  ${row.label ?? ''}`.trim(), 'bold'],
  `  ${gpuLabel(row) ?? ''}  ${readInstance(row).word}`,
];

/** A destroy that nobody is asked about later wants its phrase typed now. */
export function confirmDestroyLimit(
  row: Instance,
  { says, kept }: { says: string; kept: OpenLimit['kept'] },
  run: () => void,
): ConfirmModal {
  const size = row.disk_space === undefined ? '' : ` (${disk(row.disk_space)})`;
  return {
    kind: 'confirm',
    action: 'instance.limit',
    title: 'Destroy it later, unasked?',
    body: [
      identity(row),
      [],
      ...wrapWords(`It ${says}, ${keptWords[kept]}.`, bodyCells).map((line) => [line]),
      [`Its disk${size} is erased then, for good, and`],
      ['nobody is asked again.'],
    ],
    no: 'No, go back',
    yes: 'Set it',
    typed: phraseFor(row),
    run,
  };
}
