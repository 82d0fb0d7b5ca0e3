import type { TfaCells } from '../auth.ts';
import { notMade, type Route } from './call.ts';

/** Rows of interface.md's authentication matrix. */
const everyone: TfaCells = { loggedOut: true, ui: true, cli: true };
const signedIn: TfaCells = { loggedOut: false, ui: true, cli: true };
/** The login itself is no call for somebody who is logged in. */
const login: TfaCells = { loggedOut: true, ui: false, cli: true };

const row = (method: Route['method'], path: string, tfa: TfaCells, handler = notMade): Route => ({
  method,
  path: `/api/v0/tfa${path}`,
  auth: { tfa, category: path === '/status' ? 'user_read' : 'user_write' },
  handler,
});

/** Two-factor calls; a deprecated path is a second row with the same handler. */
export const tfaRoutes: Route[] = [
  row('GET', '/status', signedIn),
  row('POST', '', login),
  row('DELETE', '', signedIn),
  row('POST', '/email', everyone),
  row('POST', '/sms', everyone),
  row('POST', '/test', everyone),
  row('POST', '/sms/resend', everyone),
  row('POST', '/resend', everyone),
  row('POST', '/totp-setup', signedIn),
  row('POST', '/authorize-new-method', signedIn),
  row('PUT', '/authorize-new-method', signedIn),
  row('POST', '/confirm-new', signedIn),
  row('POST', '/test-submit', signedIn),
  row('PUT', '/update', signedIn),
  row('PUT', '/regen-backup-codes', signedIn),
];
