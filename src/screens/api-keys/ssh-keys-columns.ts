import { dateTime, epochMs } from '../../base/format-time.ts';
import type { SshKey } from '../../client/wire.ts';
import { describePublicKey } from '../../engine/api-keys/ssh-public-key.ts';
import type { Column } from '../../tui/list/columns.ts';

const of = ({ public_key: text }: SshKey) => describePublicKey(text);

/** Narrower screens cut a fingerprint, so that the comment beside it stays. */
const wholeFrom = 76;

/** The SSH keys of the account; a fingerprint as ssh-keygen prints it. */
export function sshKeyColumns(timeZone: string, columns: number): readonly Column<SshKey>[] {
  return [
    {
      id: 'id',
      title: 'ID',
      align: 'right',
      min: 2,
      ideal: 2,
      priority: 1,
      letter: 'i',
      cell: (row) => String(row.id),
      value: (row) => row.id,
    },
    {
      id: 'type',
      title: 'TYPE',
      align: 'left',
      min: 7,
      ideal: 10,
      priority: 4,
      letter: 't',
      cell: (row) => of(row).type,
      value: (row) => of(row).type,
    },
    {
      id: 'comment',
      title: 'COMMENT',
      align: 'left',
      min: 12,
      ideal: 28,
      priority: 3,
      letter: 'c',
      cell: (row) => of(row).comment || undefined,
      value: (row) => of(row).comment || undefined,
    },
    {
      id: 'fingerprint',
      title: 'FINGERPRINT',
      align: 'left',
      min: columns < wholeFrom ? 20 : 50,
      ideal: 50,
      priority: 2,
      letter: 'f',
      cell: (row) => of(row).fingerprint,
      value: (row) => of(row).fingerprint,
    },
    {
      id: 'added',
      title: 'ADDED',
      align: 'left',
      min: 21,
      ideal: 21,
      priority: 5,
      letter: 'a',
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => (typeof at === 'number' ? dateTime(epochMs(at), timeZone) : undefined),
    },
  ];
}
