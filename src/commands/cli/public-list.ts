import type { Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import { lacksCall } from '../../engine/refusals.ts';
import { failure } from './failure.ts';

/** A list that interface.md does not show; a service that has no such call is told calmly, in `message` and `next`. */
export async function publicList<T>(
  api: Pick<Client, 'currentUser'>,
  read: Promise<T>,
  message: string,
  next: string,
): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ApiError) || !(await lacksCall(api, error))) throw error;
    throw failure('refused', error.code ?? `http_${error.status}`, message, next);
  }
}
