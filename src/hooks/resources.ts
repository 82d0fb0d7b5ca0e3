import { ApiError } from '../client/errors.ts';
import type {
  ApiKey,
  CloudConnection,
  Instance,
  InstanceListReply,
  ListReply,
  ScheduledJob,
  SearchBody,
  SearchReply,
  SshKey,
  Template,
  TfaStatusReply,
  User,
  Volume,
} from '../client/wire.ts';
import type { Loadable } from '../engine/read-health.ts';
import { keys } from '../engine/read-keys.ts';
import { pollSeconds } from '../engine/reads.ts';
import { useDeck } from './use-deck.ts';
import { useRead } from './use-read.ts';

type Read<T> = Loadable<T> & { refresh: () => void };

/** The account: credit, e-mail, ssh key. */
export const useUser = (): Read<User> =>
  useRead(keys.user, (api, o) => api.currentUser(o), { every: pollSeconds.user });

const booting = (instance: Instance): boolean =>
  instance.actual_status === null ||
  instance.actual_status === 'loading' ||
  instance.actual_status === 'created';

/** Every instance in one call; asked more often while one of them boots. */
export const useInstances = (): Read<InstanceListReply> =>
  useRead(keys.instances, (api, o) => api.listInstances(o), {
    every: (data) => (data?.instances.some(booting) === true ? pollSeconds.boot : pollSeconds.instances),
  });

/** One instance; null when the service says that it is gone or not there yet. Undefined id reads nothing. */
export const useInstance = (
  id: number | undefined,
  every: (known: Instance | null | undefined) => number,
): Read<Instance | null> =>
  useRead(
    id === undefined ? undefined : keys.instance(id),
    async (api, o) => (await api.getInstance(id as number, o)).instances,
    { every },
  );

/** What the service answers to a search; asked again each minute while it is looked at. Undefined body reads nothing. */
export const useOffers = (body: SearchBody | undefined): Read<SearchReply> =>
  useRead(
    body === undefined ? undefined : keys.offers(body),
    (api, o) => api.searchOffers(body as SearchBody, o),
    { every: pollSeconds.offers },
  );

/** The account's methods, how many backup codes are left, and whether the add-method window is open. */
export const useTfaStatus = (): Read<TfaStatusReply> =>
  useRead(keys.tfaStatus, (api, o) => api.tfaStatus(o), { every: pollSeconds.tfaStatus });

/** Publicly known lists that interface.md does not show: a refusal means "not known", never "none". */
export const useApiKeys = (isWanted = true): Read<ListReply<ApiKey>> =>
  useRead(isWanted ? keys.apiKeys : undefined, (api, o) => api.listApiKeys(o), {
    every: pollSeconds.account,
  });
export const useSshKeys = (): Read<ListReply<SshKey>> =>
  useRead(keys.sshKeys, (api, o) => api.listSshKeys(o), { every: pollSeconds.account });
export const useTemplates = (wanted: boolean): Read<ListReply<Template>> =>
  useRead(wanted ? keys.templates : undefined, (api, o) => api.listTemplates(o), { every: 0 });
export const useVolumes = (wanted: boolean): Read<ListReply<Volume>> =>
  useRead(wanted ? keys.volumes : undefined, (api, o) => api.listVolumes(o), { every: pollSeconds.account });

export const useConnections = (): Read<ListReply<CloudConnection>> =>
  useRead(keys.connections, (api, o) => api.listConnections(o), { every: 0 });

/** Calls that the service makes by itself. A refusal means that this service, or this key, has none. */
export const useScheduledJobs = (): Read<ListReply<ScheduledJob>> =>
  useRead(keys.scheduledJobs, (api, o) => api.listScheduledJobs(o), { every: 0 });

/** Reads the account and its instances now, and resolves with why neither was answered, if so. */
export function useAskAgain(): () => Promise<ApiError | undefined> {
  const { reads } = useDeck();
  return async () => {
    const both = [keys.user, keys.instances];
    await Promise.all(both.map((key) => reads.refresh(key)));
    const errors = both.map((key) => reads.error(key));
    const [error] = errors;
    return errors.includes(undefined) || !(error instanceof ApiError) ? undefined : error;
  };
}
