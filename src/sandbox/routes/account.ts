import type { Handler, Route } from '../call.ts';
import { presentUser } from '../present.ts';

/** What changed something, oldest first; this call of the public client answers a list and no object. */
const auditLogs: Handler = ({ store }) => ({
  body: store.state.requests
    .filter(({ method, status, keyId }) => method !== 'GET' && status === 200 && keyId !== undefined)
    .map(({ method, path, at, keyId }) => ({
      ip_address: '127.0.0.1',
      api_key_id: keyId,
      created_at: at,
      api_route: `${method} ${path}`,
      // What was sent may hold secrets.
      args: {},
    })),
});

export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v0/users/current',
    auth: { category: 'user_read' },
    handler: ({ store }) => ({ body: presentUser(store.state.account) }),
  },
  { method: 'GET', path: '/api/v0/audit_logs', auth: { category: 'misc' }, handler: auditLogs },
];
