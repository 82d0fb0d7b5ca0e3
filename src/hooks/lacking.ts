import { readAuth } from '../client/auth-reading.ts';
import type { ApiError } from '../client/errors.ts';
import { likelyCategory, type PermissionCategory } from '../domain/permission-category.ts';
import type { Session } from '../services.ts';
import { useSession } from './deck.ts';
import { createStore, type Store, useStore } from './store.ts';

type Lacking = Store<ReadonlySet<PermissionCategory>>;

// By session, so that another key, or the session of a login, begins without what this one was refused.
const bySession = new WeakMap<Session, Lacking>();
const nobody: Lacking = createStore<ReadonlySet<PermissionCategory>>(new Set());

function lackingOf(session: Session | undefined): Lacking {
  if (session === undefined) return nobody;
  const known = bySession.get(session) ?? createStore<ReadonlySet<PermissionCategory>>(new Set());
  bySession.set(session, known);
  return known;
}

/** Remembers for this session that a write was refused because the key is too narrow for it. */
export function noteLacking(session: Session | undefined, error: ApiError): void {
  const category = likelyCategory(error.endpoint);
  if (session === undefined || category === undefined || readAuth(error) !== 'under-scoped') return;
  lackingOf(session).set((now) => (now.has(category) ? now : new Set([...now, category])));
}

/** Permissions that the key most likely lacks: a call that needs one was answered with 403 in this session. */
export const useLacking = (): ReadonlySet<PermissionCategory> => useStore(lackingOf(useSession()));

/** Why an act that needs a permission is grey for the rest of the session; undefined while nothing was refused. */
export function useLackingReason(category: PermissionCategory): string | undefined {
  const lacking = useLacking();
  return lacking.has(category) ? lackingReason(category) : undefined;
}

export const lackingReason = (category: PermissionCategory): string =>
  `This key may not: it most likely lacks the permission ${category}`;
