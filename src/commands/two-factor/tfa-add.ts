import type { StoredTfaMethod } from '../../client/wire.ts';
import { readPhone } from '../../engine/two-factor/phone.ts';
import { labelLength, type TfaResult } from '../../engine/two-factor/tfa-flow.ts';
import type { CommandContext } from '../cli/context.ts';
import { failure } from '../cli/failure.ts';
import { printJsonAsIs } from '../cli/output.ts';
import { readTfaStatusWord, requireTfaStatus } from './tfa-account.ts';
import { prepareCodes } from './tfa-codes-out.ts';
import { codesFromStdin, decideBy, type ProofFlags, preferredWay } from './tfa-input.ts';
import { runTfa } from './tfa-runner.ts';
import { showSecret } from './tfa-secret-out.ts';

export type TfaAddFlags = ProofFlags & { label?: string; phone?: string; codesFile?: string };

/** `rigdeck 2fa add totp|sms`: proof, the new method's secret or number, its code, and with the first one backup codes. */
export async function tfaAddCommand(
  context: CommandContext,
  typed: string,
  flags: TfaAddFlags,
): Promise<void> {
  const { io, json, composition, signal } = context;
  if (typed !== 'totp' && typed !== 'sms')
    throw failure(
      'usage',
      'bad_value',
      'A method to add is totp or sms.',
      'E-mail proves who you are and is no method.',
    );
  const method: StoredTfaMethod = typed;
  const label = readLabel(flags.label);
  if (flags.phone !== undefined && method === 'totp')
    throw failure('usage', 'usage', '--phone goes with sms.');
  const scripted = codesFromStdin(context, flags);
  const phone = flags.phone === undefined ? undefined : readPhone(flags.phone);
  if (phone?.ok === false) throw failure('usage', 'bad_phone', phone.reason);
  if (scripted && method === 'sms' && phone === undefined)
    throw failure(
      'usage',
      'no_phone',
      'There is no terminal to ask for the number on.',
      'Give it with --phone.',
    );
  const out = await prepareCodes(context, { file: flags.codesFile, asks: !scripted });

  const { account, status, mark } = await requireTfaStatus(context);
  const tfaStatus = await readTfaStatusWord(account.api, signal);
  await out.orSaid(async () => {
    const state = await runTfa(
      { api: account.api, clock: composition.clock, signal, mark, keep: out.keep },
      { kind: 'add', method },
      {
        status,
        ...(tfaStatus && { tfaStatus }),
        ...(label === undefined ? {} : { label }),
        ...(phone?.ok ? { phone: phone.phone } : {}),
        ...preferredWay(flags, status),
      },
      decideBy(context, scripted, {
        secret: ({ secret, uri }) => showSecret(context, secret, uri),
        codes: (codes) => out.show(codes, mark),
      }),
    );
    const { result } = state.step as { result: TfaResult & { kind: 'added' } };
    const added = { method, ...(label === undefined ? {} : { label }), first: result.first };
    if (result.codesLost) {
      io.say('Its backup codes got lost on the way. Make new ones: rigdeck 2fa codes.');
    }
    if (json) {
      const lost = result.codesLost ? { codes_lost: true } : {};
      printJsonAsIs(io, { schema: 1, added, ...out.fields(), ...lost });
      return out.finish();
    }
    io.say(
      `${method === 'totp' ? 'The authenticator' : 'The phone number'} is added${result.first ? ': two-factor is on' : ''}.`,
    );
  });
}

/** interface.md, Limits: a label has at most 30 characters. */
export function readLabel(label: string | undefined): string | undefined {
  const text = label?.trim();
  if (text !== undefined && [...text].length > labelLength)
    throw failure('usage', 'label_too_long', `A label has at most ${labelLength} characters.`);
  return text;
}
