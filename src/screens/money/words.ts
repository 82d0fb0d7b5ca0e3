import { dollars, ratePerDay, ratePerHour, runwayGainSpan } from '../../base/format.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { afterAct } from '../../engine/money/act-effect.ts';
import {
  type AccountBurn,
  accountBurn,
  isLeast,
  isMost,
  isWorthTelling,
  type Money,
  nothingRented,
  runwayAfter,
  type Spent,
  type SpentByGone,
} from '../../engine/money/money.ts';
import type { ListView } from '../../hooks/use-list.ts';
import { aroundName } from '../../tui/text/parts.ts';
import { boundLegend, markedWords, noMatch } from '../list-words.ts';

type Words = { sep: string; arrow: string; missing?: number };
export type WhatIf = 'stop' | 'destroy';

/**
 * `3 instances · $1.920/h · $46.08/day · spent $21.39 ($1.55 by 1 gone)`, the longest wording first; a sum of which a part
 * is not known says at least, and while the service is being asked for that part (`isAsked`), that it is not known yet.
 */
export function sumLine(
  rows: readonly Instance[],
  spentOf: (instance: Instance) => Spent | undefined,
  now: number,
  { sep, isAsked, gone, missing = 0 }: { sep: string; isAsked: boolean; gone: SpentByGone; missing?: number },
): readonly Parts[] {
  const wasSpent = gone.each.length > 0;
  if (rows.length === 0 && missing === 0 && !wasSpent) return [];
  const { quoted } = accountBurn(rows, [], now, { missing });
  const of = missing === 0 ? '' : ` of ${quoted.count}`;
  const count =
    quoted.count === 0
      ? 'no instances'
      : `${rows.length}${of} ${quoted.count === 1 ? 'instance' : 'instances'}`;
  const least = quoted.priced < quoted.count ? '≥ ' : '';
  const isPriced = quoted.count === 0 || quoted.priced > 0;
  const perHour = isPriced ? `${least}${ratePerHour(quoted.perHour)}` : 'cost not known';
  const cost = isPriced
    ? `${perHour} ${sep} ${least}${ratePerDay(quoted.perHour)}`
    : 'what they cost is not known';
  const spent = rows.map(spentOf);
  const told = spent.filter((one) => one !== undefined);
  const isWhole = missing === 0 && told.length === spent.length && !told.some(isLeast) && !gone.isLeast;
  // Of a least and a most neither is left in a sum.
  const [most, all] = [told.some(isMost), isWhole && !told.some(isMost)];
  const total = told.reduce((sum, one) => sum + one.dollars, gone.dollars);
  const sum =
    !all && isAsked
      ? 'spent not known yet'
      : told.length === 0 && !wasSpent
        ? 'spent not known'
        : `spent ${all ? '' : most ? (isWhole ? '≤ ' : 'about ') : '≥ '}${dollars(total)}`;
  const by =
    wasSpent && /\d$/.test(sum) ? `${sum} (${dollars(gone.dollars)} by ${gone.each.length} gone)` : sum;
  const wordings = [
    [count, cost, by],
    [count, perHour, by],
    [count, perHour, sum],
    [perHour, sum],
    [perHour],
  ];
  return (by === sum ? wordings.slice(0, 1).concat(wordings.slice(2)) : wordings).map(
    (words): Parts => [`   ${words.join(` ${sep} `)}`],
  );
}

const participle: Record<WhatIf, string> = { stop: 'stopped', destroy: 'destroyed' };

/**
 * What burn and runway become when `targets` are stopped or destroyed, the longest wording first:
 * `If eval is stopped: runway 21h 27m → 42h 3m (+20h 36m) · $1.920/h → $0.980/h`.
 */
export function whatIfWordings(
  rows: readonly Instance[],
  targets: readonly Instance[],
  act: WhatIf,
  money: Money,
  now: number,
  { sep, arrow, missing }: Words,
  cells = Number.POSITIVE_INFINITY,
): readonly Parts[] {
  const [only, second, ...more] = targets;
  if (only === undefined) return [];
  const many = second !== undefined;
  const both = many && more.length === 0 ? `${instanceName(only)} and ${instanceName(second)}` : undefined;
  const short = many ? `these ${targets.length}` : instanceName(only);
  const head = (names: string) => `   If ${names} ${many ? 'are' : 'is'} ${participle[act]}: `;
  const ids = new Set(targets.map(({ id }) => id));
  const before = accountBurn(rows, [], now, { missing }).reckoned;
  const after = accountBurn(afterAct(rows, ids, act), [], now, { missing }).reckoned;
  const isPriced = (row: Instance) => !accountBurn([row], [], now).reckoned.atLeast;
  const changed = afterAct(targets, ids, act);
  // Where even the shortest figures do not fit beside it, the name is what is cut.
  const around = (figures: Part) => aroundName(short, cells, (name) => [head(name), figures]);
  if (!targets.every(isPriced) || !changed.every(isPriced))
    return [around(['not known, since a price is missing', 'warn'])];
  const change = runwayAfter(money, after.perHour - before.perHour, now);
  const isSame = change.before === change.after;
  const gain = isWorthTelling(change.gainMs, change.beforeMs) ? ` (${runwayGainSpan(change.gainMs)})` : '';
  const runway = isSame
    ? `runway ${change.after}, as now`
    : `runway ${change.before} ${arrow} ${change.after}${gain}`;
  const least = after.atLeast ? '≥ ' : '';
  const burns = `${least}${ratePerHour(before.perHour)} ${arrow} ${least}${ratePerHour(after.perHour)}`;
  const figures = isSame ? runway : `${runway} ${sep} ${burns}`;
  const withNames = both ?? short;
  return [
    [head(withNames), [figures, 'bold']],
    [head(withNames), [runway, 'bold']],
    [head(short), [runway, 'bold']],
    around([runway.replace(gain, ''), 'bold']),
  ];
}

/**
 * How many are marked for the plan, and the keys that mark and that change what is reckoned with, the longest wording
 * first; before them what `≥` and `≤` mean, where they stand in `bounds`.
 */
export const markHint = (
  marked: number,
  other: string,
  { bounds, mark, sep, from }: { bounds: string; mark: string; sep: string; from?: number | undefined },
  keyName: KeyName,
): readonly Parts[] => {
  const key = keyName('list.mark');
  const what = `${keyName('money.what-if')} reckons with a ${other}`;
  const bound = boundLegend(bounds, sep);
  const head: Parts = [
    marked > 0 ? [`${mark} ${markedWords(marked, from, keyName('list.mark-range'))} ${sep} `, 'bold'] : '',
    bound === '' ? '' : [`${bound} ${sep} `, 'dim'],
  ];
  return [`${key} marks machines ${sep} ${what}`, `${key} marks ${sep} ${what}`, what].map((words) => [
    ...head,
    [words, 'dim'],
  ]);
};

/** What stands in place of rows that are not there. */
export const empty = (
  list: ListView<Instance>,
  { burn, missing }: { burn: AccountBurn | undefined; missing: number },
  offersKey: string,
): string[] =>
  list.total > 0 ? noMatch(list, 'instance') : missing > 0 ? [] : nothingRented(burn, offersKey);
