import { shellQuote } from '../../engine/connect/shell-quote.ts';

/** What a line for a shell needs of a call. */
type CurlCall = { method: string; path: string; query: string; sent?: unknown };

/**
 * A call as a line for a shell. The key stays a variable, and what was masked stays masked: a line that is pasted lands
 * in a history. Undefined where it cannot be written as one line that is safe to paste.
 */
export function curlOf({ method, path, query, sent }: CurlCall, baseUrl: string): string | undefined {
  const url = shellQuote(`${baseUrl}${path}${query}`);
  const body = sent === undefined ? '' : shellQuote(JSON.stringify(sent));
  if (url === undefined || body === undefined) return undefined;
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    '-H "Authorization: Bearer $RIGDECK_API_KEY"',
    ...(sent === undefined ? [] : ['-H', "'Content-Type: application/json'", '--data', body]),
    url,
  ].join(' ');
}

/** A body as lines of indented JSON; nothing where there was none. */
export function bodyLines(body: unknown): readonly string[] {
  return body === undefined ? [] : JSON.stringify(body, null, 2).split('\n');
}
