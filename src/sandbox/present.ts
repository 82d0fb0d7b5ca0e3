import type { Account } from './entities.ts';

/** The account as `GET /api/v0/users/current/` sends it (interface.md, User object). `credit` is not rounded. */
export function presentUser(account: Account): Record<string, unknown> {
  return {
    id: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    credit: account.credit,
    balance: 0,
    ssh_key: account.sshKey,
    full_name: account.fullName,
    fullname: account.fullName,
    username: account.email,
    tfa_status: account.tfaStatus,
    tfa_enabled: account.tfaStatus !== 'disabled',
    phone_number: maskedPhone(account.phoneNumber),
    can_pay: true,
    has_billing: true,
    last4: '4242',
    balance_threshold: 0,
    balance_threshold_enabled: false,
    autobill_threshold: 0,
  };
}

/** A number with all but its last four digits hidden; null stays null. */
export const maskedPhone = (phone: string | null): string | null =>
  phone === null ? null : `${'*'.repeat(Math.max(0, phone.length - 4))}${phone.slice(-4)}`;
