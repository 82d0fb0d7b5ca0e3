import { ApiError, readAuth } from '../../client/errors.ts';
import { type AdviceInput, advise } from '../../engine/error-advice.ts';
import type { NoCredential } from '../../platform/credentials/sources.ts';
import { type ExitName, exitCodes } from './exit-codes.ts';
import type { Io } from './io.ts';
import { printJson } from './output.ts';

/** Why a command did not do what it was asked; the only way in which one ends early. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exit: number;
  /** For scripts; the service's own where it gave one. */
  readonly code: string;
  /** What to do now, a sentence; empty where there is nothing. */
  readonly next: string;
  /** How long the service wants to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(exit: number, code: string, message: string, next: string, retryAfterMs?: number) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.next = next;
    this.retryAfterMs = retryAfterMs;
  }
}

export function failure(exit: ExitName, code: string, message: string, next = ''): CommandFailure {
  return new CommandFailure(exitCodes[exit], code, message, next);
}

/** No key, no base URL, or a source that cannot be followed. */
export function credentialFailure({ kind, reason, next }: NoCredential): CommandFailure {
  switch (kind) {
    case 'no-key':
      return failure('signedOut', 'not_signed_in', reason, next);
    case 'store':
      return failure('signedOut', 'key_store', reason, next);
    case 'no-base-url':
      return failure('usage', 'no_base_url', reason, next);
    case 'usage':
      return failure('usage', 'usage', reason, next);
  }
}

/**
 * An error of the client as the end of a command. `keySource` is told where the key is at fault, since the one in
 * use may not be the one that the person has in mind; `more` is added to what it means.
 */
export function apiFailure(
  error: AdviceInput,
  { keySource, more = '' }: { keySource?: string | undefined; more?: string } = {},
): CommandFailure {
  const { title, meaning, next, exitCode, place } = advise(error);
  const aboutKey = exitCode === exitCodes.signedOut || place === 'sign-in';
  const source = aboutKey && keySource !== undefined ? `The key in use is ${keySource}.` : '';
  const message = [title, meaning, source, more].filter((part) => part !== '').join(' ');
  const todo =
    exitCode !== exitCodes.outcomeUnknown && wantsLogin(error)
      ? 'Run rigdeck 2fa login, then this again.'
      : next;
  const wait = exitCode === exitCodes.tooManyRequests ? (error.waitMs ?? error.retryAfterMs) : undefined;
  return new CommandFailure(exitCode, error.code ?? codeOf(error, exitCode), message, todo, wait);
}

/** A session that ended or was never begun: both are mended by the same command. */
function wantsLogin(error: AdviceInput): boolean {
  const reading = error instanceof ApiError ? readAuth(error) : undefined;
  return reading === 'two-factor-needed' || reading === 'session-over';
}

function codeOf({ kind, status, reason }: AdviceInput, exitCode: number): string {
  if (exitCode === exitCodes.outcomeUnknown) return 'outcome_unknown';
  if (kind === 'http') return `http_${status}`;
  if (kind === 'refused') return (reason ?? kind).replaceAll('-', '_');
  return kind === 'shape' ? 'unreadable_answer' : kind;
}

/** A failure as scripts read it. */
export function failureFields({ code, message, next, retryAfterMs: wait }: CommandFailure) {
  return { code, message, next, ...(wait === undefined ? {} : { retry_after_s: Math.ceil(wait / 1000) }) };
}

/** Reports a failure: one JSON object on standard output, or what is wrong and what to do on standard error, also if the former is gone. */
export async function tellFailure(io: Io, json: boolean, ended: CommandFailure): Promise<void> {
  if (json) {
    printJson(io, { schema: 1, error: failureFields(ended) });
    if (await io.taken()) return;
  }
  const { message, next } = ended;
  io.say(`error: ${message}`);
  if (next !== '') io.say(next.startsWith('Usage: ') ? next : `hint: ${next}`);
}
