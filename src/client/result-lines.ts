import { sanitizeText } from './sanitize.ts';

/** Lines that are kept of a text, from its end. */
const mostResultLines = 20_000;
const lineLimit = 4000;

/**
 * A log or the output of a command as lines that are safe to draw. What a carriage return has written over, as a
 * progress bar does a hundred times, is left out as on a terminal. A text of one
 * empty line, as services write for nothing, has no lines.
 */
export function resultLines(raw: string): readonly string[] {
  const lines = raw.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 1 && /^\r*$/.test(lines[0] ?? '')) return [];
  return lines.slice(-mostResultLines).map((line) => {
    const shown = line.replace(/\r+$/, '');
    return sanitizeText(shown.slice(shown.lastIndexOf('\r') + 1).replaceAll('\t', '  '), {
      limit: lineLimit,
    });
  });
}
