/**
 * Long lists are read in pieces, and between two of them the event loop turns: ten thousand offers at once would keep a
 * key waiting for a fifth of a second.
 */

import { decodedBy, eachPiece, type Parsed, parseBody } from './body.ts';
import { isRecord } from './fields.ts';
import { type Comparison, comparedWith } from './last-replies.ts';
import { sanitizeJson } from './sanitize.ts';
import type { Reply } from './transport.ts';

/** Shorter bodies are parsed at once, within some milliseconds. */
const longChars = 256 * 1024;
/** What is parsed in one turn, about a millisecond of work. */
const pieceChars = 48 * 1024;
/** A place that looks like the end of a row but is none lies inside of one; so many in sequence are no list of rows. */
const mostGuesses = 16;

export const turn = () => new Promise<void>((next) => setImmediate(next));

/** What stands before the rows of a list: single values, and the list's own name. */
const opening =
  /^\s*\{(?:\s*"[^"\\]*"\s*:\s*(?:true|false|null|-?[\d.eE+-]+|"[^"\\]*")\s*,)*\s*"(offers|instances|results)"\s*:\s*\[\s*(?=\{)/;

/**
 * The body as `parseBody` reads it, the rows of a long list while the rest of them arrives; or that it is the one that
 * it is `compared` with, of which nothing is read then.
 */
export async function readJson(
  response: Reply,
  limit: number,
  compared: Comparison = comparedWith(undefined),
): Promise<Parsed | 'same'> {
  const parts: string[] = [];
  const list = listReader();
  const text = decodedBy((part) => {
    parts.push(part);
    return list.take(part);
  });
  const read = async (pieces: readonly Uint8Array[]) => {
    for (const piece of pieces) await text.take(piece);
  };
  if (!(await eachPiece(response, limit, (piece) => read(compared.take(piece)))))
    return { ok: false, reason: 'too-large' };
  const rest = compared.end();
  if (rest === 'same') return rest;
  await read(rest);
  await text.end();
  const body = list.end();
  return body === undefined ? parseBody(parts.join('')) : { ok: true, body };
}

/**
 * Between two rows stands `},{`, but not only there. A piece that begins with a row is JSON between brackets exactly if it
 * ends with one, too: what a string or a deeper list was cut through is none. So a cut is tried, and the next one taken
 * where it was wrong.
 */
function listReader() {
  const rows: unknown[] = [];
  const between = /\}\s*,\s*(?=\{)/g;
  let kind: { head: string; name: string } | 'not known' | 'other' = 'not known';
  let rest = '';
  let guesses = 0;

  async function cut(): Promise<void> {
    between.lastIndex = pieceChars;
    for (let at = between.exec(rest); at !== null; at = between.exec(rest)) {
      const piece = parsed(`[${rest.slice(0, at.index + 1)}]`);
      if (Array.isArray(piece)) {
        for (const row of sanitizeJson(piece) as unknown[]) rows.push(row);
        rest = rest.slice(between.lastIndex);
        between.lastIndex = pieceChars;
        guesses = 0;
        await turn();
      } else if (++guesses > mostGuesses) {
        kind = 'other';
        return;
      }
    }
  }

  return {
    async take(text: string): Promise<void> {
      if (kind === 'other') return;
      rest += text;
      if (kind === 'not known') {
        if (rest.length < longChars) return;
        const [head, name] = opening.exec(rest.slice(0, 4096)) ?? [];
        kind = head === undefined || name === undefined ? 'other' : { head, name };
        if (kind === 'other') return;
        rest = rest.slice(kind.head.length);
      }
      await cut();
    },
    /** The whole, or undefined where it is short, has another form or is no JSON. */
    end(): unknown {
      if (typeof kind === 'string') return undefined;
      // The last rows, and whatever comes behind the list.
      const body = sanitizeJson(parsed(kind.head + rest));
      const last = isRecord(body) ? body[kind.name] : undefined;
      if (!isRecord(body) || !Array.isArray(last)) return undefined;
      for (const row of last) rows.push(row);
      body[kind.name] = rows;
      return body;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
