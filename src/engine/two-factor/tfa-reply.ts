import type {
  BackupCodesReply,
  ConfirmNewReply,
  TfaChallengeReply,
  TfaLoginReply,
  TfaRemoveReply,
  TfaStatusReply,
  TfaStatusWord,
  TotpSetupReply,
} from '../../client/wire.ts';
import { sendsCode, submitsCode, type TfaReply } from './tfa-calls.ts';
import { codeKey, windowLeft } from './tfa-clocks.ts';
import type { TfaAt, TfaFlight, TfaHeldCodes, TfaOutcome, TfaState, TfaWindow } from './tfa-flow-state.ts';
import { marksFrom, type Way } from './tfa-methods.ts';
import { accept, go, remark, stay } from './tfa-outcome.ts';
import { enter, enterSecret } from './tfa-place.ts';
import { sent } from './tfa-send.ts';
import { settleUnclear } from './tfa-unclear.ts';

/** The answer to a call that went well. `flight` is off the list already. */
export function takeReply(state: TfaState, flight: TfaFlight, reply: TfaReply, at: TfaAt): TfaOutcome {
  if (flight.call.name === 'readStatus') {
    return takeStatus(state, reply as TfaStatusReply, { readAt: flight.at, flight: flight.id }, at);
  }
  if (flight.call.name === 'totpSetup') return takeSecret(state, reply as TotpSetupReply);
  if (sendsCode(flight.call)) return takeChallenge(state, flight, reply as TfaChallengeReply);
  return takeProof(state, flight, reply, at);
}

/** News of the account: methods and their locks, the window, backup codes left. */
export function takeStatus(
  state: TfaState,
  status: TfaStatusReply,
  from: { tfaStatus?: TfaStatusWord | undefined; readAt: number; flight?: number },
  at: TfaAt,
): TfaOutcome {
  const known: TfaState = {
    ...state,
    status,
    tfaStatus: from.tfaStatus ?? state.tfaStatus,
    marks: marksFrom(status.methods, state.marks),
    window: windowFrom(state.window, status.new_method_authorized, from.readAt, at),
  };
  if (known.step.at === 'status') return enter(known, at);
  const { step } = known;
  const tells = step.at === 'unclear' && step.read !== undefined && step.read === from.flight;
  return tells ? settleUnclear(known, status, at) : stay(known);
}

/** A window that was opened here keeps its exact time; one that is found open is at most so long. */
function windowFrom(before: TfaWindow, open: boolean, readAt: number, at: TfaAt): TfaWindow {
  // A status that was asked for before the window was opened here knows nothing of it.
  if (!open) return before.kind === 'opened' && readAt < before.at ? before : { kind: 'shut' };
  return windowLeft(before, at) > 0 ? before : { kind: 'found', at: at.now };
}

function takeSecret(state: TfaState, { secret, provisioning_uri }: TotpSetupReply): TfaOutcome {
  if (state.goal.kind !== 'add' || state.goal.method !== 'totp') return stay(state);
  const held = { ...state, totp: { secret, uri: provisioning_uri } };
  return stay(held.step.at === 'secret' ? go(held, { at: 'confirm' }, held.notice) : held);
}

function takeChallenge(state: TfaState, flight: TfaFlight, reply: TfaChallengeReply): TfaOutcome {
  const { call, key } = flight;
  if (key === undefined) return stay(state);
  const given = 'body' in call && 'secret' in call.body ? call.body.secret : undefined;
  // A resend that gives no secret back goes on under the one it was asked with.
  const secret =
    reply.secret ?? given ?? (call.name === 'resendSms' ? state.sendings[key]?.challenge?.secret : undefined);
  const here = codeKey(state) === key;
  if (secret === undefined) return stay(state, here ? { notice: remark('no-secret-came') } : {});
  const taken = sent(state, flight, secret, key);
  if (!here) return stay(taken);
  const anew = call.name === 'resendSms' || (state.sendings[key]?.sends ?? 0) > 0;
  const news = anew && !key.startsWith('totp') ? remark('newest-counts') : undefined;
  // Why the person stands before a proof again matters more than that its code is on the way.
  const notice = state.notice?.kind === 'error' && provesAgain(state.notice) ? state.notice : news;
  if (taken.step.at === 'secret' && flight.phone !== undefined)
    return stay(go(taken, { at: 'confirm' }, notice));
  return stay({ ...taken, notice });
}

const provesAgain = ({ code }: { code?: string }): boolean =>
  code === 'authorization_required' || code === 'no_pending_authorization';

/** A code was accepted. Its challenge is used up. */
function takeProof(before: TfaState, flight: TfaFlight, reply: TfaReply, at: TfaAt): TfaOutcome {
  const state = accept(before, flight.key, at);
  const way = before.step.at === 'prove' ? before.step.way : undefined;
  const usedBackup = flight.key === 'backup';
  switch (flight.call.name) {
    case 'authorizeStart':
    case 'authorizeConfirm':
      return authorized(state, flight, way, at);
    case 'confirmNew':
      return takeAdded(state, flight, reply as ConfirmNewReply);
    case 'login': {
      const login = reply as TfaLoginReply;
      // interface.md, POST /api/v0/tfa/: the count is left out when it is 0.
      const left = usedBackup ? { backupCodesLeft: login.backup_codes_remaining ?? 0 } : {};
      const by = usedBackup ? 'backup' : (way?.kind ?? 'email');
      return stay(go(state, { at: 'done', result: { kind: 'logged-in', reply: login, by, ...left } }));
    }
    case 'remove': {
      // interface.md, DELETE /api/v0/tfa/: no number when the last one went.
      const remaining = (reply as TfaRemoveReply).remaining_methods ?? 0;
      return stay(go(state, { at: 'done', result: { kind: 'removed', remaining } }));
    }
    case 'regen':
      // interface.md, regen-backup-codes: it mends an old account, whose word from before tells nothing any more.
      return stay(
        withCodes(
          { ...state, tfaStatus: undefined },
          {
            codes: (reply as BackupCodesReply).backup_codes,
            from: 'regen',
            flight: flight.id,
          },
        ),
      );
    default:
      return stay(state);
  }
}

function authorized(state: TfaState, flight: TfaFlight, way: Way | undefined, at: TfaAt): TfaOutcome {
  const left = state.status?.backup_codes_remaining;
  const spentOne = submitsCode(flight.call) && flight.key === 'backup' && left !== undefined;
  const status = spentOne
    ? {
        ...(state.status as TfaStatusReply),
        backup_codes_remaining: Math.max(0, left - 1),
      }
    : state.status;
  const open: TfaState = {
    ...state,
    status,
    window: { kind: 'opened', at: flight.at },
    ...(way === undefined ? {} : { proof: { way, at: at.now } }),
  };
  return open.step.at === 'prove' ? enterSecret({ ...open, notice: undefined }, at) : stay(open);
}

function takeAdded(state: TfaState, flight: TfaFlight, reply: ConfirmNewReply): TfaOutcome {
  const { call } = flight;
  const method = call.name === 'confirmNew' ? call.body.tfa_method : 'totp';
  const used = { ...state, totp: undefined };
  const { backup_codes: codes } = reply;
  if (codes !== undefined && codes.length > 0) {
    return stay(withCodes(used, { codes, from: 'first', method, flight: flight.id }));
  }
  return stay(go(used, { at: 'done', result: { kind: 'added', method, first: false } }));
}

/** Holds new codes until the person has kept them. Only a newer set takes their place: it ended them. */
function withCodes(state: TfaState, codes: TfaHeldCodes): TfaState {
  if (state.codes !== undefined && state.codes.flight > codes.flight) return state;
  return { ...go(state, { at: 'codes' }), codes };
}
