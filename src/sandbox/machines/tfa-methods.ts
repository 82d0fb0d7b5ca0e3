import type { TfaMethodRecord } from '../entities.ts';

/**
 * The methods of an account, soft-deleted ones among them. Exactly one active method is primary, as long as there
 * is one: the first that was added, another by choice, the oldest that is left when it goes.
 */
export const activeMethods = (methods: readonly TfaMethodRecord[]): TfaMethodRecord[] =>
  methods.filter((one) => one.deletedAt === undefined);

export const withMethod = (
  methods: readonly TfaMethodRecord[],
  added: Omit<TfaMethodRecord, 'primary' | 'failCount' | 'lockedUntil'>,
): TfaMethodRecord[] => [
  ...methods,
  { ...added, primary: activeMethods(methods).length === 0, failCount: 0, lockedUntil: null },
];

export function withoutMethod(
  methods: readonly TfaMethodRecord[],
  id: number,
  now: number,
): TfaMethodRecord[] {
  const left = methods.map((one) => (one.id === id ? { ...one, primary: false, deletedAt: now } : one));
  const active = activeMethods(left);
  const oldest = active.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)[0];
  return oldest === undefined || active.some((one) => one.primary) ? left : withPrimary(left, oldest.id);
}

export const withPrimary = (methods: readonly TfaMethodRecord[], id: number): TfaMethodRecord[] =>
  methods.map((one) => ({ ...one, primary: one.id === id }));

export const withChange = (
  methods: readonly TfaMethodRecord[],
  id: number,
  change: Partial<Omit<TfaMethodRecord, 'id'>>,
): TfaMethodRecord[] => methods.map((one) => (one.id === id ? { ...one, ...change } : one));

/** Whether a method proves the same thing: the same number, or the same authenticator secret. */
export const isDuplicate = (
  methods: readonly TfaMethodRecord[],
  wanted: { phoneNumber?: string; totpSecret?: string },
): boolean =>
  activeMethods(methods).some(
    (one) =>
      (wanted.phoneNumber !== undefined && one.phoneNumber === wanted.phoneNumber) ||
      (wanted.totpSecret !== undefined && one.totpSecret === wanted.totpSecret),
  );
