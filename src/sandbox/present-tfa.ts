import type { Account, TfaMethodRecord } from './entities.ts';
import { lockAt } from './machines/lockout.ts';
import { maskedPhone } from './present.ts';

/** A method as it goes over the wire (interface.md, 2FA method object), at a moment. Its secret never does. */
export function presentMethod(
  account: Account,
  method: TfaMethodRecord,
  now: number,
): Record<string, unknown> {
  const { failCount, lockedUntil } = lockAt(method, now);
  return {
    id: method.id,
    user_id: account.id,
    method: method.method,
    label: method.label,
    ...(method.phoneNumber === undefined ? {} : { phone_number: maskedPhone(method.phoneNumber) }),
    is_primary: method.primary,
    fail_count: failCount,
    locked_until: lockedUntil === null ? null : lockedUntil / 1000,
    created_at: method.createdAt / 1000,
    ...(method.lastUsed === null ? {} : { last_used: method.lastUsed / 1000 }),
  };
}
