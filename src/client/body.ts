import type { ApiErrorFields, ApiErrorReason } from './errors.ts';
import { count, isRecord, orNull, text, time } from './fields.ts';
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
export async function eachPiece(
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
export function decodedBy(take: (text: string) => void | Promise<void>): {
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
