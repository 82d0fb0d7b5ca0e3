import type { InstanceKind, Reading } from '../domain/lifecycle.ts';
import type { GlyphName, StyleName } from '../theme.ts';

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
export const stateTone = (reading: Reading): StyleName => looks[reading.kind].tone;
