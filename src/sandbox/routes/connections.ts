import type { Route } from '../call.ts';

/** Connections of the account to cloud storage; a person makes them elsewhere. */
export const connectionRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/users/cloud_integrations',
    auth: { category: 'user_read' },
    interval: 2.9,
    handler: ({ store }) => ({
      body: store.state.connections.map(({ id, name, cloudType }) => ({ id, name, cloud_type: cloudType })),
    }),
  },
];
