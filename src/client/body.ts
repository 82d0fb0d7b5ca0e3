import type { ApiErrorFields, ApiErrorReason } from './errors.ts';
import { count, isRecord, orNull, text, time } from './fields.ts';
import { type Comparison, comparedWith } from './last-replies.ts';
import { sanitizeJson, sanitizeText } from './sanitize.ts';
import type { Reply } from './transport.ts';

/** More than ten thousand offers take, and less than what hurts. */
export const bodyLimitBytes = 64 * 1024 * 1024;
/** No error has more to say. */
export const errorLimitBytes = 256 * 1024;

/** What is decoded at once. */
const chunkBytes = 64 * 1024;

/**
 * Hands the body over piece by piece as it comes. False when it is longer than `limit` bytes; rejects when the connection
 * breaks.
 */
async function eachPiece(
  response: Reply,
  limit: number,
  take: (piece: Uint8Array) => void | Promise<void>,
): Promise<boolean> {
  if (response.body === null) return true;
  const reader = response.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    size += value.byteLength;
    if (size > limit) {
      reader.cancel().catch(() => {});
      return false;
    }
    await take(value);
  }
}

/** Pieces of a body as text, as much at once as takes no time that a key would notice. */
function decodedBy(take: (text: string) => void | Promise<void>): {
  take(piece: Uint8Array): Promise<void>;
  end(): Promise<void>;
} {
  const decoder = new TextDecoder();
  return {
    async take(piece) {
      for (let from = 0; from < piece.byteLength; from += chunkBytes)
        await take(decoder.decode(piece.subarray(from, from + chunkBytes), { stream: true }));
    },
    end: async () => await take(decoder.decode()),
  };
}

/** The whole body as text, or undefined when it is longer than `limit` bytes. Rejects when the connection breaks. */
export async function readText(response: Reply, limit: number): Promise<string | undefined> {
  const parts: string[] = [];
  const text = decodedBy((part) => void parts.push(part));
  if (!(await eachPiece(response, limit, text.take))) return undefined;
  await text.end();
  return parts.join('');
}

export type Parsed = { ok: true; body: unknown } | { ok: false; reason: ApiErrorReason };

/** JSON, sanitised; or the reason why it is none. */
export function parseBody(raw: string): Parsed {
  const trimmed = raw.trim();
  if (trimmed === '') return { ok: false, reason: 'empty' };
  try {
    return { ok: true, body: sanitizeJson(JSON.parse(trimmed)) };
  } catch {
    return { ok: false, reason: trimmed.startsWith('<') ? 'html' : 'not-json' };
  }
}

type Said = Pick<ApiErrorFields, 'code' | 'msg' | 'failCount' | 'lockedUntil' | 'reason'>;

/**
 * What an error body says. 2FA bodies carry `error` and `msg` (interface.md, Errors); elsewhere the shape is not
 * shown, so `message`, `detail` and plain text count as the message too. A web page says nothing worth showing. `reason`
 * says that it is not JSON with any of these: then something on the way to the service may have written it.
 */
export function readErrorText(raw: string): Said {
  const parsed = parseBody(raw);
  const { reason } = parsed.ok ? { reason: 'fields' as const } : parsed;
  if (!parsed.ok && reason === 'not-json' && !/^[[{"]/.test(raw.trim()))
    return { msg: sanitizeText(raw.trim()), reason };
  if (!parsed.ok) return { reason };
  const said = readErrorBody(parsed.body);
  const isOwn = isRecord(parsed.body) && (Object.keys(said).length > 0 || parsed.body.success === false);
  return isOwn ? said : { ...said, reason };
}

/** The same for a body that is parsed and sanitised. */
export function readErrorBody(body: unknown): Said {
  if (typeof body === 'string' && body !== '') return { msg: body };
  if (!isRecord(body)) return {};
  const code = text(body.error);
  const msg = [body.msg, body.message, body.detail]
    .map(text)
    .find((said) => said !== undefined && said !== '');
  const failCount = count(body.fail_count);
  const lockedUntil = orNull(time)(body.locked_until);
  return {
    ...(code === undefined || code === '' ? {} : { code }),
    ...(msg === undefined ? {} : { msg }),
    ...(failCount === undefined ? {} : { failCount }),
    ...(lockedUntil === undefined ? {} : { lockedUntil }),
  };
}

// Long lists are read in pieces, and between two of them the event loop turns: ten thousand offers at once would keep a
// key waiting for a fifth of a second.

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
