import { countdown } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';

/** Under this much left a person can hardly type a code any more, in ms. */
const tooLateMs = 4000;
const ringCells = 10;

/** The ring of an authenticator: how much of the period is left, in ms, and a word when it is nearly over. */
export function ringParts(leftMs: number, periodMs: number, glyphs: Glyphs): Parts {
  const share = Math.min(1, Math.max(0, leftMs / periodMs));
  const full = Math.ceil(share * ringCells);
  const late = leftMs < tooLateMs;
  const seconds = Math.ceil(Math.max(0, leftMs) / 1000);
  return [
    [glyphs.full.repeat(full), late ? 'warn' : 'accent'],
    [glyphs.empty.repeat(ringCells - full), 'dim'],
    [` ${seconds} s`, late ? 'warn' : 'plain'],
    ...(late ? [[' wait for the next', 'warn'] as const] : []),
  ];
}

/** Time left as `26:04`; amber below `warnMs`. `most` says that it may be less, as for a window found open. */
export function clockParts(leftMs: number, look: { warnMs?: number; most?: boolean } = {}): Parts {
  const text = `${look.most === true ? 'at most ' : ''}${countdown(leftMs)}`;
  return [[text, leftMs < (look.warnMs ?? 0) ? 'warn' : 'plain']];
}
