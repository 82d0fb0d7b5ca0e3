const bytesOf: Record<string, string> = {
  enter: '\r',
  tab: '\t',
  'shift+tab': '\x1b[Z',
  esc: '\x1b',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  pageup: '\x1b[5~',
  pagedown: '\x1b[6~',
  space: ' ',
  backspace: '\x7f',
  delete: '\x1b[3~',
};

/** The bytes that a terminal sends for a key of the keymap. */
export function keyBytes(key: string): string {
  const ctrl = /^ctrl\+([a-z])$/.exec(key);
  if (key.startsWith('alt+')) return `\x1b${key.slice(4)}`;
  if (ctrl !== null) return String.fromCharCode((ctrl[1] as string).charCodeAt(0) - 96);
  return bytesOf[key] ?? key;
}
