import { notMade, type Route } from './call.ts';

const auth = { category: 'instance_write' } as const;

export const cloudCopyRoutes: Route[] = [
  { method: 'POST', path: '/api/v0/commands/rclone', auth, handler: notMade },
  { method: 'DELETE', path: '/api/v0/commands/rclone', auth, handler: notMade },
];
