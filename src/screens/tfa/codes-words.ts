import { backupCodeLines } from '../../components/backup-codes.tsx';
import type { BackupCopy, CopyKind } from '../../domain/backup-copy.ts';
import type { Theme } from '../../theme.ts';
import { blank, prose, type Row, row } from './layout.ts';

/** What became of each kind of copy, in words. */
export type CopyNotes = Partial<Record<CopyKind, string>>;

const kinds: readonly { kind: CopyKind; key: string; name: string; what: string }[] = [
  { kind: 'saved', key: 'f', name: 'saved', what: 'to a new file that only you can read' },
  { kind: 'copied', key: 'y', name: 'copied', what: 'to the clipboard, which may keep a history' },
  { kind: 'printed', key: 'p', name: 'printed', what: 'to the printer, through lp' },
  { kind: 'written', key: 'h', name: 'written', what: 'by hand' },
];

/** The copies that can be kept, those that are ticked. */
export function copyRows(copy: BackupCopy, notes: CopyNotes, { glyphs }: Theme): Row[] {
  return kinds.map(({ kind, key, name, what }) => {
    const on = copy.kept.includes(kind);
    return row(
      [
        [`${on ? glyphs.checked : glyphs.unchecked} ${key}  `, on ? 'ok' : 'plain'],
        `${name.padEnd(9)}`,
        [on ? (notes[kind] ?? what) : what, on ? 'plain' : 'dim'],
      ],
      on ? 1 : 3,
    );
  });
}

/** The codes themselves, numbered; as dots while they are hidden. */
export function codesRows(
  codes: readonly string[],
  look: { columns: number; hidden: boolean; asked?: number },
  theme: Theme,
): Row[] {
  return backupCodeLines(codes, look, theme).map((parts) => ({ parts, drop: look.hidden ? 2 : 0 }));
}

export function codesHead(from: 'first' | 'regen', columns: number): Row[] {
  const what =
    from === 'regen'
      ? 'Shown once, and never again. The old ones are void.'
      : 'Shown once. The service will not show them again.';
  return [...prose(what, columns, 'warn', 0), blank(8)];
}
