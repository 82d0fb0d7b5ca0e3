import type { SearchBody } from '../client/wire.ts';
import type { QueryFilters } from './offers/query.ts';

/** Cache keys, in one place, so that commands can name what they touch. */
export const keys = {
  user: 'user',
  instances: 'instances',
  instance: (id: number) => `instance ${id}`,
  anyOffers: 'offers ',
  offers: (body: SearchBody) => `offers ${JSON.stringify(body)}`,
  instanceSshKeys: (id: number) => `ssh keys of ${id}`,
  apiKeys: 'api keys',
  sshKeys: 'ssh keys',
  templates: 'templates',
  volumes: 'volumes',
  connections: 'connections',
  tfaStatus: 'tfa status',
  scheduledJobs: 'scheduled jobs',
  groups: 'groups',
  workerPrices: (searches: readonly QueryFilters[]) => `worker prices ${JSON.stringify(searches)}`,
  log: (id: number, source: string) => `log ${id} ${source}`,
} as const;
