import { ApiError } from '../../client/errors.ts';
import type { CommandResult } from '../../hooks/use-command.ts';

/** The answer to a call, or why there is none. */
export async function answered<R>(call: Promise<R>): Promise<CommandResult<R>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ok: false, error };
  }
}
