import type { Parts } from '../base/parts.ts';
import type { BackupCopy, CopyKind } from '../engine/two-factor/backup-copy.ts';
import { type Row, row } from '../tui/text/row-lines.tsx';
import type { Theme } from '../tui/theme/theme.ts';

/** What became of each kind of copy, in words. */
export type CopyNotes = Partial<Record<CopyKind, string>>;

const kinds: readonly { kind: CopyKind; name: string; what: string }[] = [
  { kind: 'saved', name: 'saved', what: 'to a new file that only you can read' },
  { kind: 'copied', name: 'copied', what: 'to the clipboard, which may keep a history' },
  { kind: 'printed', name: 'printed', what: 'to the printer, through lp' },
  { kind: 'written', name: 'written', what: 'by hand' },
];

/** What the keys are called that make each kind of copy. */
export type CopyKeys = Readonly<Record<CopyKind, string>>;
type CopyLook = { theme: Theme; columns: number; mayPrint: boolean; keys: CopyKeys };

/** Below this many columns the kinds share a line, and what became of those that are kept stands under it. */
export const copiesFrom = 72;

/** The copies that can be kept, those that are ticked. */
export function copyRows(copy: BackupCopy, notes: CopyNotes, look: CopyLook): Row[] {
  const { glyphs } = look.theme;
  const offered = kinds.filter(({ kind }) => kind !== 'printed' || look.mayPrint);
  if (look.columns < copiesFrom) return foldedRows(offered, copy, notes, look);
  return offered.map(({ kind, name, what }) => {
    const on = copy.kept.includes(kind);
    return row(
      [
        [`${on ? glyphs.checked : glyphs.unchecked} ${look.keys[kind]}  `, on ? 'ok' : 'plain'],
        `${name.padEnd(9)}`,
        [on ? (notes[kind] ?? what) : what, on ? 'plain' : 'dim'],
      ],
      on ? 1 : 3,
    );
  });
}

function foldedRows(offered: typeof kinds, copy: BackupCopy, notes: CopyNotes, look: CopyLook): Row[] {
  const { glyphs } = look.theme;
  const kept = offered.filter(({ kind }) => copy.kept.includes(kind));
  const ticks = offered.flatMap((one): Parts => {
    const on = kept.includes(one);
    return [
      [`${on ? glyphs.checked : glyphs.unchecked} ${look.keys[one.kind]} `, on ? 'ok' : 'plain'],
      `${one.name} `,
    ];
  });
  const said = kept
    .filter(({ kind }) => kind !== 'written')
    .map(({ kind, name, what }) =>
      row([`${name} `, [(notes[kind] ?? what).split('  ', 1).join(''), 'plain']], 1),
    );
  return [row(ticks), ...said];
}
