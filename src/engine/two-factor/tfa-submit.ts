import type { TfaVerification } from '../../client/wire.ts';
import { readBackupCode, readCode } from './code-input.ts';
import type { TfaCall } from './tfa-calls.ts';
import { challengeLeft, codeKey } from './tfa-clocks.ts';
import type { TfaAt, TfaOutcome, TfaRemark, TfaState } from './tfa-flow-state.ts';
import { listWays, lockLeft, type Way, type WayKey, wantsId } from './tfa-methods.ts';
import { ask, dropChallenge, go, isSendingTo, remark, stay } from './tfa-outcome.ts';
import { wantsTurnOff } from './tfa-place.ts';
import { loginSecret, methodId, needsChallenge, openWay } from './tfa-send.ts';

const refuse = (state: TfaState, what: TfaRemark, detail?: string): TfaOutcome =>
  stay(state, { notice: remark(what, detail) });

/**
 * Sends a code that was typed or pasted, when it can be one. Nothing goes out that is no code, that the service has
 * judged before, or whose challenge is gone: each of these would only move the method towards its lock.
 */
export function submit(state: TfaState, text: string, at: TfaAt): TfaOutcome {
  const key = codeKey(state);
  const { step } = state;
  if (key === undefined || (step.at !== 'prove' && step.at !== 'confirm')) return stay(state);
  // The other methods may have gone since the flow began.
  if (wantsTurnOff(state)) return stay(go(state, { at: 'turn-off' }));
  if (lockLeft(state, key, at) > 0)
    return stay(state, { notice: { kind: 'remark', remark: 'locked', way: key } });
  const asBackup = step.at === 'prove' && step.way.kind === 'backup';
  const reading = asBackup ? readBackupCode(text) : readCode(text);
  if (reading.kind === 'wrong') return refuse(state, 'not-a-code', reading.reason);
  if (reading.kind === 'backup' && !asBackup) return backupPasted(state, at);

  const { code } = reading;
  const bound =
    step.at === 'confirm'
      ? state.goal.kind === 'add' && state.goal.method === 'sms'
      : needsChallenge(state, step.way);
  const challenge = state.sendings[key]?.challenge;
  if (bound && challenge === undefined) {
    return refuse(state, isSendingTo(state, key) ? 'still-sending' : 'no-code-sent');
  }
  if (bound && challengeLeft(challenge, at) === 0) return refuse(dropChallenge(state, key), 'expired');
  const secret = bound ? challenge?.secret : undefined;
  const call =
    step.at === 'confirm' ? confirmCall(state, code, secret) : proofCall(state, step.way, code, secret);
  if (call === undefined) return stay(state);
  if (step.at === 'prove' && wantsId(state, step.way)) return refuse(state, 'which-method');
  const spent = markOf(state, key, code, secret);
  if (state.spent.includes(spent)) return refuse(state, 'already-tried');
  return ask({ ...state, spent: [...state.spent, spent], notice: undefined, insight: undefined }, at, call, {
    key,
    spent,
  });
}

/** A code belongs to its challenge, or to its authenticator. */
function markOf(state: TfaState, key: WayKey, code: string, secret: string | undefined): string {
  const owner = key === 'new:totp' ? state.totp?.secret : secret;
  return `${key} ${owner ?? ''} ${code}`;
}

/** A backup code in a field of six digits goes into its own field; Enter there is the person's. */
function backupPasted(state: TfaState, at: TfaAt): TfaOutcome {
  const row = listWays(state, at).find(({ key }) => key === 'backup');
  if (state.step.at !== 'prove' || row?.selectable !== true) {
    return refuse(state, 'not-a-code', 'That is a backup code; six digits are wanted here.');
  }
  const opened = openWay(state, { kind: 'backup' }, at);
  return { ...opened, state: { ...opened.state, notice: remark('backup-pasted') } };
}

/** The body's way of saying how the caller proves who they are (interface.md, POST /api/v0/tfa/). */
function verification(state: TfaState, way: Way, code: string, secret: string | undefined): TfaVerification {
  if (way.kind === 'backup') return { backup_code: code, ...loginSecret(state) };
  return {
    tfa_method: way.kind,
    code,
    ...methodId(way),
    ...loginSecret(state),
    ...(secret === undefined ? {} : { secret }),
  };
}

function proofCall(state: TfaState, way: Way, code: string, secret: string | undefined): TfaCall | undefined {
  const { goal } = state;
  const body = verification(state, way, code, secret);
  switch (goal.kind) {
    case 'login':
      return { name: 'login', body: { ...body, ...(goal.admin === true ? { admin: true } : {}) } };
    case 'remove':
      return { name: 'remove', body: { ...body, target_id: goal.targetId } };
    case 'regen':
      return { name: 'regen', body };
    case 'add':
      if (way.kind === 'backup') return { name: 'authorizeStart', body: { backup_code: code } };
      return secret === undefined ? undefined : { name: 'authorizeConfirm', body: { code, secret } };
  }
}

function confirmCall(state: TfaState, code: string, challenge: string | undefined): TfaCall | undefined {
  const label = state.label.trim();
  const named = label === '' ? {} : { label };
  if (state.goal.kind === 'add' && state.goal.method === 'totp') {
    if (state.totp === undefined) return undefined;
    return { name: 'confirmNew', body: { tfa_method: 'totp', code, secret: state.totp.secret, ...named } };
  }
  const phone = state.sendings['new:sms']?.phone;
  if (challenge === undefined || phone === undefined) return undefined;
  return {
    name: 'confirmNew',
    body: { tfa_method: 'sms', code, secret: challenge, phone_number: phone, ...named },
  };
}
