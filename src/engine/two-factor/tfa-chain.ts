import { countdown } from '../../base/format-time.ts';
import { windowLeft } from './tfa-clocks.ts';
import type { TfaAt, TfaState, TfaStep, TfaWindow } from './tfa-flow-state.ts';
import { methodCount, type Way } from './tfa-methods.ts';

/** `here`: it is this one's turn, or it runs now; `skipped`: not needed this time. */
export type ChainMark = 'done' | 'here' | 'ahead' | 'skipped' | 'failed';
export type ChainLink = { name: string; mark: ChainMark; note: string };

const wayNames: Record<Way['kind'], string> = {
  totp: 'by an app',
  sms: 'by text',
  email: 'by e-mail',
  backup: 'by backup code',
};

/** `28:41 left`, or `at most 28:41` for a window that was found open. */
export function windowNote(window: TfaWindow, at: TfaAt): string {
  const left = windowLeft(window, at);
  if (left === 0) return 'shut';
  return window.kind === 'found' ? `at most ${countdown(left)}` : `${countdown(left)} left`;
}

/** Where a step stands that a dead end or an interruption leads back to. */
function placeOf(step: TfaStep): TfaStep {
  return step.at === 'stuck' || step.at === 'session' || step.at === 'unclear' ? placeOf(step.back) : step;
}

const beforeProof = new Set<TfaStep['at']>(['status', 'legacy', 'turn-off', 'choose', 'prove']);

/** The steps of a flow, how far it is, and the clock of the window (mock-up 5.7). */
export function tfaChain(state: TfaState, at: TfaAt): ChainLink[] {
  // A sign alone does not tell what it means.
  return linksOf(state, at).map((link) =>
    link.mark === 'failed' && link.note === '' ? { ...link, note: 'halted' } : link,
  );
}

function linksOf(state: TfaState, at: TfaAt): ChainLink[] {
  const place = placeOf(state.step).at;
  const over = state.step.at === 'stuck' || state.step.at === 'session';
  const here: ChainMark = over ? 'failed' : 'here';
  const proving = beforeProof.has(place);
  const done = place === 'done';
  const mark = (at: boolean, behind: boolean): ChainMark => (at ? here : behind ? 'done' : 'ahead');
  const first: ChainLink = {
    name: 'PROVE YOU',
    mark: mark(proving, place !== 'left'),
    note: proofNote(state, proving),
  };
  switch (state.goal.kind) {
    case 'login':
      return [first, { name: 'SIGNED IN', mark: done ? 'done' : 'ahead', note: '' }];
    case 'remove':
      return [first, { name: 'REMOVE', mark: done ? 'done' : 'ahead', note: '' }];
    case 'regen':
      return [first, { name: 'SAVE CODES', mark: mark(place === 'codes', done), note: '' }];
    case 'add':
      return [first, ...addLinks(state, at, place, mark)];
  }
}

function proofNote(state: TfaState, proving: boolean): string {
  if (state.step.at === 'prove') return wayNames[state.step.way.kind];
  if (state.proof !== undefined && !proving && state.goal.kind === 'add')
    return wayNames[state.proof.way.kind];
  return '';
}

function addLinks(
  state: TfaState,
  at: TfaAt,
  place: TfaStep['at'],
  mark: (at: boolean, behind: boolean) => ChainMark,
): ChainLink[] {
  const open = windowLeft(state.window, at) > 0;
  const behind = place === 'codes' || place === 'done';
  // Backup codes come with the first method alone (interface.md, confirm-new).
  const added =
    state.step.at === 'done' && state.step.result.kind === 'added' ? state.step.result : undefined;
  const first = added?.first ?? (state.status === undefined || methodCount(state.status) === 0);
  return [
    {
      name: 'ADD WINDOW',
      mark: open ? 'here' : behind ? 'done' : 'ahead',
      note: open ? windowNote(state.window, at) : '',
    },
    { name: 'NEW SECRET', mark: mark(place === 'secret', place === 'confirm' || behind), note: '' },
    { name: 'CONFIRM CODE', mark: mark(place === 'confirm', behind), note: '' },
    added?.codesLost === true
      ? { name: 'SAVE CODES', mark: 'failed', note: 'not seen' }
      : first
        ? { name: 'SAVE CODES', mark: mark(place === 'codes', place === 'done'), note: '' }
        : { name: 'SAVE CODES', mark: 'skipped', note: 'not needed' },
  ];
}

/** The same chain outside of a flow: only the window is known there. */
export function homeChain(
  known: { window: TfaWindow; proof?: TfaState['proof']; first: boolean; unkept?: boolean },
  at: TfaAt,
): ChainLink[] {
  const open = windowLeft(known.window, at) > 0;
  return [
    {
      name: 'PROVE YOU',
      mark: open ? 'done' : 'ahead',
      note: open && known.proof !== undefined ? wayNames[known.proof.way.kind] : '',
    },
    { name: 'ADD WINDOW', mark: open ? 'here' : 'ahead', note: windowNote(known.window, at) },
    { name: 'NEW SECRET', mark: 'ahead', note: '' },
    { name: 'CONFIRM CODE', mark: 'ahead', note: '' },
    known.unkept === true
      ? { name: 'SAVE CODES', mark: 'failed', note: 'not kept' }
      : known.first
        ? { name: 'SAVE CODES', mark: 'ahead', note: '' }
        : { name: 'SAVE CODES', mark: 'skipped', note: 'not needed' },
  ];
}
