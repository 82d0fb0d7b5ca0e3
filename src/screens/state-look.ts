import type { Part, StyleName } from '../base/parts.ts';
import type { InstanceKind, Reading } from '../engine/instances/reading.ts';
import type { GlyphName, Glyphs } from '../tui/theme/theme.ts';

const looks: Record<InstanceKind, { glyph: GlyphName; tone: StyleName }> = {
  provisioning: { glyph: 'provisioning', tone: 'busy' },
  loading: { glyph: 'loading', tone: 'busy' },
  running: { glyph: 'running', tone: 'ok' },
  stopped: { glyph: 'stopped', tone: 'plain' },
  exited: { glyph: 'exited', tone: 'bad' },
  unknown: { glyph: 'unknown', tone: 'bad' },
  offline: { glyph: 'offline', tone: 'bad' },
  interrupted: { glyph: 'stopped', tone: 'warn' },
  waiting: { glyph: 'provisioning', tone: 'warn' },
  other: { glyph: 'other', tone: 'plain' },
};

/** How a state looks: always a glyph beside its word, the colour only adds to them. */
export const stateGlyph = (reading: Reading): GlyphName => looks[reading.kind].glyph;
/** The glyph before a row, in the colour of the word that stands in it. */
export const statePart = (reading: Reading, glyphs: Glyphs): Part => [
  glyphs[stateGlyph(reading)],
  stateTone(reading),
];
export const stateTone = (reading: Reading): StyleName => looks[reading.kind].tone;
