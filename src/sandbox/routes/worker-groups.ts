import { notMade, type Route } from './call.ts';

const auth = { category: 'misc', keyInBody: true } as const;

/** Worker groups under both of their names, and the endpoint groups that they belong to. */
export const workerGroupRoutes: Route[] = [
  ...['/api/v0/workergroups', '/api/v0/autojobs', '/api/v0/endptjobs'].flatMap((path): Route[] => [
    { method: 'GET', path, auth, interval: 2, handler: notMade },
    { method: 'POST', path, auth, interval: 4, handler: notMade },
    { method: 'PUT', path: `${path}/:id`, auth, interval: 2, handler: notMade },
    { method: 'DELETE', path: `${path}/:id`, auth, interval: 3, handler: notMade },
  ]),
];
