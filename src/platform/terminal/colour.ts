/** Which colours and characters the terminal is given. Decided before Ink loads: its colours are fixed then. */

export type Env = Readonly<Record<string, string | undefined>>;

export type Display = {
  /** 0 none, 1 the 16 colours, 2 the 256, 3 any. */
  level: 0 | 1 | 2 | 3;
  /**
   * The value to set FORCE_COLOR to, since the colour library reads nothing else for certain. Never 0: with that it
   * would leave out bold, underlined and inverse too, so that without colours the theme names none.
   */
  forceColor: '1' | '2' | '3';
  /** False where only plain ASCII can be trusted to show. */
  unicode: boolean;
  /** A terminal that cannot move its cursor: no deck there. */
  dumb: boolean;
};

export type DisplayWishes = {
  /** `--color`. */
  color?: 'never' | 'always' | 'auto' | undefined;
  /** The person wants ASCII only. */
  ascii?: boolean | undefined;
  env: Env;
  /** Whether the output is a terminal. */
  isTTY: boolean;
  platform: NodeJS.Platform;
};

/** Flags first, then the variables people set for all their programs, then what the terminal says of itself. */
export function decideDisplay({
  color = 'auto',
  ascii = false,
  env,
  isTTY,
  platform,
}: DisplayWishes): Display {
  const level = decideLevel(color, env, isTTY, platform);
  return {
    level,
    forceColor: String(Math.max(1, level)) as Display['forceColor'],
    unicode: !ascii && isUnicode(env),
    dumb: env.TERM === 'dumb',
  };
}

/**
 * Loads the colour library with `load`, which reads its level from FORCE_COLOR then and never again. Afterwards the
 * variables are what the person has set, for the programs that are started from here. Where both are set FORCE_COLOR
 * wins, and Node would warn on the screen about the other.
 */
export async function withColourLevel<T>(
  env: Record<string, string | undefined>,
  forceColor: Display['forceColor'],
  load: () => Promise<T>,
): Promise<T> {
  const { FORCE_COLOR, NO_COLOR } = env;
  env.FORCE_COLOR = forceColor;
  delete env.NO_COLOR;
  try {
    return await load();
  } finally {
    if (FORCE_COLOR === undefined) delete env.FORCE_COLOR;
    else env.FORCE_COLOR = FORCE_COLOR;
    if (NO_COLOR !== undefined && !FORCE_COLOR) env.NO_COLOR = NO_COLOR;
  }
}

function decideLevel(
  color: 'never' | 'always' | 'auto',
  env: Env,
  isTTY: boolean,
  platform: NodeJS.Platform,
): Display['level'] {
  const atLeastSome = () => Math.max(1, terminalLevel(env, platform)) as Display['level'];
  if (color === 'never') return 0;
  if (color === 'always') return atLeastSome();
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') {
    if (/^[0-3]$/.test(forced)) return Number(forced) as Display['level'];
    return forced === 'false' ? 0 : atLeastSome();
  }
  if (env.NO_COLOR) return 0;
  if (isSet(env.CLICOLOR_FORCE)) return atLeastSome();
  if (env.CLICOLOR === '0' || !isTTY) return 0;
  return terminalLevel(env, platform);
}

function terminalLevel(env: Env, platform: NodeJS.Platform): Display['level'] {
  const term = env.TERM ?? '';
  if (term === 'dumb') return 0;
  if (/^(?:truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return 3;
  if (env.WT_SESSION || /^(?:iTerm\.app|WezTerm|vscode|ghostty)$/.test(env.TERM_PROGRAM ?? '')) return 3;
  if (/(?:-direct$|^xterm-kitty|^xterm-ghostty|^alacritty|^foot|^wezterm)/.test(term)) return 3;
  if (/-256(?:color)?$/i.test(term) || env.TERM_PROGRAM === 'Apple_Terminal') return 2;
  if (term !== '' || env.COLORTERM) return /^(?:vt52|vt100|unknown)$/.test(term) ? 0 : 1;
  return platform === 'win32' ? 2 : 0;
}

function isUnicode(env: Env): boolean {
  // The Linux console draws from a font of 512 glyphs.
  if (env.TERM === 'linux') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  // With none set, as in most containers, nothing is known; today's terminals show UTF-8.
  return !locale || /utf-?8/i.test(locale);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}

/** The terminal's own background, where COLORFGBG tells it (`15;0`, of the sixteen). */
export function backgroundOf(env: Env): 'dark' | 'light' | undefined {
  const last = env.COLORFGBG?.split(';').at(-1) ?? '';
  if (last === '7' || last === '15') return 'light';
  return /^(?:[0-9]|1[0-4])$/.test(last) ? 'dark' : undefined;
}
