/**
 * The strings in which a terminal answers: ESC, an introducer, any text, and an end. They are OSC (]), DCS (P),
 * APC (_), PM (^) and SOS (X).
 */

const introducers: Readonly<Record<string, true>> = { ']': true, P: true, _: true, '^': true, X: true };

/** Whether `text` is what stands between an ESC and such a string. */
export function isStringIntroducer(text: string): boolean {
  return introducers[text] === true;
}

/**
 * Of replies that are known, since the ESC may have come long enough before to be a key of its own: colours and titles
 * (OSC), settings, versions and units (DCS), graphics (APC).
 */
const known = /^(?:\][\dlL]|P(?:[\d;]*[$+]|[>!]\||\d+[;\d]*[q{])|_G)/;
const prefixOfKnown = /^(?:\]|P[\d;]*[>!]?|_)$/;

/** Whether `text`, which follows a lone ESC, is the beginning of a known reply. */
export function beginsString(text: string): boolean {
  return known.test(text);
}

/** Whether `text`, which follows a lone ESC, may still become one. */
export function mayBeginString(text: string): boolean {
  return prefixOfKnown.test(text);
}

/** Where the text behind a string begins; -1 when the string does not end in `text`. ESC \ ends one too (Ink cuts there). */
export function stringEnd(text: string): number {
  return text.search(/[\x07\x9c]/) + 1 || -1;
}
