import type { Missing } from './wire.ts';
import type { User } from './wire-account.ts';

export type StoredTfaMethod = 'sms' | 'totp';
export type TfaMethodWord = StoredTfaMethod | 'email';

export type TfaMethod = {
  id: number;
  method: StoredTfaMethod;
  user_id?: number;
  label?: string;
  /** Masked, last 4 digits shown. */
  phone_number?: string;
  is_primary?: boolean;
  fail_count?: number;
  /** Epoch seconds, or null. */
  locked_until?: number | null;
  /** Epoch seconds. */
  created_at?: number;
  /** Epoch seconds. */
  last_used?: number;
};

export type TfaStatusReply = {
  success: boolean;
  tfa_enabled: boolean;
  /** Those that can be read; `missing` counts the others. */
  methods: TfaMethod[];
  /** Unknown when the service leaves it out, which it does for none left in other replies. */
  backup_codes_remaining?: number;
  new_method_authorized: boolean;
} & Missing;

/** Body of `POST /api/v0/tfa/`, of regeneration, and (with `target_id`) of removal. */
export type TfaVerification = {
  tfa_method?: TfaMethodWord;
  code?: string;
  secret?: string;
  tfa_method_id?: number;
  backup_code?: string;
};
export type TfaLoginRequest = TfaVerification & { admin?: boolean };
export type TfaRemoveRequest = TfaVerification & { target_id?: number };
export type TfaLoginReply = User & {
  session_key?: string;
  backup_codes_remaining?: number;
  legacy_tfa_user?: boolean;
};
export type TfaRemoveReply = { msg: string; remaining_methods?: number };
export type TfaEmailRequest = { secret?: string };
export type TfaSmsRequest = { phone_number?: string; tfa_method_id?: number; secret?: string };
/** `secret` names the challenge; it comes back in the call that submits the code. */
export type TfaChallengeReply = { secret?: string; msg?: string; success?: boolean };
export type TotpSetupReply = { secret: string; provisioning_uri: string };
export type AuthorizeStartRequest = {
  tfa_method?: TfaMethodWord;
  tfa_method_id?: number;
  backup_code?: string;
};
export type AuthorizeConfirmRequest = { code: string; secret: string };
export type ConfirmNewRequest = {
  tfa_method: StoredTfaMethod;
  code: string;
  secret: string;
  phone_number?: string;
  label?: string;
};
export type ConfirmNewReply = { success: boolean; msg?: string; backup_codes?: string[] };
export type TfaUpdateRequest = {
  tfa_method_id?: number;
  tfa_method?: StoredTfaMethod;
  label?: string;
  is_primary?: boolean;
};
export type TfaUpdateReply = { success: boolean; msg?: string; method?: TfaMethod };
export type BackupCodesReply = { msg?: string; backup_codes: string[] };
