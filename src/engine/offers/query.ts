import type { QueryError } from './query-scan.ts';

/** The search as renters type it: read, written back, turned into the service's body, told in one line. */
export * from './gpu-name.ts';
export * from './query-body.ts';
export * from './query-format.ts';
export * from './query-order.ts';
export * from './query-parse.ts';
export * from './query-summary.ts';

/** What is wrong, and under it the query with carets where. */
export function explainQueryError(text: string, error: QueryError): string {
  const line = text.replace(/\s/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(error.length, line.length - error.at)));
  const instead = error.suggestion === undefined ? '' : `. Did you mean ${error.suggestion} ?`;
  return `${error.reason}${instead}\n  ${line}\n  ${' '.repeat(error.at)}${carets}`;
}
