import {
  type Background,
  type Palette,
  readColour,
  type ThemeName,
  themeNamed,
} from '../base/theme-colours.ts';
import type { CommonFlags } from '../commands/cli/global-flags.ts';
import type { Config } from '../platform/config/config-keys.ts';
import { switchedOn } from '../platform/config/switched-on.ts';
import { type Display, decideDisplay, type Env } from '../platform/terminal/colour.ts';

export type DeckDisplay = Pick<Display, 'level' | 'forceColor'> & {
  ascii: boolean;
  theme: ThemeName;
  colours: Palette;
  /** Whether the terminal has to be asked for its background: a theme hangs on it, and there are colours to choose. */
  asks: boolean;
};

/** How the deck is to be drawn: a flag wins over its variable, that over config.toml. A theme that there is not is told. */
export function deckDisplay(
  flags: Pick<CommonFlags, 'color' | 'ascii' | 'theme'>,
  config: Config,
  { env, platform }: { env: Env; platform: NodeJS.Platform },
): { ok: true; display: DeckDisplay } | { ok: false; wrong: string } {
  const named = env.RIGDECK_THEME?.trim();
  const theme = flags.theme ?? (named ? themeNamed(named) : (config.theme ?? 'auto'));
  if (theme === undefined) return { ok: false, wrong: named ?? '' };
  const { level, forceColor, unicode } = decideDisplay({
    color: flags.color,
    ascii: flags.ascii ?? (env.RIGDECK_ASCII ? switchedOn(env.RIGDECK_ASCII) : config.ascii),
    env,
    isTTY: true,
    platform,
  });
  const colours = Object.fromEntries(
    Object.entries(config.colours ?? {}).map(([name, value]) => [name, readColour(value)]),
  );
  // The Linux console draws the sixteen on black, and old ones show the question.
  const asks = level > 0 && env.TERM !== 'linux' && !isSettled(theme);
  return { ok: true, display: { level, forceColor, ascii: !unicode, theme, colours, asks } };
}

/** Themes that are the same on every background, or made for one. */
const isSettled = (theme: ThemeName): boolean =>
  theme !== 'auto' && theme !== 'high-contrast' && theme !== 'color-blind';

/** What is taken for the background: the terminal's answer, what its variable says, or what the theme is made for. */
export function takenBackground(
  asked: Background | undefined,
  named: Background | undefined,
  theme: ThemeName,
): Background | undefined {
  return asked ?? named ?? (theme === 'light' || theme === 'dark' ? theme : undefined);
}
