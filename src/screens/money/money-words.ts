import { dollars, rate, ratePerHour, runwaySpan, span } from '../../base/format.ts';
import type { Part, Parts, StyleName } from '../../base/parts.ts';
import { type AccountBurn, runway, runwayEnd } from '../../engine/money/money.ts';
import { SHORT_RUNWAY_MS } from '../../engine/money/runway-alarm.ts';

/** Amber below a day, red from where the alarm rings. */
const amberMs = 24 * 3_600_000;

export type MoneyFacts = {
  credit: number | undefined;
  /** Undefined while the instances are not known. */
  burn: AccountBurn | undefined;
  now: number;
  timeZone: string;
  glyphs: { sep: string; arrow: string; soon: string };
};

function runwayTone(ms: number): StyleName {
  return ms < SHORT_RUNWAY_MS ? 'bad' : ms < amberMs ? 'warn' : 'plain';
}

/**
 * The figures of the account, the longest wording first. Credit and runway with its end stay longest, then the burn,
 * then what was measured.
 */
export function moneyWordings(facts: MoneyFacts): readonly Parts[] {
  const { credit, burn, glyphs } = facts;
  const join = (pieces: readonly Parts[]) => joined(pieces, glyphs.sep);
  const inFull: Parts = [credit === undefined ? 'credit not known' : `${dollars(credit)} credit`];
  const bare: Parts = [credit === undefined ? 'credit not known' : dollars(credit)];
  if (burn === undefined) {
    return credit === undefined
      ? [['credit and burn not known yet'], ['credit not known']]
      : [[`${dollars(credit)} credit ${glyphs.sep} burn not known yet`], inFull, bare];
  }
  const left = (words: RunwayWords) => runwayParts(facts, burn, words);
  const runwayIsKnown = left('short').length > 0;
  const both = burn.differs && burn.measured !== undefined;
  const now: Parts = [quotedText(burn, glyphs.soon) ?? 'burn not known'];
  const wordings: Parts[] = [
    join([inFull, burnInFull(burn, glyphs), left('full')]),
    join([bare, burnInFull(burn, glyphs), left('full')]),
    ...(both ? [join([bare, burnShort(burn, glyphs.soon), left('end')])] : []),
    join([bare, now, left('full')]),
    join([bare, now, left('end')]),
    join([bare, runwayIsKnown ? [reckonedText(burn, glyphs.soon)] : now, left('end')]),
    ...moneyBriefly(facts),
  ];
  return wordings.filter((parts) => parts.length > 0);
}

/** The same in a few cells, without the hour at which it ends. */
export function moneyBriefly(facts: MoneyFacts): readonly Parts[] {
  const { credit, burn, glyphs } = facts;
  if (burn === undefined) return moneyWordings(facts);
  const figure: Parts = [credit === undefined ? 'credit not known' : dollars(credit)];
  const left = runwayParts(facts, burn, 'short');
  const rate: Parts = left.length > 0 ? [reckonedText(burn, glyphs.soon)] : burnShort(burn, glyphs.soon);
  const join = (pieces: readonly Parts[]) => joined(pieces, glyphs.sep);
  return [
    join([figure, burnShort(burn, glyphs.soon), left]),
    join([figure, rate, left]),
    join([figure, left]),
    left.length > 0 ? left : rate,
  ];
}

const joined = (pieces: readonly Parts[], sep: string): Parts =>
  pieces
    .filter((piece) => piece.length > 0)
    .flatMap((piece, index): Parts => (index === 0 ? piece : [` ${sep} `, ...piece]));

/** The least it can be where prices are missing; undefined where all of them are. */
function quotedText({ quoted, coming }: AccountBurn, soon: string): string | undefined {
  const { perHour, priced, count } = quoted;
  if (count > 0 && priced === 0) return undefined;
  const rise = coming === undefined ? '' : ` ${soon} ${ratePerHour(coming)}`;
  return `${priced < count ? '≥ ' : ''}${ratePerHour(perHour)}${rise}`;
}

/** What a runway is reckoned with, alone: `≥` where it is the least, the arrow where it only comes. */
function reckonedText({ reckoned, coming }: AccountBurn, soon: string): string {
  const arrow = coming === undefined || reckoned.basis === 'measured' ? '' : `${soon} `;
  return `${arrow}${reckoned.atLeast ? '≥ ' : ''}${ratePerHour(reckoned.perHour)}`;
}

/** `$1.920/h burn`; with what boots `$0.319/h → $1.259/h burn`; with both sides `burn $1.920/h quoted, …`. */
function burnInFull(burn: AccountBurn, { soon }: { soon: string }): Parts {
  const { quoted, measured, differs } = burn;
  const figure = quotedText(burn, soon);
  const known = quoted.priced < quoted.count ? `${quoted.priced} of ${quoted.count} priced` : '';
  const inBrackets = known === '' ? '' : ` (${known})`;
  const seen =
    differs && measured !== undefined
      ? `${ratePerHour(measured.perHour)} measured (${span(measured.spanMs)})`
      : undefined;
  if (figure === undefined)
    return [seen === undefined ? `burn not known${inBrackets}` : `burn ${seen}, ${known}`];
  if (seen === undefined) return [`${figure} burn${inBrackets}`];
  return [`burn ${figure} quoted${inBrackets}, `, [seen, burn.unexplained === undefined ? 'plain' : 'bad']];
}

/** `$1.920/h`, or what is coming where something boots; beside it what was measured where that is far apart. */
function burnShort(burn: AccountBurn, soon: string): Parts {
  const { coming, measured, differs } = burn;
  const figure = coming === undefined ? quotedText(burn, soon) : `${soon} ${ratePerHour(coming)}`;
  const seen = differs && measured !== undefined ? `${rate(measured.perHour)} measured` : undefined;
  if (seen === undefined) return [figure ?? 'burn not known'];
  return [
    figure === undefined ? '' : `${figure}, `,
    [seen, burn.unexplained === undefined ? 'plain' : 'bad'],
  ];
}

/** `full`: in words, with the end; `end`: the span and the end; `short`: the span. */
type RunwayWords = 'full' | 'end' | 'short';

function runwayParts(
  { credit, now, timeZone, glyphs }: MoneyFacts,
  { reckoned, fell }: AccountBurn,
  words: RunwayWords,
): Parts {
  const { perHour, atLeast, basis } = reckoned;
  const left = runway(credit, perHour, now);
  // The least of a burn may be nothing, which says nothing about an end; nor does one that the credit belies.
  if (left === undefined || (left === 'forever' && (atLeast || fell))) return [];
  if (left === 'forever') return [words === 'full' ? 'nothing is being spent' : 'no end'];
  const length = `${atLeast ? '≤ ' : ''}${runwaySpan(left.ms)}`;
  if (words === 'short') return [[length, runwayTone(left.ms)]];
  const end = runwayEnd(left.ms, left.endsAt, timeZone);
  const said = words === 'end' ? length : `${length} runway${basis === 'measured' ? ' as measured' : ''}`;
  const spoken: Part = [said, runwayTone(left.ms)];
  return end === '' ? [spoken] : [spoken, ` ${glyphs.arrow} ${end}`];
}
