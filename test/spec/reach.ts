import type { EndpointName } from '../../src/client/endpoints.ts';
import type { ScreenName } from '../../src/engine/route.ts';

/** From where a call of interface.md can be made, and which tests show it. */
export type Reach = {
  screen: ScreenName;
  /** The test file that makes the call with keys while that screen shows. */
  flow: string;
  /** The words of the one-shot command. */
  command: string;
  /** The test file in which that command makes the call. */
  run: string;
};

const from = (screen: ScreenName, flow: string, command: string, run: string): Reach => ({
  screen,
  flow: `test/flows/${flow}.test.tsx`,
  command,
  run: `test/commands/${run}.test.ts`,
});

/**
 * Every row of interface.md's Endpoints table, by the name of its call; docs/requests.md shows it as a table. Nothing here is
 * taken on trust: each of the named files fails at its end when it did not make the call from there
 * (test/support/reached.ts), and coverage.test.ts fails for a row that is missing.
 */
export const reach: Readonly<Partial<Record<EndpointName, Reach>>> = {
  searchOffers: from('offers', 'offers', 'offers', 'offers'),
  createInstance: from('rent', 'rent-to-destroy', 'rent', 'rent'),
  listInstances: from('instances', 'rent-to-destroy', 'instances', 'instances'),
  getInstance: from('instance', 'rent-to-destroy', 'instances', 'instances'),
  stopInstance: from('instance', 'rent-to-destroy', 'stop', 'power'),
  startInstance: from('instance', 'rent-to-destroy', 'start', 'power'),
  destroyInstance: from('instance', 'rent-to-destroy', 'destroy', 'power'),
  currentUser: from('money', 'money', 'status', 'status'),
  createWorkerGroup: from('group-form', 'groups', 'groups create', 'groups'),
  cloudCopy: from('copy', 'copy', 'copy', 'copy'),
  tfaStatus: from('security', 'security', '2fa status', 'tfa-manage'),
  tfaLogin: from('tfa', 'tfa-login', '2fa login', 'tfa-login'),
  tfaRemove: from('tfa', 'tfa-enrol', '2fa remove', 'tfa-manage'),
  tfaSendEmail: from('tfa', 'tfa-login', '2fa login', 'tfa-login'),
  tfaSendSms: from('tfa', 'tfa-enrol', '2fa add', 'tfa-manage'),
  tfaResendSms: from('tfa', 'tfa-enrol', '2fa login', 'tfa-login'),
  tfaTotpSetup: from('tfa', 'tfa-enrol', '2fa add', 'tfa-manage'),
  tfaAuthorizeStart: from('tfa', 'tfa-enrol', '2fa add', 'tfa-manage'),
  tfaAuthorizeConfirm: from('tfa', 'tfa-enrol', '2fa add', 'tfa-manage'),
  tfaConfirmNew: from('tfa', 'tfa-enrol', '2fa add', 'tfa-manage'),
  tfaUpdate: from('security', 'security', '2fa label', 'tfa-manage'),
  tfaRegenBackupCodes: from('tfa', 'tfa-codes', '2fa codes', 'tfa-manage'),
};
