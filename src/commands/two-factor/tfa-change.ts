import { ApiError } from '../../client/errors.ts';
import type { TfaMethod, TfaStatusReply } from '../../client/wire.ts';
import { methodCount, type TfaResult } from '../../engine/two-factor/tfa-flow.ts';
import { type CommandContext, requireAccount } from '../cli/context.ts';
import { failure } from '../cli/failure.ts';
import { readId } from '../cli/numbers.ts';
import { printJson, printJsonAsIs } from '../cli/output.ts';
import { changeOnce, seenFields } from '../cli/settle-lost.ts';
import { askTyped } from '../cli/typed-consent.ts';
import { findMethod, readTfaStatusWord, requireTfaStatus } from './tfa-account.ts';
import { readLabel } from './tfa-add.ts';
import { prepareCodes } from './tfa-codes-out.ts';
import { codesFromStdin, decideBy, type ProofFlags, preferredWay } from './tfa-input.ts';
import { runTfa } from './tfa-runner.ts';
import { wayText } from './tfa-words.ts';

/** `rigdeck 2fa remove ID`. The last one turns two-factor off and ends every backup code, which has to be meant. */
export async function tfaRemoveCommand(
  context: CommandContext,
  typedId: string,
  flags: ProofFlags & { yes?: boolean },
): Promise<void> {
  const { io, json, composition, signal } = context;
  readId(typedId, 'method id');
  const scripted = codesFromStdin(context, flags);
  const { account, status, mark } = await requireTfaStatus(context);
  const target = findMethod(status, typedId);
  const last = methodCount(status) === 1;
  if (last && flags.yes !== true) await askForLast(context, scripted, target, status);
  else if (!scripted) io.say(`This removes: ${named(target)}.`);
  const state = await runTfa(
    { api: account.api, clock: composition.clock, signal, mark },
    { kind: 'remove', targetId: target.id, ...(last || flags.yes ? { turnOff: true } : {}) },
    { status, ...preferredWay(flags, status) },
    decideBy(context, scripted),
  );
  const { remaining } = (state.step as { result: TfaResult & { kind: 'removed' } }).result;
  if (json) return printJson(io, { schema: 1, removed: target.id, remaining_methods: remaining });
  io.say(
    remaining === 0
      ? 'Removed. Two-factor is off, and the backup codes are void.'
      : `Removed: ${named(target)}. Methods left: ${remaining}.`,
  );
}

async function askForLast(
  { io }: CommandContext,
  scripted: boolean,
  target: TfaMethod,
  status: TfaStatusReply,
): Promise<void> {
  const { backup_codes_remaining: left } = status;
  const codes = left === undefined ? 'all' : `all ${left}`;
  const means = `${sentence(named(target))} is the last method: two-factor turns off and ${codes} backup codes die.`;
  if (scripted || !io.canAsk) throw failure('guard', 'needs_yes', means, 'pass --yes');
  io.say(means);
  await askTyped(
    { io },
    {
      question: 'Type turn off to go on: ',
      accepts: (typed) => typed.toLowerCase() === 'turn off',
      nothing: 'Nothing was removed.',
    },
  );
}

/** `rigdeck 2fa codes`: ten new backup codes; the old ones end. */
export async function tfaCodesCommand(
  context: CommandContext,
  flags: ProofFlags & { codesFile?: string },
): Promise<void> {
  const { io, json, composition, signal } = context;
  const scripted = codesFromStdin(context, flags);
  const out = await prepareCodes(context, { file: flags.codesFile, asks: !scripted });
  const { account, status, mark } = await requireTfaStatus(context);
  const tfaStatus = await readTfaStatusWord(account.api, signal);
  const { backup_codes_remaining: left } = status;
  if (left !== 0) io.say(`New backup codes end the ${left ?? 'ones'} that are left.`);
  await out.orSaid(async () => {
    await runTfa(
      { api: account.api, clock: composition.clock, signal, mark, keep: out.keep },
      { kind: 'regen' },
      { status, ...(tfaStatus && { tfaStatus }), ...preferredWay(flags, status) },
      decideBy(context, scripted, { codes: (codes) => out.show(codes, mark) }),
    );
    if (json) printJsonAsIs(io, { schema: 1, ...out.fields() });
    await out.finish();
  });
}

/** `rigdeck 2fa label ID TEXT`. */
export async function tfaLabelCommand(context: CommandContext, typedId: string, text: string): Promise<void> {
  const label = readLabel(text) ?? '';
  await update(context, typedId, { label }, `is called ${JSON.stringify(label)} now.`);
}

/** `rigdeck 2fa primary ID`. */
export function tfaPrimaryCommand(context: CommandContext, typedId: string): Promise<void> {
  return update(context, typedId, { is_primary: true }, 'is the primary method now.');
}

async function update(
  context: CommandContext,
  typedId: string,
  change: { label: string } | { is_primary: true },
  done: string,
): Promise<void> {
  const { io, json, signal } = context;
  const id = readId(typedId, 'method id');
  const { api } = await requireAccount(context);
  const send = () => api.tfaUpdate({ tfa_method_id: id, ...change }, { signal });
  const read = async () => {
    const { methods: rows, missing = 0 } = await api.tfaStatus({ signal });
    return { rows, missing };
  };
  const seen = seenFields(`method ${id}`, id, change);
  const reply = await changeOnce(context, { read, seen }, send).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found')
      throw failure('refused', 'not_found', `There is no method ${id}.`, 'See rigdeck 2fa status.');
    throw error;
  });
  if (json) return printJson(io, { schema: 1, method_id: id, ...(reply ?? { success: true }) });
  io.say(`Method ${id} ${done}`);
}

const named = ({ id, method, label, phone_number: phone }: TfaMethod): string =>
  wayText({ kind: method, id, ...(label && { label }), ...(phone && { phone }) });

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
