import type { TfaCells } from '../auth.ts';
import type { Handler, Route } from '../call.ts';
import { reject } from '../errors.ts';
import { confirmNew, testSubmit, totpSetup } from './tfa-add.ts';
import { confirmAuthorization, startAuthorization } from './tfa-authorize.ts';
import { knowBySecret, login } from './tfa-login.ts';
import { regenerate, remove, status, update } from './tfa-manage.ts';
import { email, resend, sms } from './tfa-send.ts';

/** Rows of interface.md's authentication matrix. */
const everyone: TfaCells = { loggedOut: true, ui: true, cli: true };
const signedIn: TfaCells = { loggedOut: false, ui: true, cli: true };
/** The login itself is no call for somebody who is logged in. */
const atLogin: TfaCells = { loggedOut: true, ui: false, cli: true };

const row = (method: Route['method'], path: string, tfa: TfaCells, handler: Handler): Route => ({
  method,
  path: `/api/v0/tfa${path}`,
  auth: { tfa, category: path === '/status' ? 'user_read' : 'user_write' },
  handler: (call) => {
    if (call.principal.kind === 'nobody') knowBySecret(call);
    if (call.store.state.account.teamContext) {
      reject('team_user_forbidden', 'two-factor belongs to a person: leave the team first');
    }
    return handler(call);
  },
});

/** Two-factor calls; a deprecated path is a second row with the same handler. */
export const tfaRoutes: Route[] = [
  row('GET', '/status', signedIn, status),
  row('POST', '', atLogin, login),
  row('DELETE', '', signedIn, remove),
  row('POST', '/email', everyone, email),
  row('POST', '/sms', everyone, sms),
  row('POST', '/test', everyone, sms),
  row('POST', '/sms/resend', everyone, resend),
  row('POST', '/resend', everyone, resend),
  row('POST', '/totp-setup', signedIn, totpSetup),
  row('POST', '/authorize-new-method', signedIn, startAuthorization),
  row('PUT', '/authorize-new-method', signedIn, confirmAuthorization),
  row('POST', '/confirm-new', signedIn, confirmNew),
  row('POST', '/test-submit', signedIn, testSubmit),
  row('PUT', '/update', signedIn, update),
  row('PUT', '/regen-backup-codes', signedIn, regenerate),
];
