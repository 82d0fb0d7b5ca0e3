import { listWays, type TfaAt, type TfaState } from '../../engine/two-factor/tfa-flow.ts';
import type { CommandContext } from '../cli/context.ts';
import { failure } from '../cli/failure.ts';
import { onlyNew, type TfaShow } from './tfa-ask.ts';
import type { Decide } from './tfa-runner.ts';
import { lastMethodFailure, stateFailure } from './tfa-words.ts';

/** Notices that are news and no refusal. */
const harmless = new Set(['newest-counts', 'backup-pasted']);

const isRefused = ({ notice }: TfaState): boolean =>
  notice !== undefined && !(notice.kind === 'remark' && harmless.has(notice.remark));

/**
 * Decides without anybody there: each code is a line of standard input, read when it is wanted and not before, so
 * that a script can look for the one that was sent. The first refusal ends the command.
 */
export function scriptedDecide({ io, composition }: CommandContext, show: TfaShow): Decide {
  const timeZone = composition.env.TZ;
  const shown = onlyNew(show);
  return async (state, at) => {
    const { step, goal } = state;
    if (step.at === 'codes') {
      await shown.codes(state);
      return { kind: 'codesKept' };
    }
    if (step.at === 'status' && goal.kind === 'login') return { kind: 'goOn' };
    if (step.at === 'legacy') throw legacyFailure();
    if (step.at === 'turn-off') throw lastMethodFailure();
    if (isRefused(state)) throw stateFailure(state, at, timeZone);
    switch (step.at) {
      case 'choose':
        return { kind: 'choose', way: firstWay(state, at, timeZone) };
      case 'secret':
        if (goal.kind === 'add' && goal.method === 'sms' && state.phone !== '') return { kind: 'sendText' };
        throw stateFailure(state, at, timeZone);
      case 'prove':
      case 'confirm': {
        shown.secret(state);
        const line = await io.readLine();
        if (line === undefined || line.trim() === '')
          throw failure(
            'usage',
            'no_code',
            'Standard input holds no code.',
            'Give each code on a line of its own.',
          );
        return { kind: 'submit', text: line };
      }
      default:
        throw stateFailure(state, at, timeZone);
    }
  };
}

function firstWay(state: TfaState, at: TfaAt, timeZone: string | undefined) {
  const row = listWays(state, at).find(({ usable, way }) => usable && way.kind !== 'backup');
  if (row === undefined) throw stateFailure(state, at, timeZone);
  return row.way;
}

const legacyFailure = () =>
  failure(
    'refused',
    'legacy_account',
    'This account uses old two-factor. Make new backup codes first.',
    'Run rigdeck 2fa codes, then this again.',
  );
