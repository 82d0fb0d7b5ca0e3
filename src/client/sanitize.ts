/**
 * What the network sends is data, never terminal commands and never layout. Every string that comes in, object
 * keys included, passes here once, before anything measures, draws, copies or compares it.
 */

/** Longest text that a screen has any use for. */
const shortLimit = 1000;
/** Longest script, token or address that is kept: cutting one of those would break it without a word. */
const longLimit = 32_768;

const plain = /^[\x20-\x7e]*$/;

// Sequences go away whole, so that no `[31m` stays behind as text. An unterminated string sequence loses its
// introducer only: what follows may be honest text.
const sequences =
  /(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[\x20-\x2f]*[\x30-\x7e]/g;
const breaks = /[\t\n\v\f\r\x85\u2028\u2029]+/g;
const controls = /[\x00-\x1f\x7f-\x9f]/g;
const controlsButNewline = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/g;
// ZWJ (200D) and the variation selectors FE0E and FE0F are not here: they are judged by their neighbours below.
// What draws nothing: marks of direction, spaces and joiners of no width, fillers, tags, formats of music and of other
// scripts, numbered by nobody yet or not; annotations, no characters, and half ones.
const invisible =
  /(?![\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb\u{13430}-\u{1343f}]|\p{Noncharacter_Code_Point}|\p{Cs}/gu;
const strayVariation = /(?<!\p{Emoji})[\ufe0e\ufe0f]/gu;
const strayJoiner =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;
// A pile of accents grows out of its row, and one without a letter sits on the border.
const accentPile = /(\p{M}{4})\p{M}+/gu;
const leadingAccent = /^[\p{Mn}\p{Me}]+/gmu;

/**
 * One line of text that is safe to draw, at most `limit` UTF-16 units, cut with `…`. With `multiline` line ends
 * stay, as `\n`.
 */
export function sanitizeText(text: string, options: { limit?: number; multiline?: boolean } = {}): string {
  const limit = options.limit ?? shortLimit;
  if (text.length <= limit && plain.test(text)) return text;
  // A hostile megabyte is not worth eight passes.
  let clean = text.length > limit * 4 ? text.slice(0, limit * 4) : text;
  clean = clean.replace(sequences, '');
  clean = options.multiline
    ? clean
        .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
        .replace(/\t/g, '  ')
        .replace(controlsButNewline, '')
    : clean.replace(breaks, ' ').replace(controls, '');
  clean = clean
    .replace(invisible, '')
    // A selector counts as an accent; what joins or varies is judged by the neighbours that it has in the end.
    .replace(accentPile, '$1')
    .replace(strayVariation, '')
    .replace(strayJoiner, '')
    .replace(leadingAccent, '');
  return clean.length > limit ? `${cut(clean, limit - 1)}…` : clean;
}

/** Cuts between code points, and not inside a joined emoji. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\u200d$/, '');
}

/** Fields whose text is a script, a key list, a token or an address: kept long, because a cut one is a wrong one. */
const longFields = new Map<string, { limit: number; multiline: boolean }>(
  [
    ...['onstart', 'ssh_key', 'public_key', 'key', 'env', 'extra_env'].map((name) => [name, true] as const),
    ...[
      'session_key',
      'secret',
      'provisioning_uri',
      'result_url',
      'instance_api_key',
      'jupyter_token',
      'args_str',
      'image_args',
    ].map((name) => [name, false] as const),
  ].map(([name, multiline]) => [name, { limit: longLimit, multiline }] as const),
);

/** Deeper than any honest answer; what lies below is read as null. */
const depthLimit = 32;

/**
 * Cleans a value fresh from JSON.parse, in place, and answers it. A key that only becomes equal to another by
 * cleaning is dropped, so that it cannot stand in for the honest one; so is `__proto__`.
 */
export function sanitizeJson(value: unknown): unknown {
  return clean(value, undefined, 0);
}

function clean(
  value: unknown,
  options: { limit: number; multiline: boolean } | undefined,
  depth: number,
): unknown {
  if (typeof value === 'string') return sanitizeText(value, options);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= depthLimit) return null;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = clean(value[i], options, depth + 1);
    return value;
  }
  return cleanRecord(value as Record<string, unknown>, options, depth);
}

function cleanRecord(
  record: Record<string, unknown>,
  outer: { limit: number; multiline: boolean } | undefined,
  depth: number,
): Record<string, unknown> {
  const keys = Object.keys(record);
  if (keys.some((key) => key === '__proto__' || sanitizeText(key) !== key))
    return rebuilt(record, keys, outer, depth);
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' || (typeof value === 'object' && value !== null)) {
      record[key] = clean(value, longFields.get(key) ?? outer, depth + 1);
    }
  }
  return record;
}

function rebuilt(
  record: Record<string, unknown>,
  keys: string[],
  outer: { limit: number; multiline: boolean } | undefined,
  depth: number,
): Record<string, unknown> {
  const taken = new Set(keys);
  const entries: [string, unknown][] = [];
  for (const key of keys) {
    const name = sanitizeText(key);
    if (name === '__proto__' || (name !== key && taken.has(name))) continue;
    taken.add(name);
    entries.push([name, clean(record[key], longFields.get(name) ?? outer, depth + 1)]);
  }
  return Object.fromEntries(entries);
}
