import type { ApiErrorFields } from '../client/errors.ts';

/** What advice is made from: an ApiError, or the same fields. */
export type AdviceInput = {
  [K in Exclude<keyof ApiErrorFields, 'kind' | 'endpoint' | 'method' | 'path'>]?:
    | ApiErrorFields[K]
    | undefined;
} & Pick<ApiErrorFields, 'kind' | 'endpoint'>;

/** Where a person should meet the error. */
export type AdvicePlace = 'field' | 'message' | 'dialog' | 'sign-in' | 'two-factor';

/**
 * Exit codes of the one-shot commands: 1 refused or other, 3 a guard, 4 not signed in or key refused,
 * 6 network, 7 outcome of a write unknown, 8 two-factor needed, 9 too many requests, 130 interrupted.
 */
export type AdviceExit = 1 | 3 | 4 | 6 | 7 | 8 | 9 | 130;

export type Advice = {
  /** What happened, a sentence. */
  title: string;
  /** What it means for money, machines or the account, a sentence or more. */
  meaning: string;
  /** What to do next, a sentence. */
  next: string;
  exitCode: AdviceExit;
  place: AdvicePlace;
  /** The field that the service names, where it names one. */
  field?: string;
};

const bare = (text: string): string => text.replace(/[.!?]+$/, '').toLowerCase();

/**
 * The service's own words, as a sentence to add; they end it as they do, or with a full stop. Nothing where `title` says
 * the same already.
 */
export function serviceSays(msg: string | undefined, title = ''): string {
  const words = msg?.trim() ?? '';
  if (words === '' || bare(words) === bare(title)) return '';
  return `The service says: ${words}${/[.!?]$/.test(words) ? '' : '.'}`;
}

export function sentences(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined && part !== '').join(' ');
}
