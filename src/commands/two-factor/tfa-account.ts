import type { Client } from '../../client/client-type.ts';
import { ApiError } from '../../client/errors.ts';
import type { TfaMethod, TfaStatusReply, TfaStatusWord } from '../../client/wire.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import type { UnkeptMark } from '../../engine/two-factor/unkept-codes.ts';
import { accountMark, openUnkeptCodes } from '../../platform/files/unkept-codes.ts';
import { type Account, type CommandContext, requireAccount } from '../cli/context.ts';
import { notListed } from '../cli/missing-rows.ts';
import { readId } from '../cli/numbers.ts';
import { publicList } from '../cli/public-list.ts';

/**
 * The account with its two-factor status and the mark of its backup codes. A session that turns out to be over is let go of, and the status read with
 * the API key: the person is about to prove who they are anyway.
 */
export async function requireTfaStatus(
  context: CommandContext,
): Promise<{ account: Account; status: TfaStatusReply; mark: UnkeptMark }> {
  const account = await requireAccount(context);
  const status = await publicList(
    account.api,
    readStatus(context, account),
    'This service answers nothing about two-factor.',
    'Whether the account is protected is not known.',
  );
  return { account, status, mark: await unkeptMark(context, account) };
}

/** That the account's new backup codes were not shown to be kept; the deck goes by the same mark. */
export async function unkeptMark(
  { composition: { paths, log } }: CommandContext,
  account: Account,
): Promise<UnkeptMark> {
  return accountMark(await openUnkeptCodes(paths.unkeptCodes), account, log);
}

export async function readStatus({ io, signal }: CommandContext, account: Account): Promise<TfaStatusReply> {
  const { api, session } = account;
  const before = session.inUse();
  try {
    return await api.tfaStatus({ signal });
  } catch (error) {
    if (!(error instanceof ApiError) || before === undefined || session.inUse() !== undefined) throw error;
    io.say('The two-factor session is over; the API key is used again.');
    return api.tfaStatus({ signal });
  }
}

/** `tfa_status` of the user object, which alone tells an old account (interface.md, tfa/status); where it may be read. */
export function readTfaStatusWord(api: Client, signal: AbortSignal): Promise<TfaStatusWord | undefined> {
  return api.currentUser({ signal }).then(
    ({ tfa_status }) => tfa_status,
    (error: unknown) => {
      if (error instanceof ApiError && error.kind !== 'aborted') return undefined;
      throw error;
    },
  );
}

/** A row of the list, where some are missing. */
export const methodWord = 'two-factor method';

/** The method with the id that was typed. */
export function findMethod(status: TfaStatusReply, typedId: string): TfaMethod {
  const id = readId(typedId, 'method id');
  const found = status.methods.find((method) => method.id === id);
  if (found !== undefined) return found;
  const known = status.methods.map((method) => method.id).join(', ');
  const next = known === '' ? '' : `There are: ${known}.`;
  throw notListed(
    status,
    `There is no method ${id}.`,
    methodWord,
    isWhole(status) && known === '' ? 'Two-factor is off: there are none.' : next,
  );
}
