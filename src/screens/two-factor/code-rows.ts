import { countdown } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import { challengeShown } from '../../engine/two-factor/tfa-clocks.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { indent, type Row, row } from '../../tui/text/row-lines.tsx';
import type { Theme } from '../../tui/theme/theme.ts';
import { clockParts, ringParts } from './clock-parts.ts';
import { codeBoxLines } from './code-boxes.ts';
import { waitRows } from './tfa-layout.ts';
import type { CodeEntry } from './use-code-entry.ts';

const lateChallengeMs = 60_000;

/** The boxes of a code, and below them the clocks that matter for it. */
export function codeRows(
  flow: TfaFlow,
  entry: CodeEntry,
  active: boolean,
  columns: number,
  theme: Theme,
): Row[] {
  const { glyphs } = theme;
  const { challenge, resendLeftMs, totp, lock } = flow.clocks;
  const shut = lock !== undefined || entry.isAway;
  const tone = shut ? 'dim' : entry.refused ? 'bad' : 'plain';
  const look = { columns: columns - indent.length, active: active && !shut, tone } as const;
  const boxes = codeBoxLines(entry.state, look, theme).map((parts) => row(parts));
  const waiting = waitRows(flow);
  // What else could be done has its time again once the service has spoken.
  if (entry.isAway && waiting.length > 0) return [...boxes, ...waiting];
  const clocks: Parts[] = [];
  if (lock !== undefined) clocks.push([[`${glyphs.warn} locked for ${countdown(lock.leftMs)}`, 'warn']]);
  // An authenticator has a clock of its own, which its own screen reader tells.
  if (totp !== undefined && lock === undefined && !theme.spoken)
    clocks.push(ringParts(totp.leftMs, totp.periodMs, glyphs));
  else if (challenge !== undefined) {
    const shown = challengeShown(flow.at.now - challenge.sentAgoMs, flow.at);
    const valid: Parts =
      challenge.leftMs > 0
        ? ['valid ', ...clockParts(shown.leftMs, { warnMs: lateChallengeMs }), ' more']
        : [[`expired: ${flow.keyName('tfa.resend')} sends a new one`, 'warn']];
    clocks.push([`sent ${countdown(shown.agoMs)} ago ${glyphs.sep} `, ...valid]);
  }
  if (resendLeftMs > 0)
    clocks.push([
      [`${flow.keyName('tfa.resend')} sends another in ${countdown(resendLeftMs)}; rigdeck waits`, 'dim'],
    ]);
  return [...boxes, ...waiting, ...clocks.map((parts, index) => row(parts, index === 0 ? 0 : 2))];
}
