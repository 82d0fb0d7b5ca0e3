import { span } from '../../base/format-time.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import type { Loadable } from '../../engine/read-health.ts';
import { retryWords } from '../../engine/read-health.ts';
import { partsWidth } from '../../tui/text/parts.ts';
import { codesPerSet, type Protection } from './protection.ts';

const looks: Record<Protection, { word: string; tone: StyleName }> = {
  on: { word: 'ON', tone: 'ok' },
  off: { word: 'OFF', tone: 'warn' },
  legacy: { word: 'LEGACY', tone: 'warn' },
};

type Known = { protection: Protection; methods: number; codesLeft: number | undefined };

/** `Two-factor is ON · 2 methods · 7 of 10 backup codes`, in fewer words where `cells` are few. */
export function headParts(
  known: Known | undefined,
  glyphs: { sep: string; absent: string },
  cells: number,
): Parts {
  if (known === undefined) return [' Two-factor'];
  const { protection, methods, codesLeft } = known;
  const { word, tone } = looks[protection];
  const is: Parts = [' Two-factor is ', [word, tone]];
  const sep = ` ${glyphs.sep} `;
  if (protection === 'off') return [...is, sep, 'no method'];
  const count = `${methods} ${methods === 1 ? 'method' : 'methods'}`;
  const codes = (words: string) =>
    codesLeft === undefined ? `${words} ${glyphs.absent}` : `${codesLeft} of ${codesPerSet} ${words}`;
  const full: Parts = [...is, `${sep}${count}${sep}${codes('backup codes')}`];
  return partsWidth(full) <= cells ? full : [' 2FA ', [word, tone], `${sep}${count}${sep}${codes('codes')}`];
}

/** Older than this, the status is said to be stale. */
const staleAfterMs = 60_000;

/** How old the status is, at the right: `status <1m ago`; `age` are the words for that while all is well. */
export function freshness(
  read: Loadable<unknown>,
  times: { at: number | undefined; retryAt: number | undefined; now: number; age?: string | undefined },
): Parts {
  const { at, retryAt, now } = times;
  const again = retryAt === undefined || retryAt <= now ? '' : `, ${retryWords(retryAt, now)}`;
  if (at === undefined) {
    return read.state === 'failed'
      ? [[`status not read${again} `, 'bad']]
      : [['asking for the status ', 'dim']];
  }
  const age = Math.max(0, now - at);
  if (age > staleAfterMs) return [[`STALE ${span(age)}${again} `, 'warn']];
  if (read.state === 'failed') return [[`last status ${span(age)} ago${again} `, 'warn']];
  return [[`status ${times.age ?? span(age)} ago `, 'dim']];
}
