import { isoTime } from '../../base/format-time.ts';
import { readBackupCode } from './code-input.ts';

/**
 * New backup codes are shown once. Leaving them wants a copy that was kept and the proof that it can be read: the
 * codes hide, and one of them, picked by chance, is typed from the copy.
 */
export type CopyKind = 'saved' | 'copied' | 'printed' | 'written';
export type BackupCopy = {
  readonly kept: readonly CopyKind[];
  /** Index of the code that is asked for; the codes are hidden meanwhile. */
  readonly asked?: number;
  /** Why the last answer did not do. */
  readonly refused?: string;
  /** The copy was read back: the codes may be let go of. */
  readonly checked: boolean;
};

export const noCopy: BackupCopy = { kept: [], checked: false };

/** Notes a kept copy; `on: false` takes it back, for the one that is ticked by hand. */
export function withCopy(copy: BackupCopy, kind: CopyKind, on = true): BackupCopy {
  const others = copy.kept.filter((one) => one !== kind);
  return { ...copy, kept: on ? [...others, kind] : others };
}

/** Hides the codes and asks for one; the same state while no copy is kept. `random` is in [0, 1). */
export function askForOne(copy: BackupCopy, count: number, random: () => number): BackupCopy {
  if (copy.kept.length === 0 || count === 0) return copy;
  return { kept: copy.kept, checked: false, asked: Math.min(count - 1, Math.floor(random() * count)) };
}

/** Shows the codes again: the copy turned out not to be one. */
export function showAgain(copy: BackupCopy): BackupCopy {
  return { kept: copy.kept, checked: copy.checked };
}

/** What was typed from the copy, compared with the code that was asked for. */
export function readBack(copy: BackupCopy, codes: readonly string[], typed: string): BackupCopy {
  const { asked } = copy;
  const wanted = asked === undefined ? undefined : codes[asked];
  if (asked === undefined || wanted === undefined) return copy;
  const reading = readBackupCode(typed);
  if (reading.kind === 'wrong') return { ...copy, refused: reading.reason };
  if (plain(reading.code) === plain(wanted)) return { kept: copy.kept, checked: true };
  const place = codes.findIndex((code) => plain(code) === plain(reading.code));
  const refused =
    place < 0
      ? `That is not code ${asked + 1}. Look at your copy, or show the codes again.`
      : `That is code ${place + 1}; code ${asked + 1} is asked for.`;
  return { ...copy, refused };
}

const plain = (code: string): string => code.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** A name for a file of codes made at a moment (epoch ms): `rigdeck-backup-codes-2026-11-27.txt`, in UTC. */
export function backupFileName(now: number): string {
  return `rigdeck-backup-codes-${isoTime(now).slice(0, 10)}.txt`;
}

/** The text of that file, and of a printed sheet. `account` is an e-mail address or a name. */
export function backupFileText(codes: readonly string[], made: { account?: string; at: string }): string {
  const numbered = codes.map((code, index) => `${String(index + 1).padStart(2)}  ${code}`);
  return [
    `Backup codes${made.account === undefined ? '' : ` for ${made.account}`}, made ${made.at}.`,
    'Each works once in place of a code. A new set ends these.',
    '',
    ...numbered,
    '',
  ].join('\n');
}
