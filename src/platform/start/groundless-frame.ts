/**
 * A frame as it can be shown on a background that nobody knows yet: without the colours, which were chosen for one. What
 * was dim stays so by the terminal's own means, and what is bold, underlined or inverse is that on every background.
 */

const colour = /\x1b\[([39]\d|10\d|4\d|[34]8;[\d;]+)m/g;
const defaultColour = '39';

/** @param dims the colours, as Ink takes them, of what is only dim */
export function groundless(frame: string, dims: readonly (string | undefined)[]): string {
  const quiet = new Set(dims.map((dim) => dim && codeOf(dim)));
  let isDim = false;
  return frame.replace(colour, (_, code: string) => {
    if (quiet.has(code)) {
      isDim = true;
      return '\x1b[2m';
    }
    if (code !== defaultColour || !isDim) return '';
    isDim = false;
    return '\x1b[22m';
  });
}

/** What a colour of the palettes is in a sequence; undefined for the sixteen, of which none is only dim. */
function codeOf(name: string): string | undefined {
  const [, index] = /^ansi256\((\d+)\)$/.exec(name) ?? [];
  if (index !== undefined) return `38;5;${index}`;
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(name) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return ['38;2', ...[red, green, blue].map((part) => Number.parseInt(part, 16))].join(';');
}
