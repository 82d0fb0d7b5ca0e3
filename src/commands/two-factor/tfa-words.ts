import { countdown } from '../../base/format-time.ts';
import { maskPhone } from '../../engine/two-factor/phone.ts';
import { codeKey, tfaClocks } from '../../engine/two-factor/tfa-clocks.ts';
import type { TfaAt, TfaNotice, TfaState, Way, WayRow } from '../../engine/two-factor/tfa-flow.ts';
import { lockEnd, tfaWords } from '../../engine/two-factor/tfa-words.ts';
import type { ExitName } from '../cli/exit-codes.ts';
import { apiFailure, CommandFailure, failure } from '../cli/failure.ts';

/** A way of proving, as it is called on the command line. */
export function wayText(way: Way): string {
  switch (way.kind) {
    case 'email':
      return "e-mail to the account's address";
    case 'backup':
      return 'a backup code';
    default: {
      const what = way.kind === 'totp' ? 'authenticator app' : 'text message';
      return [
        what,
        way.label && `"${way.label}"`,
        way.phone && maskPhone(way.phone),
        way.id !== undefined && `(${way.id})`,
      ]
        .filter(Boolean)
        .join(' ');
    }
  }
}

/** Why a way cannot be used just now; empty when it can. */
export function whyNot({ why }: WayRow, at: TfaAt, timeZone: string | undefined): string {
  switch (why?.kind) {
    case undefined:
      return '';
    case 'locked':
      return `locked until ${lockEnd(why.untilMs, at, timeZone)}, ${countdown(why.leftMs)} from now`;
    case 'none-left':
      return 'none left';
    case 'refused':
      return 'refused a moment ago';
  }
}

/** The notice of a state on one line. */
export function noticeLine(state: TfaState, at: TfaAt, timeZone: string | undefined): string {
  const words = tfaWords(state, at, timeZone);
  return words === undefined ? '' : [words.title, words.more, words.next].filter(Boolean).join(' ');
}

/** What is asked for at a step where a code is entered, with how long it is good. */
export function codeQuestion(state: TfaState, at: TfaAt): string {
  const { challenge } = tfaClocks(state, at);
  const good =
    challenge === undefined || codeKey(state)?.includes('totp')
      ? ''
      : `, good for ${countdown(challenge.leftMs)}`;
  if (state.step.at === 'prove') {
    const { way } = state.step;
    return way.kind === 'backup' ? 'Backup code (XXXX-XXXX-XXXX)' : `Code by ${wayText(way)}${good}`;
  }
  return state.goal.kind === 'add' && state.goal.method === 'totp'
    ? 'Code that the new authenticator shows'
    : `Code sent to ${maskPhone(state.sendings['new:sms']?.phone ?? state.phone)}${good}`;
}

/** The end of a command at a state that it cannot go on from. */
export function stateFailure(state: TfaState, at: TfaAt, timeZone?: string): CommandFailure {
  const { notice } = state;
  if (notice === undefined) return failure('refused', 'not_possible', 'Nothing can be done here just now.');
  const words = tfaWords(state, at, timeZone);
  const said = [words?.title, words?.more].filter(Boolean).join(' ');
  const next = words?.next ?? '';
  switch (notice.kind) {
    case 'error': {
      if (state.step.at === 'unclear') return failure('outcomeUnknown', 'outcome_unknown', said, next);
      const { exit, code, next: then } = apiFailure(notice.error);
      // The flow knows more than the error alone: how long a lock lasts, and whose clock is off.
      const { goal } = state;
      const admin = goal.kind === 'login' && goal.admin === true && notice.code === 'auth_error';
      return new CommandFailure(exit, code, said, admin ? 'Log in without --admin.' : then);
    }
    case 'unclear':
      return failure('outcomeUnknown', 'outcome_unknown', said, next);
    case 'not-done':
      return failure('refused', 'not_done', said, next);
    case 'remark':
      return failure(
        exitOf[notice.remark] ?? 'refused',
        notice.remark.replaceAll('-', '_'),
        said,
        nextOf[notice.remark] ?? next,
      );
  }
}

/** The other methods went while the flow was under way; before it begins the command asks for itself. */
export const lastMethodText = 'This is the last method: two-factor turns off, and all backup codes die.';
export const lastMethodFailure = (): CommandFailure =>
  failure('guard', 'needs_yes', `${lastMethodText} Nothing was removed.`, 'pass --yes');

const exitOf: Partial<Record<(TfaNotice & { kind: 'remark' })['remark'], ExitName>> = {
  'not-a-code': 'usage',
  'which-method': 'usage',
  'not-a-phone': 'usage',
  'label-too-long': 'usage',
  locked: 'tooManyRequests',
};

/** What is done about it on a command line. */
const nextOf: Partial<Record<(TfaNotice & { kind: 'remark' })['remark'], string>> = {
  'which-method': 'Name it with --method-id, or give a backup code with --backup-code-stdin.',
  'web-login-over': 'Begin a new web login and give its tfa_secret.',
};
