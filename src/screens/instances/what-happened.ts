import { timeOrDate } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { BootHistory } from '../../engine/instances/lifecycle.ts';
import type { Rescue } from '../../engine/rescue/rescue.ts';
import { rescueEvents } from './rescue-lines.ts';

type Events = {
  history: BootHistory;
  watch: { id: number; at: number; offerId: number } | undefined;
  rescue: Rescue | undefined;
  /** Limits that came from the machine whose place this one took, in words. */
  limits: readonly { at: number; text: string }[];
  /** Epoch ms. */
  now: number;
  timeZone: string;
  glyphs: { arrow: string };
};

/** What was seen of an instance in this run, and every step of its rescue, newest first. */
export function eventLines({ history, watch, rescue, limits, now, timeZone, glyphs }: Events): Parts[] {
  const rows: { at: number; text: string }[] = [];
  if (watch !== undefined)
    rows.push({ at: watch.at, text: `rented from offer ${watch.offerId}, accepted as ${watch.id}` });
  for (const [index, { status, at }] of history.seen.entries()) {
    const before = history.seen[index - 1];
    const word = (value: string | null) => value ?? 'provisioning';
    rows.push({
      at,
      text:
        before === undefined
          ? `first seen ${word(status)}`
          : `${word(before.status)} ${glyphs.arrow} ${word(status)}`,
    });
  }
  rows.push(...rescueEvents(rescue), ...limits);
  if (rows.length === 0) return [[['    nothing was seen of it yet', 'dim']]];
  return rows
    .map((row, index) => ({ ...row, index }))
    .sort((a, b) => b.at - a.at || b.index - a.index)
    .map(({ at, text }): Parts => [[`    ${timeOrDate(at, now, timeZone)}  `, 'dim'], text]);
}
