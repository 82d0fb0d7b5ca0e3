/** Longer than any name that somebody meant. */
const most = 300;

/**
 * A sentence that repeats what stands in a file of the person, as it may be shown: one line, with what cannot be seen
 * written out as TOML writes it, and an end.
 */
export function fileWords(sentence: string): string {
  const cut = sentence.length > most ? `${sentence.slice(0, most - 1)}…` : sentence;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
