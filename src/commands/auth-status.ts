import { dollars } from '../base/format.ts';
import { ApiError, readAuth } from '../client/errors.ts';
import type { TfaStatusReply, User } from '../client/wire.ts';
import { advise } from '../engine/error-advice.ts';
import { methodCount } from '../engine/two-factor/tfa-methods.ts';
import { describeSource } from '../platform/credentials/sources.ts';
import type { CommandContext } from './cli/context.ts';
import { exitCodes } from './cli/exit-codes.ts';
import { apiFailure, credentialFailure, failureFields, tellFailure } from './cli/failure.ts';
import { accountFields, printFields, printJson } from './cli/output.ts';
import { sessionFields, sessionText } from './two-factor/tfa-session-text.ts';

/** What came of a harmless read: allowed, refused for want of a permission, or why nobody knows. */
type Probe<T> = {
  may: 'yes' | 'no' | 'two-factor' | 'unknown';
  reply?: T;
  why?: string;
  /** What went wrong where nothing was told of permissions: the key may be at fault, or nothing answers. */
  failed?: ApiError;
};

/**
 * `rigdeck auth status`: which key is in use and where it came from, which others it hides, and what it may do, as
 * far as reading tells. Writing cannot be tried without changing something. Which key it is matters most when the
 * service takes it for none: then it is told all the same, before the refusal. Answers the exit code.
 */
export async function authStatusCommand(context: CommandContext): Promise<number> {
  const { io, json, composition } = context;
  const found = composition.flags.sandbox ? undefined : await composition.credential();
  if (found && !found.ok) throw credentialFailure(found);
  const account = found ? await composition.accountOf(found) : await composition.openSandboxSession();
  context.account = account;
  const { api } = account;
  const before = account.session.inUse();
  const options = { signal: context.signal };
  const user = await probe(() => api.currentUser(options));
  const [instances, tfa] = await Promise.all([
    probe(() => api.listInstances(options)),
    probe(() => api.tfaStatus(options)),
  ]);

  // A key that is refused everywhere is no good; one that is refused here and there lacks permissions.
  const keySource = describeSource(account.source);
  const ended =
    user.failed && instances.failed && tfa.failed ? apiFailure(user.failed, { keySource }) : undefined;
  const twoFactor = user.reply?.tfa_status ?? (tfa.reply && (tfa.reply.tfa_enabled ? 'enabled' : 'disabled'));
  const hidden = found?.hidden;
  const now = composition.clock.now();
  const over = before !== undefined && account.session.inUse() === undefined;
  if (json) {
    printJson(io, {
      schema: 1,
      source: account.source,
      hidden: hidden ?? null,
      profile: account.profile ?? null,
      base_url: account.baseUrl,
      read_only: account.readOnly,
      account: accountFields(user.reply),
      may: {
        read_account: user.may,
        read_instances: instances.may,
        read_two_factor: tfa.may,
        write: 'not tried',
      },
      two_factor: twoFactor ?? null,
      two_factor_methods: tfa.reply === undefined ? null : methodCount(tfa.reply),
      backup_codes_remaining: tfa.reply?.backup_codes_remaining ?? null,
      session: sessionFields(account),
      ...(ended && { error: failureFields(ended) }),
    });
    if (ended && !(await io.taken())) await tellFailure(io, false, ended);
    return ended?.exit ?? exitCodes.done;
  }
  const lines: [string, string][] = [
    ['key', keySource],
    ...(hidden
      ? [['hides', `${describeSource(hidden)}, which is set too and not used`] satisfies [string, string]]
      : []),
    ['profile', account.profile ?? 'none'],
    ['base URL', account.baseUrl],
    ['read-only', account.readOnly ? 'yes' : 'no'],
    ...(ended
      ? []
      : ([
          ['account', accountText(user)],
          ['may read', `account ${told(user)}; instances ${told(instances)}; two-factor ${told(tfa)}`],
          ['may write', 'not tried: that would change something'],
          ['two-factor', twoFactorText(twoFactor, tfa.reply)],
        ] satisfies [string, string][])),
    ['session', over ? 'over, and forgotten; rigdeck 2fa login begins another' : sessionText(account, now)],
  ];
  printFields(io, lines);
  if (ended) await tellFailure(io, false, ended);
  return ended?.exit ?? exitCodes.done;
}

function twoFactorText(state: string | undefined, reply: TfaStatusReply | undefined): string {
  if (state === undefined) return 'not known';
  if (reply === undefined || state === 'disabled') return state;
  const { backup_codes_remaining: left } = reply;
  const methods = methodCount(reply);
  const count = `${methods} method${methods === 1 ? '' : 's'}`;
  return `${state}, ${count}, ${left ?? '·'} backup code${left === 1 ? '' : 's'} left`;
}

async function probe<T>(call: () => Promise<T>): Promise<Probe<T>> {
  try {
    return { may: 'yes', reply: await call() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error;
    const why = advise(error).title;
    switch (readAuth(error)) {
      case 'key-refused':
        return { may: 'no', why, failed: error };
      case 'under-scoped':
        return { may: 'no', why };
      case undefined:
        return { may: 'unknown', why, failed: error };
      default:
        return { may: 'two-factor', why };
    }
  }
}

function accountText({ reply, why }: Probe<User>): string {
  if (reply === undefined) return `not known. ${why ?? ''}`.trimEnd();
  return [reply.email ?? `account ${reply.id}`, `${dollars(reply.credit)} credit`].join(', ');
}

function told({ may, why }: Probe<unknown>): string {
  if (may === 'unknown') return `not known (${why})`;
  return may === 'two-factor' ? 'after a two-factor login' : may;
}
