/**
 * `text` as one word of a shell, for lines that a person pastes. Undefined for what no such word should hold: a control
 * character would act on the terminal before the shell ever reads it.
 */
export function shellQuote(text: string): string | undefined {
  if (/[\x00-\x1f\x7f-\x9f]/.test(text)) return undefined;
  if (/^[\w./@:%+=,-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
