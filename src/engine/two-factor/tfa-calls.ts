import type { EndpointName } from '../../client/endpoints.ts';
import type * as W from '../../client/wire.ts';
import { methodCount } from './tfa-methods.ts';

/** The calls that the two-factor flow asks for, as data. */
export type TfaCall =
  | { name: 'readStatus' }
  | { name: 'totpSetup' }
  | { name: 'sendSms'; body: W.TfaSmsRequest }
  | { name: 'resendSms'; body: W.TfaSmsRequest }
  | { name: 'sendEmail'; body: W.TfaEmailRequest }
  | { name: 'authorizeStart'; body: W.AuthorizeStartRequest }
  | { name: 'authorizeConfirm'; body: W.AuthorizeConfirmRequest }
  | { name: 'confirmNew'; body: W.ConfirmNewRequest }
  | { name: 'login'; body: W.TfaLoginRequest }
  | { name: 'remove'; body: W.TfaRemoveRequest }
  | { name: 'regen'; body: W.TfaVerification };
export type TfaCallName = TfaCall['name'];

/** The client's method for each call. */
export const tfaClientMethods = {
  readStatus: 'tfaStatus',
  totpSetup: 'tfaTotpSetup',
  sendSms: 'tfaSendSms',
  resendSms: 'tfaResendSms',
  sendEmail: 'tfaSendEmail',
  authorizeStart: 'tfaAuthorizeStart',
  authorizeConfirm: 'tfaAuthorizeConfirm',
  confirmNew: 'tfaConfirmNew',
  login: 'tfaLogin',
  remove: 'tfaRemove',
  regen: 'tfaRegenBackupCodes',
} as const satisfies Record<TfaCallName, EndpointName>;

/** What a call resolves with. */
export type TfaReply =
  | W.TfaStatusReply
  | W.TotpSetupReply
  | W.TfaChallengeReply
  | W.SuccessReply
  | W.ConfirmNewReply
  | W.TfaLoginReply
  | W.TfaRemoveReply
  | W.BackupCodesReply;

/** Whether a call carries a code that the service judges. Such a call is never made twice by itself. */
export function submitsCode(call: TfaCall): boolean {
  switch (call.name) {
    case 'authorizeConfirm':
    case 'confirmNew':
    case 'login':
    case 'remove':
    case 'regen':
      return true;
    case 'authorizeStart':
      return call.body.backup_code !== undefined;
    default:
      return false;
  }
}

/** Whether a call has a challenge come into being. */
export function sendsCode(call: TfaCall): boolean {
  return (
    call.name === 'sendSms' ||
    call.name === 'resendSms' ||
    call.name === 'sendEmail' ||
    (call.name === 'authorizeStart' && !submitsCode(call))
  );
}

/** Whether the answer to a call may hold new backup codes: with the first method, or asked for (interface.md, confirm-new and regen-backup-codes). */
export function mayBringCodes(call: TfaCall, status: W.TfaStatusReply | undefined): boolean {
  return (
    call.name === 'regen' ||
    (call.name === 'confirmNew' && (status === undefined || methodCount(status) === 0))
  );
}
