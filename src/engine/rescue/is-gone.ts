import { ApiError } from '../../client/errors.ts';
import { knownGone } from '../refusals.ts';
import type { Session } from '../services.ts';

/** Whether an instance is known to be gone, by reads that are made now. */
export const isGone = ({ api }: Pick<Session, 'api'>, id: number): Promise<boolean> =>
  knownGone(id, {
    alone: () => api.getInstance(id),
    list: () => api.listInstances(),
    asApiError: (thrown) => (thrown instanceof ApiError ? thrown : undefined),
  });
