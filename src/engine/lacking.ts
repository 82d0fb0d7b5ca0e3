import { createStore, type Store } from '../base/store.ts';
import { type ApiError, readAuth } from '../client/errors.ts';
import type { PermissionCategory } from '../client/wire.ts';
import { keyInUseLacks } from './key-advice.ts';
import type { Session } from './services.ts';
import { isUnclear } from './write-advice.ts';

/** Permissions that were refused, each with the call (an endpoint's name) that it was refused for last. */
export type Lacking = ReadonlyMap<PermissionCategory, string>;

// By session, so that another key, or the session of a login, begins without what this one was refused.
const bySession = new WeakMap<Session, Store<Lacking>>();
const none: Lacking = new Map();
const nobody: Store<Lacking> = createStore(none);

export function lackingOf(session: Session | undefined): Store<Lacking> {
  if (session === undefined) return nobody;
  const known = bySession.get(session) ?? createStore(none);
  bySession.set(session, known);
  return known;
}

/** Remembers for this session that a write was refused because the key is too narrow for it. */
export function noteLacking(session: Session | undefined, error: ApiError): void {
  const { needs, endpoint } = error;
  if (session === undefined || needs === undefined) return;
  // Whether the service itself has said so is not known.
  if (isUnclear(error)) return;
  if (readAuth(error) !== 'under-scoped' && !keyInUseLacks(error)) return;
  lackingOf(session).set((now) => new Map([...now, [needs, endpoint]]));
}

/** The person asks for everything anew: a key can have been given more by now, and one try shows it. */
export function forgetLacking(session: Session | undefined): void {
  if (session !== undefined && lackingOf(session).get().size > 0) lackingOf(session).set(none);
}

/** The same outside of a component. */
export const lackingNow = (session: Session, category: PermissionCategory | undefined): string | undefined =>
  category !== undefined && lackingOf(session).get().has(category) ? lackingReason(category) : undefined;

export const lackingReason = (category: PermissionCategory): string =>
  `This key may not: it most likely lacks the permission ${category}`;
