import type { EndpointName } from '../../src/client/endpoints.ts';
import { records } from '../../src/engine/records.ts';
import { type JsonRun, jsonRuns, type World } from '../commands/json-runs.ts';
import { secretIn } from '../commands/tfa-world.ts';

/** Prepares a world, and answers the command line that makes the call, anew for each time that it is run. */
export type CommandWay = (world: World) => Promise<() => JsonRun>;

/** One of the lines that prove the shapes of `--json`. */
const line =
  (words: string, nth = 0): CommandWay =>
  async (world) => {
    const run = (await jsonRuns[words]?.[nth]?.(world)) as JsonRun;
    return () => run;
  };

/** A line about a second factor that the account has; the code is that of an authenticator unless `sent` ones are asked for. */
const proved =
  (words: readonly string[], sent = false): CommandWay =>
  async (world) => {
    const { secret } = await world.addTotp();
    await world.addSms();
    return () => ({
      argv: ['2fa', ...words],
      options: { stdin: () => (sent ? world.sent() : world.totp(secret)) },
    });
  };

/** Adds the first method: what is asked for comes by mail, then by what is added. */
const adds =
  (...words: string[]): CommandWay =>
  async (world) =>
  () => {
    let shown = '';
    return {
      argv: ['2fa', 'add', ...words, '--method', 'email', '--code-stdin'],
      options: {
        stdin: () => (/^secret/m.test(shown) ? world.totp(secretIn(shown)) : world.sent()),
        onOut: (text) => {
          shown += text;
        },
      },
    };
  };
const addsTotp = adds('totp', '--label', 'Phone');

/** Asks for the text once more, then types what came. */
const resent: CommandWay = async (world) => {
  await world.addSms();
  const later = () => {
    world.clock.advance(120_000);
    return 'r';
  };
  return () => ({
    argv: ['2fa', 'login', '--method', 'sms'],
    options: { answers: [later, () => world.sent(), 'n'] },
  });
};

const inDeck = 'only the deck does that';
const nobody = 'nothing of ours makes this call';

/** What is told all the same where such a call fails, with less behind it. */
export const beside: ReadonlySet<EndpointName> = new Set(['listCharges']);

/** Writes that have a record, by their command. */
const recordWays = Object.fromEntries(
  records.map(({ endpoint, command }) => [endpoint, command === undefined ? inDeck : line(command.name)]),
);

/** How a call is come to by a command, or why no command makes it. */
export const commandWays: Readonly<Partial<Record<EndpointName, CommandWay | string>>> = {
  searchOffers: line('offers'),
  createInstance: line('rent'),
  listInstances: line('instances'),
  getInstance: line('instances', 1),
  ...recordWays,
  startInstance: async (world) => {
    const { argv } = (await line('start')(world))();
    await world.run(['stop', argv[1] as string]);
    world.clock.advance(60_000);
    return () => ({ argv });
  },
  currentUser: line('status'),
  createWorkerGroup: line('groups create'),
  cloudCopy: line('copy'),
  tfaStatus: line('2fa status'),
  tfaLogin: proved(['login', '--method', 'totp', '--code-stdin']),
  tfaRemove: async (world) => {
    const { secret, id } = await world.addTotp();
    return () => ({
      argv: ['2fa', 'remove', String(id), '--yes', '--code-stdin'],
      options: { stdin: () => world.totp(secret) },
    });
  },
  tfaSendEmail: proved(['login', '--method', 'email', '--code-stdin'], true),
  tfaSendSms: proved(['login', '--method', 'sms', '--code-stdin'], true),
  tfaResendSms: resent,
  tfaTotpSetup: addsTotp,
  tfaAuthorizeStart: addsTotp,
  tfaAuthorizeConfirm: addsTotp,
  tfaConfirmNew: addsTotp,
  tfaUpdate: line('2fa label'),
  tfaRegenBackupCodes: proved(['codes', '--method', 'totp', '--code-stdin']),
  tfaTest: nobody,
  tfaTestSubmit: nobody,
  tfaResend: nobody,
  listApiKeys: line('keys'),
  createApiKey: line('keys create'),
  deleteApiKey: line('keys delete'),
  listSshKeys: line('ssh-keys'),
  createSshKey: line('ssh-keys add'),
  changeSshKey: nobody,
  deleteSshKey: line('ssh-keys remove'),
  listInstanceSshKeys: line('ssh-keys detach'),
  attachSshKey: line('ssh-keys attach'),
  detachSshKey: line('ssh-keys detach'),
  listTemplates: line('templates'),
  listVolumes: line('volumes'),
  listConnections: line('connections'),
  cancelCloudCopy: line('copy', 1),
  listCharges: line('cost'),
  requestLogs: line('logs'),
  listScheduledJobs: inDeck,
  createScheduledJob: inDeck,
  updateScheduledJob: inDeck,
  deleteScheduledJob: inDeck,
  listEndpointGroups: line('groups'),
  createEndpointGroup: line('groups endpoint-create'),
  changeEndpointGroup: line('groups endpoint-change'),
  deleteEndpointGroup: line('groups endpoint-delete'),
  listWorkerGroups: line('groups'),
  changeWorkerGroup: line('groups change'),
  deleteWorkerGroup: line('groups delete'),
};
