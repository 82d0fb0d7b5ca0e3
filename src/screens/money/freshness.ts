import { span } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import {
  answerAge,
  hasEnded,
  isLasting,
  isOld,
  type ReadFacts,
  readState,
  retryWords,
  underWayWords,
  whyFailing,
  worstRead,
} from '../../engine/read-health.ts';
import { fitting } from '../../tui/text/parts.ts';

/**
 * A permission that is missing, or a search that is refused, is for the screen to say: no answer is late for it. But what
 * the figures beside these words were made from is no longer told.
 */
const isAboutOneThing = ({ error, at, retryAt, behindFigures, watches }: ReadFacts): boolean =>
  error !== undefined &&
  !(watches === true && retryAt !== undefined) &&
  !(behindFigures === true && at !== undefined) &&
  isLasting(error) &&
  error.status !== 401 &&
  !['key refused', 'two-factor needed'].includes(error.status === 403 ? '' : whyFailing(error));

/**
 * How fresh the least reliable of `reads` is, in words that leave `room` cells where that can be done: why no answer
 * comes, how old the last one is, when it is asked again, or for how long it has been. Of these the last goes first when
 * the answer is old.
 */
export function freshnessParts(
  reads: readonly ReadFacts[],
  now: number,
  room: number,
  glyphs: { sep: string; ellipsis: string },
): Parts {
  const counted = reads.filter((read) => !isAboutOneThing(read));
  const worst = worstRead(counted.length === 0 ? reads : counted, now);
  if (worst === undefined) return [];
  const { error, at } = worst;
  const age = at === undefined ? undefined : span(Math.max(0, now - at));
  const state = readState(worst, now);
  const underWay = slowest(reads, glyphs.ellipsis);
  if (state === 'asking')
    return [[`${(underWay ?? 'asking').replace('asking', 'asking the service')} `, 'dim']];
  if (state === 'live') {
    const about = answerAge(now - (at ?? now), worst);
    const said =
      underWay === undefined
        ? [`live ${glyphs.sep} ${about} ago `, `${about} ago `]
        : [`${underWay} ${glyphs.sep} ${about} ago `, `${underWay} `];
    const wordings = said.map((text): Parts => [[text, 'dim']]);
    return fitting(wordings, room);
  }
  if (error === undefined)
    return [[underWay === undefined ? `STALE ${age} ` : `${underWay}, STALE ${age} `, 'warn']];
  const why = whyFailing(error);
  const ended = hasEnded(worst);
  const again = underWay ?? (ended ? undefined : retryWords(worst.retryAt, now));
  const old = isOld(worst, now);
  const last = age === undefined ? undefined : old ? `STALE ${age}` : `last answer ${age} ago`;
  const blind = ended && worst.watches === true && at !== undefined ? 'not watching' : undefined;
  const said = blind
    ? [[why, last, blind], [why, blind], [blind]]
    : [[why, last, again], [why, old ? last : again], [old ? last : why]];
  const wordings = said.map((words): Parts => {
    const text = words.filter((word) => word !== undefined).join(', ');
    return [[`${text} `, at === undefined ? 'bad' : 'warn']];
  });
  return fitting(wordings, room);
}

/** What is told of the read that has been under way longest; undefined while there is nothing to tell. */
function slowest(reads: readonly ReadFacts[], ellipsis: string): string | undefined {
  const [longest] = reads
    .filter((read) => underWayWords(read, ellipsis) !== undefined)
    .toSorted((a, b) => (b.underWayMs ?? 0) - (a.underWayMs ?? 0));
  return longest && underWayWords(longest, ellipsis);
}

/** Whether all of them are as they should be: how fresh they are gives way to the figures then. */
export const isFine = (reads: readonly ReadFacts[], now: number): boolean => {
  const worst = worstRead(reads, now);
  return worst === undefined || (readState(worst, now) === 'live' && slowest(reads, '') === undefined);
};
