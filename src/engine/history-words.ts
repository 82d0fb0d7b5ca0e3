/** Commands that are kept over the end of a run. */
const longestHistory = 100;
const longestLine = 200;

/**
 * Whether a word may be a key, a token, a secret or a code: long, of letters and digits together as none that names
 * something is, or marked as one by how it begins. Paths and file names are none.
 */
export function looksSecret(word: string): boolean {
  if (/^(bearer|otpauth:|sk-|ghp_|hf_|AKIA)/i.test(word) || /^-----BEGIN/.test(word)) return true;
  if (/[=:](?=.{12,})/.test(word) && !/^https?:/.test(word)) return true;
  if (/[./~\\]/.test(word) && !/^[\w-]{20,}\.[\w-]{10,}\.[\w-]+$/.test(word)) return false;
  const plain = word.replaceAll(/[-_+/=]/g, '');
  if (/^[A-Z2-7]{16,}$/.test(plain)) return true;
  if (/^[0-9a-f]{20,}$/i.test(plain)) return true;
  return plain.length >= 20 && /\d/.test(plain) && /[A-Za-z]/.test(plain);
}

/** A command as history keeps it: without words that may be secrets. Undefined where nothing is left. */
export function keepable(line: string): string | undefined {
  const kept = line
    .trim()
    .split(/\s+/)
    .filter((word) => !looksSecret(word.replaceAll(/^"|"$/g, '')))
    .join(' ')
    .slice(0, longestLine);
  return kept === '' ? undefined : kept;
}

/** The history with one more line at its end, each line once, the oldest dropped first. */
export const remembered = (lines: readonly string[], line: string): readonly string[] =>
  [...lines.filter((one) => one !== line), line].slice(-longestHistory);
