import { presentUser } from '../present.ts';
import type { Route } from './call.ts';

export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/users/current',
    auth: { category: 'user_read' },
    handler: ({ store }) => ({ body: presentUser(store.state.account) }),
  },
];
