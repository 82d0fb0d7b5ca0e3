import type { TfaMethodWord, TfaStatusReply } from '../../client/wire.ts';
import type { Way } from '../../engine/two-factor/tfa-flow.ts';
import type { CommandContext } from '../cli/context.ts';
import { failure } from '../cli/failure.ts';
import { readId } from '../cli/numbers.ts';
import { askedDecide, type TfaShow } from './tfa-ask.ts';
import type { Decide } from './tfa-runner.ts';
import { scriptedDecide } from './tfa-script.ts';

/** How a person proves who they are, as the flags say. */
export type ProofFlags = {
  method?: TfaMethodWord;
  methodId?: string;
  codeStdin?: boolean;
  backupCodeStdin?: boolean;
};

/** Whether codes come from standard input; ends the command where nobody can be asked and no flag says so. */
export function codesFromStdin({ io, composition }: CommandContext, flags: ProofFlags): boolean {
  const { codeStdin, backupCodeStdin } = flags;
  if (codeStdin && backupCodeStdin)
    throw failure('usage', 'usage', '--code-stdin and --backup-code-stdin exclude each other.');
  const scripted = codeStdin === true || backupCodeStdin === true;
  if (scripted && composition.flags.apiKeyStdin)
    throw failure(
      'usage',
      'usage',
      'Standard input cannot hold both the API key and a code.',
      'Use --api-key-file.',
    );
  if (!scripted && !io.canAsk) {
    throw failure(
      'usage',
      'no_terminal',
      'not a terminal, so the code cannot be asked for',
      'pass it with --code-stdin or --backup-code-stdin',
    );
  }
  return scripted;
}

export const decideBy = (context: CommandContext, scripted: boolean, show: TfaShow = {}): Decide =>
  scripted ? scriptedDecide(context, show) : askedDecide(context, show);

/** The way that was asked for; `status` tells what kind of method an id is. */
export function preferredWay(flags: ProofFlags, status: TfaStatusReply | undefined): { prefer?: Way } {
  const { method, methodId, backupCodeStdin } = flags;
  if (backupCodeStdin) return { prefer: { kind: 'backup' } };
  const id = methodId === undefined ? undefined : readId(methodId, '--method-id');
  if (method === 'email') return { prefer: { kind: 'email' } };
  const known = status?.methods.find((one) => one.id === id)?.method;
  // interface.md, POST /api/v0/tfa/: sms where none is named.
  const kind = method ?? known ?? (id === undefined ? undefined : 'sms');
  if (kind === undefined) return {};
  return { prefer: { kind, ...(id === undefined ? {} : { id }) } };
}
