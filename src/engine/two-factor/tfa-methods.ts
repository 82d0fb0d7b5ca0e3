import { epochMs } from '../../base/format-time.ts';
import type { ErrorCode } from '../../client/errors.ts';
import type { StoredTfaMethod, TfaMethod, TfaStatusReply } from '../../client/wire.ts';
import { listed } from '../missing-rows.ts';
import type { TfaAt, TfaState } from './tfa-flow-state.ts';

/** A way of proving who one is. A stored one without `id` leaves it to the service which of its kind is meant. */
export type Way =
  | { kind: StoredTfaMethod; id?: number; label?: string; phone?: string; primary?: boolean }
  | { kind: 'email' }
  | { kind: 'backup' };

/** What verified a session, behind "with". */
export const proofNames: Readonly<Record<Way['kind'], string>> = {
  totp: 'totp',
  sms: 'sms',
  email: 'e-mail',
  backup: 'a backup code',
};

/** Names a way, or the method that is being added (`new:`). */
export type WayKey =
  | 'email'
  | 'backup'
  | StoredTfaMethod
  | `${StoredTfaMethod}:${number}`
  | `new:${StoredTfaMethod}`;

/** What is known against a way. `lockedUntil` in ms by the service's clock. */
export type WayMark = {
  lockedUntil?: number | undefined;
  /** The service gave no end, so it is ours: fifteen minutes. */
  lockAssumed?: true | undefined;
  fails?: number | undefined;
  /** It was refused last time; it can be tried again when the person wants to. */
  held?: ErrorCode | undefined;
};

export type WayRow = {
  way: Way;
  key: WayKey;
  usable: boolean;
  /** May be chosen all the same. */
  selectable: boolean;
  /** Why it is not usable. */
  why?:
    | { kind: 'locked'; untilMs: number; leftMs: number }
    | { kind: 'refused'; code: ErrorCode }
    | { kind: 'none-left' };
  fails?: number;
};

export function wayKey(way: Way): WayKey {
  return way.kind === 'email' || way.kind === 'backup' || way.id === undefined
    ? way.kind
    : `${way.kind}:${way.id}`;
}

export const serviceNow = ({ now, offsetMs = 0 }: TfaAt): number => now + offsetMs;

/** Whether the service will not take this way without the id of the method, which only the person can give. */
export const wantsId = ({ idsWanted = [] }: Pick<TfaState, 'idsWanted'>, way: Way): boolean =>
  (way.kind === 'totp' || way.kind === 'sms') && way.id === undefined && idsWanted.includes(way.kind);

/** How long a way is still locked, in ms; 0 when it is not. Locks are per method (interface.md, Limits). */
export function lockLeft(state: TfaState, key: WayKey, at: TfaAt): number {
  const until = state.marks[key]?.lockedUntil;
  return until === undefined ? 0 : Math.max(0, until - serviceNow(at));
}

/** How many methods an account has, those too that the list lacks: none is a matter of its own. */
export const methodCount = ({ methods, missing = 0 }: TfaStatusReply): number => methods.length + missing;

/** Whether an account has this method; undefined where the list does not show it and lacks some. */
export const hasMethod = ({ methods: rows, missing = 0 }: TfaStatusReply, id: number): boolean | undefined =>
  listed({ rows, missing }, id);

export function isLegacy({ status, tfaStatus }: Pick<TfaState, 'status' | 'tfaStatus'>): boolean {
  return tfaStatus === 'legacy' || (status?.tfa_enabled === true && methodCount(status) === 0);
}

function stored(method: TfaMethod): Way {
  return {
    kind: method.method,
    id: method.id,
    ...(method.label === undefined ? {} : { label: method.label }),
    ...(method.phone_number === undefined ? {} : { phone: method.phone_number }),
    ...(method.is_primary === true ? { primary: true } : {}),
  };
}

/** Every way there is for the goal, the primary one first. */
export function waysOf(state: TfaState): Way[] {
  const { goal, status } = state;
  const count = status === undefined ? 0 : methodCount(status);
  const methods = [...(status?.methods ?? [])].sort(
    (a, b) => Number(b.is_primary ?? 0) - Number(a.is_primary ?? 0),
  );
  // interface.md, authorize-new-method: forced to e-mail when the user has no methods.
  if (goal.kind === 'add' && count === 0) return [{ kind: 'email' }];
  // One that the list lacks may be of a kind of which it has none.
  const lacks = (kind: StoredTfaMethod) =>
    count > methods.length && methods.every((one) => one.method !== kind);
  const kinds = (['totp', 'sms'] as const).filter(lacks).map((kind): Way => ({ kind }));
  if (count > 0) return [...methods.map(stored), ...kinds, { kind: 'email' }, { kind: 'backup' }];
  // Without a list, as for somebody logged out, each kind is offered; an old account has its number on file.
  const unknown: Way[] = status === undefined ? [{ kind: 'totp' }] : [];
  return [...unknown, { kind: 'sms' }, { kind: 'email' }, { kind: 'backup' }];
}

/** The ways there are for the present goal, those that work first (ux: a lock shows the others first). */
export function listWays(state: TfaState, at: TfaAt): WayRow[] {
  const rows = waysOf(state).map((way) => rowOf(state, way, at));
  return [...rows.filter((row) => row.usable), ...rows.filter((row) => !row.usable)];
}

function rowOf(state: TfaState, way: Way, at: TfaAt): WayRow {
  const key = wayKey(way);
  const mark = state.marks[key];
  const base = { way, key, ...(mark?.fails === undefined ? {} : { fails: mark.fails }) };
  const leftMs = lockLeft(state, key, at);
  if (leftMs > 0) {
    const untilMs = mark?.lockedUntil ?? 0;
    return { ...base, usable: false, selectable: false, why: { kind: 'locked', untilMs, leftMs } };
  }
  if (way.kind === 'backup' && state.status?.backup_codes_remaining === 0) {
    return { ...base, usable: false, selectable: false, why: { kind: 'none-left' } };
  }
  const refused = refusalOf(state, way, mark);
  if (refused === undefined) return { ...base, usable: true, selectable: true };
  return { ...base, usable: false, selectable: true, why: { kind: 'refused', code: refused } };
}

function refusalOf(state: TfaState, way: Way, mark: WayMark | undefined): ErrorCode | undefined {
  if (mark?.held !== undefined) return mark.held;
  if (way.kind === 'sms' && state.textsOff !== undefined) return state.textsOff;
  // interface.md, matrix rule 4: proof through TOTP or a backup code sends nothing and needs no verified e-mail.
  return way.kind === 'sms' || way.kind === 'email' ? state.mailOff : undefined;
}

/** The way that opens by itself: the primary one, else another stored one, else e-mail. Backup codes never do. */
export function bestWay(state: TfaState, at: TfaAt): Way | undefined {
  return listWays(state, at).find(({ usable, way }) => usable && way.kind !== 'backup')?.way;
}

/** What a status says about locks and failures, over what was known before. */
export function marksFrom(methods: readonly TfaMethod[], before: TfaState['marks']): TfaState['marks'] {
  const marks: Partial<Record<WayKey, WayMark>> = { ...before };
  for (const method of methods) {
    const { locked_until: locked, fail_count: fails } = method;
    const key = wayKey(stored(method));
    const known = marks[key];
    marks[key] = {
      held: known?.held,
      fails: fails ?? known?.fails,
      ...(locked === undefined
        ? { lockedUntil: known?.lockedUntil, lockAssumed: known?.lockAssumed }
        : { lockedUntil: locked === null ? undefined : epochMs(locked) }),
    };
  }
  return marks;
}
