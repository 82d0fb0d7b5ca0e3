import type { ErrorCode } from '../client/errors.ts';
import type { Reply } from './reply.ts';

/** HTTP status of every error code of interface.md (Errors). */
export const interfaceStatus: Record<ErrorCode, number> = {
  bad_request: 400,
  auth_error: 403,
  invalid_tfa_method: 400,
  missing_auth_value: 400,
  missing_params: 400,
  email_not_verified: 400,
  '2fa_expired': 400,
  challenge_not_found: 400,
  no_challenge_found: 400,
  tfa_challenge_exists: 400,
  authorization_required: 403,
  no_pending_authorization: 400,
  invalid_backup_code: 401,
  untracked_2fa_found: 400,
  duplicate_tfa_method: 400,
  twilio_error: 400,
  preauth_phone_cap: 429,
  sms_rate_limited: 429,
  twilio_rate_limited: 429,
  tfa_locked: 429,
  service_unavailable: 503,
  phone_number_mismatch: 400,
  '2fa_login_failed': 400,
  '2fa_verification_failed': 400,
  team_user_forbidden: 403,
  missing_email: 400,
  missing_phone_number: 400,
  not_found: 404,
  tfa_method_not_configured: 400,
  challenge_creation_failed: 500,
  sms_blocked_number: 400,
  sms_fraud_detected: 403,
};

/** Codes outside 2FA, which interface.md does not name (service-facts.md (b), (e)). */
const otherStatus = {
  invalid_args: 400,
  invalid_price: 400,
  invalid_request: 400,
  invalid_token: 400,
  invalid_permissions: 400,
  missing_permissions: 400,
  no_such_ask: 410,
  no_such_instance: 404,
  invalid_id: 404,
  no_such_volume: 404,
  no_such_ssh_key: 404,
  no_ssh_key: 400,
  no_ssh_key_for_vm: 400,
  insufficient_credit: 400,
  insufficient_balance: 400,
  invalid_recipient: 400,
  label_too_long: 400,
  missing_input: 400,
  existing_key: 400,
  nonexistent_key: 400,
  scheduled_job_exists: 422,
  no_pending_price_increase: 404,
} as const;

export type RejectionCode = ErrorCode | keyof typeof otherStatus;

/** A refusal on its way to becoming an answer; `extra` are further fields of the body. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly code: RejectionCode;
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  constructor(code: RejectionCode, msg: string, status?: number, extra: Record<string, unknown> = {}) {
    super(msg);
    this.code = code;
    this.status = status ?? { ...interfaceStatus, ...otherStatus }[code];
    this.extra = extra;
  }
}

/** Refuses the request. `status` only where a code has two of them (`missing_auth_value`, `auth_error`). */
export function reject(
  code: RejectionCode,
  msg: string,
  options: { status?: number; extra?: Record<string, unknown> } = {},
): never {
  throw new Rejection(code, msg, options.status, options.extra);
}

/** The one place where a refusal becomes an answer. */
export const rejectionReply = (rejection: Rejection): Reply => ({
  status: rejection.status,
  body: { success: false, error: rejection.code, msg: rejection.message, ...rejection.extra },
});
