import { useEffect, useRef, useState } from 'react';
import { type ThemeName, themeNames } from '../../base/theme-colours.ts';
import type { Deck } from '../../engine/deck.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { Menu } from '../../tui/dialog/menu.tsx';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import { useTheme } from '../../tui/theme/theme.ts';

/** What a theme is for; `background` is that of the terminal, where it is known. */
const about = (background: string | undefined): Readonly<Record<ThemeName, string>> => ({
  auto: `by the background: ${background ?? 'not known'}`,
  light: 'for a light background',
  dark: 'for a dark background',
  ansi: "the terminal's own sixteen",
  'high-contrast': 'nothing is dim',
  'color-blind': 'without red beside green',
  mono: 'no colours',
});

/** The palette's entry that opens the list of themes. */
export const themeEntry = (deck: Deck): MenuEntry => ({
  label: 'Theme: colours of the deck',
  names: ['theme', 'colours', 'colors'],
  run: () => deck.open({ kind: 'theme' }),
});

/** Takes a theme for this run, and says how it is kept for good. */
function takeTheme(deck: Deck, name: ThemeName): void {
  deck.theme.set(name);
  deck.messages.say('info', `Theme ${name} until you quit. To keep it: theme = "${name}" in config.toml`);
}

/** The themes. The deck is drawn in the one under the cursor; leaving without a choice brings back the one before. */
export function ThemeMenu() {
  const deck = useDeck();
  const { background, level } = useTheme().look.ground;
  const words = about(background);
  const [before] = useState(() => deck.theme.get());
  const taken = useRef(false);
  useEffect(
    () => () => {
      if (!taken.current) deck.theme.set(before);
    },
    [deck, before],
  );
  const entries = themeNames.map((name) => ({
    label: name,
    hint: name === before ? `${words[name]}, now` : words[name],
    run: () => {
      taken.current = true;
      takeTheme(deck, name);
    },
  }));
  return (
    <Menu
      title={level === 0 ? 'Theme (colours are off)' : 'Theme'}
      entries={entries}
      search={false}
      start={themeNames.indexOf(before)}
      onMove={(entry) => entry !== undefined && deck.theme.set(entry.label as ThemeName)}
    />
  );
}
