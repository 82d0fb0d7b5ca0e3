import { assumptions } from '../assumptions.ts';
import type { BackupCode } from '../entities.ts';
import { token } from '../random.ts';

/** Backup codes (interface.md, Limits): ten to a set, of the form XXXX-XXXX-XXXX, each good once. */
const setSize = 10;

const isGood = (code: BackupCode): boolean => code.usedAt === undefined && code.deletedAt === undefined;

export const codesLeft = (codes: readonly BackupCode[]): number => codes.filter(isGood).length;

/** Soft-deletes every code, as the removal of the last method does. */
export const retired = (codes: readonly BackupCode[], now: number): BackupCode[] =>
  codes.map((one) => (one.deletedAt === undefined ? { ...one, deletedAt: now } : one));

/** A new set in the place of the old one; `fresh` are its codes, which are shown this one time. */
export function renewed(
  codes: readonly BackupCode[],
  random: () => number,
  now: number,
): { codes: BackupCode[]; fresh: string[] } {
  const taken = new Set(codes.map((one) => one.code));
  const fresh: string[] = [];
  while (fresh.length < setSize) {
    const groups = [0, 1, 2].map(() => token(random, 4, assumptions.backupCodeAlphabet));
    const code = groups.join('-');
    if (!taken.has(code)) fresh.push(code);
    taken.add(code);
  }
  return { codes: [...retired(codes, now), ...fresh.map((code) => ({ code }))], fresh };
}

/** The codes after one of them was used; undefined when it is none of them, used, or replaced. */
export function spent(codes: readonly BackupCode[], code: string, now: number): BackupCode[] | undefined {
  const at = codes.findIndex((one) => one.code === code && isGood(one));
  return at === -1 ? undefined : codes.map((one, i) => (i === at ? { ...one, usedAt: now } : one));
}
