import { isNotOffered } from './auth-reading.ts';
import type { CallOptions, Client } from './client-type.ts';
import type { EndpointGroup, WorkerGroup } from './wire.ts';

/** The groups of an account. A list is absent where the service, or this key, has none to show. */
export type Groups = { endpoints?: readonly EndpointGroup[]; workers?: readonly WorkerGroup[] };

type Lists = Pick<Client, 'listEndpointGroups' | 'listWorkerGroups'>;

const unlessRefused = async <T>(list: Promise<T>): Promise<T | undefined> => {
  try {
    return await list;
  } catch (error) {
    if (isNotOffered(error)) return undefined;
    throw error;
  }
};

/** Both lists at once. Neither is in interface.md, so that a refusal is an answer; any other failure is thrown. */
export async function readGroups(api: Lists, options?: CallOptions): Promise<Groups> {
  const [endpoints, workers] = await Promise.all([
    unlessRefused(api.listEndpointGroups(options)),
    unlessRefused(api.listWorkerGroups(options)),
  ]);
  return { ...(endpoints === undefined ? {} : { endpoints }), ...(workers === undefined ? {} : { workers }) };
}
