import type { CallOptions, Client } from '../../client/client-type.ts';
import type { EndpointGroup, Missing, WorkerGroup } from '../../client/wire.ts';
import { isApiError, lacksCall, listRefused } from '../refusals.ts';

/** The groups of an account. A list is absent where the service, or this key, has none to show. */
export type Groups = {
  endpoints?: readonly EndpointGroup[];
  workers?: readonly WorkerGroup[];
} & Missing;

type Lists = Pick<Client, 'listEndpointGroups' | 'listWorkerGroups' | 'currentUser'>;

/**
 * Both lists at once. Neither is in interface.md, so that a refusal is an answer, which `onRefusal` is told; any other
 * failure is thrown.
 */
export async function readGroups(
  api: Lists,
  options?: CallOptions,
  onRefusal?: (error: unknown) => void,
): Promise<Groups> {
  const unlessRefused = async <T>(list: Promise<T>): Promise<T | undefined> => {
    try {
      return await list;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (!listRefused(error) && !(await lacksCall(api, error, options))) throw error;
      onRefusal?.(error);
      return undefined;
    }
  };
  const [endpoints, workers] = await Promise.all([
    unlessRefused(api.listEndpointGroups(options)),
    unlessRefused(api.listWorkerGroups(options)),
  ]);
  const missing = (endpoints?.missing ?? 0) + (workers?.missing ?? 0);
  return {
    ...(endpoints === undefined ? {} : { endpoints: endpoints.rows }),
    ...(workers === undefined ? {} : { workers: workers.rows }),
    ...(missing === 0 ? {} : { missing }),
  };
}
