import type { ProfileTone } from './theme-colours.ts';

/** How a stretch of text looks, by what it means; tui/theme/theme.ts draws it. */
export type StyleName =
  | ('plain' | 'accent' | 'ok' | 'busy' | 'warn' | 'bad' | 'dim' | 'rule' | 'bold' | 'match' | 'sel')
  | ProfileTone;

/** A stretch of text and how it looks. */
export type Part = string | readonly [text: string, style: StyleName];

export type Parts = readonly Part[];
