/** What is wrong with a typed or pasted key. `doubled` comes with the single key, for the person to accept. */
export type KeyFlaw =
  | { kind: 'empty'; message: string }
  | { kind: 'doubled'; message: string; single: string }
  | { kind: 'inner-space'; message: string }
  | { kind: 'odd-character'; message: string };

export type CleanKey = {
  /** Without surrounding spaces, newlines, quotes and a leading `Bearer `. */
  key: string;
  /** Whether anything was taken off. */
  trimmed: boolean;
  flaw?: KeyFlaw;
};

const quotes = /^(["'`])(.*)\1$/s;

/** Cleans a key as it comes from a paste, a file or a variable, and says what looks wrong with the rest. */
export function cleanApiKey(input: string): CleanKey {
  let key = input.replace(/^\uFEFF/, '').trim();
  for (let before = ''; before !== key; ) {
    before = key;
    key = (quotes.exec(key)?.[2] ?? key).replace(/^(authorization:\s*)?bearer(\s+|$)/i, '').trim();
  }
  const flaw = flawOf(key);
  return { key, trimmed: key !== input, ...(flaw && { flaw }) };
}

function flawOf(key: string): KeyFlaw | undefined {
  if (key === '') return { kind: 'empty', message: 'There is no key in it.' };
  const single = singleOf(key);
  if (single !== undefined) {
    return { kind: 'doubled', single, message: 'This looks like one key pasted twice.' };
  }
  if (/\s/.test(key)) {
    return { kind: 'inner-space', message: 'There is a space or a line break inside the key.' };
  }
  // Anything else cannot travel in a header, and is the mark of a copied mask or of a formatted text.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return { kind: 'odd-character', message: 'There is a character in the key that no key can have.' };
  }
  return undefined;
}

/** The half, when the text is the same 16 or more characters twice. */
function singleOf(key: string): string | undefined {
  const parts = key.split(/\s+/);
  const first = parts[0] ?? '';
  if (parts.length > 1) return parts.every((p) => p === first) ? first : undefined;
  const half = key.slice(0, key.length / 2);
  return half.length >= 16 && half + half === key && new Set(half).size > 1 ? half : undefined;
}
