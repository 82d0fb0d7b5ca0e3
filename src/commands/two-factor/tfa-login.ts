import type { Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import type { TfaStatusReply } from '../../client/wire.ts';
import type { TfaGoal, TfaResult } from '../../engine/two-factor/tfa-flow.ts';
import { cleanBaseUrl } from '../../platform/credentials/base-url.ts';
import type { SessionBegun } from '../../platform/credentials/kept-session.ts';
import type { SecretHome } from '../../platform/credentials/secret-store.ts';
import { homeNames } from '../../platform/credentials/sources.ts';
import { type Account, type CommandContext, requireAccount, serviceTime } from '../cli/context.ts';
import { credentialFailure, failure } from '../cli/failure.ts';
import { printJson } from '../cli/output.ts';
import { readStatus, unkeptMark } from './tfa-account.ts';
import { gaveUp } from './tfa-ask.ts';
import { codesFromStdin, decideBy, type ProofFlags, preferredWay } from './tfa-input.ts';
import { runTfa } from './tfa-runner.ts';

export type TfaLoginFlags = ProofFlags & {
  tfaSecretStdin?: boolean;
  admin?: boolean;
  store?: 'file' | 'memory';
};

/**
 * `rigdeck 2fa login`: proves with a code and takes up the session that the service gives for it. Its key is kept
 * where the API key is; one from the environment has no such place, so the person may pick the file.
 */
export async function tfaLoginCommand(context: CommandContext, flags: TfaLoginFlags): Promise<void> {
  const { io, json, composition, signal } = context;
  const scripted = codesFromStdin(context, flags);
  const tfaSecret = flags.tfaSecretStdin ? await readSecret(context) : undefined;
  const { account, api } = await whoever(context, tfaSecret !== undefined);
  const status =
    account === undefined || tfaSecret !== undefined
      ? undefined
      : await mayRead(readStatus(context, account));
  const goal: TfaGoal = {
    kind: 'login',
    ...(flags.admin ? { admin: true } : {}),
    ...(tfaSecret === undefined ? {} : { tfaSecret }),
  };
  const wanted = preferredWay(flags, status);
  // A web login may be another account's.
  const mark =
    account === undefined || tfaSecret !== undefined ? undefined : await unkeptMark(context, account);
  const state = await runTfa(
    { api, clock: composition.clock, signal, mark },
    goal,
    { ...(status && { status }), ...wanted },
    decideBy(context, scripted),
  );
  const { result } = state.step as { result: TfaResult & { kind: 'logged-in' } };
  const { reply, by, backupCodesLeft } = result;
  if (!json) io.say('Verified.');
  const begun = { at: serviceTime(context, api), by };
  const kept = await keep(context, account, reply.session_key, { begun, store: flags.store });
  const legacy = reply.legacy_tfa_user === true;
  if (json) {
    return printJson(io, {
      schema: 1,
      logged_in: true,
      kept,
      ...(flags.admin ? { admin: true } : {}),
      ...(backupCodesLeft === undefined ? {} : { backup_codes_remaining: backupCodesLeft }),
      ...(legacy ? { legacy: true } : {}),
    });
  }
  if (kept === 'keychain' || kept === 'file')
    io.say(`The session is kept in ${homeNames[kept]} and used from now on.`);
  if (backupCodesLeft !== undefined) io.say(`${backupCodesLeft} backup codes are left.`);
  if (legacy) io.say('This account uses old two-factor: make new backup codes with rigdeck 2fa codes.');
}

/** The account, or for somebody logged out the service alone, when there is no key that the session could belong to. */
async function whoever(
  context: CommandContext,
  loggedOut: boolean,
): Promise<{ account?: Account; api: Client }> {
  if (!loggedOut) {
    const account = await requireAccount(context);
    return { account, api: account.api };
  }
  const { composition } = context;
  const account = await composition.account();
  if (account.ok) {
    context.account = account;
    return { account, api: account.loggedOut };
  }
  const { flags, env, config } = composition;
  const given = flags.baseUrl ?? (env.RIGDECK_BASE_URL?.trim() || config.config.base_url);
  if (account.kind !== 'no-key' || given === undefined) throw credentialFailure(account);
  const clean = cleanBaseUrl(given);
  if (!clean.ok) throw failure('usage', 'bad_base_url', clean.reason);
  return { api: composition.connect({ baseUrl: clean.baseUrl }) };
}

async function readSecret({ io, composition }: CommandContext): Promise<string> {
  const typed = io.canAsk
    ? await io.ask('tfa_secret of the web login (not shown): ', { masked: true })
    : await io.readLine();
  if (typed === undefined && io.canAsk) throw gaveUp();
  const secret = typed?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw failure(
      'usage',
      'no_secret',
      'Standard input holds no tfa_secret.',
      'Give it on the first line, alone.',
    );
  composition.redactor.add(secret);
  return secret;
}

/** A key that may not read the status may still log in. */
async function mayRead(reading: Promise<TfaStatusReply>): Promise<TfaStatusReply | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === 'http' && error.status === 403) return undefined;
    throw error;
  });
}

/** Keeps the session key; null when there was none, or nothing that it could be kept for. */
async function keep(
  { io, composition }: CommandContext,
  account: Account | undefined,
  sessionKey: string | undefined,
  { begun, store }: { begun: SessionBegun; store: 'file' | 'memory' | undefined },
): Promise<SecretHome | null> {
  if (sessionKey === undefined) {
    io.say('The service gave no session key with it.');
    return null;
  }
  composition.redactor.add(sessionKey);
  if (account === undefined) {
    io.say('There is no API key that the session belongs to, so it is not kept. Run rigdeck login first.');
    return null;
  }
  const { secrets, session } = account;
  const picked =
    secrets.home === 'memory' ? (store ?? (await askHome(io, composition.paths.credentials))) : undefined;
  const { home, failure: why } = await session.begin(sessionKey, begun, picked);
  if (why !== undefined) io.say(`The session is not kept: ${why.message} ${why.next}`);
  else if (home === 'memory') {
    // Whoever was asked, or has said so, knows why.
    const untold = store === undefined && !io.canAsk;
    io.say(untold ? `${keyNotKept} ${endsHere} Keep it with --store file.` : endsHere);
  }
  return home;
}

const keyNotKept = 'The API key is not kept by rigdeck.';
const endsHere = 'The session ends with this command.';

async function askHome(
  io: CommandContext['io'],
  credentials: string | undefined,
): Promise<'file' | 'memory'> {
  if (!io.canAsk || credentials === undefined) return 'memory';
  io.say(`${keyNotKept} Its session can be, in ${homeNames.file}: ${credentials}, 0600.`);
  return (await io.ask('Keep it there? (y/n): '))?.trim().toLowerCase() === 'y' ? 'file' : 'memory';
}
