import { rate, ratePerDay, ratePerHour } from '../../base/format.ts';
import type { Part, Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { ActionId, KeyName } from '../../engine/keymap.ts';
import { type Dearer, dearerWords } from '../../engine/money/agreed-price.ts';
import { bidWords } from '../../engine/money/bid.ts';
import { instanceBurn, instancePrices } from '../../engine/money/money.ts';
import type { Outlook } from '../../hooks/use-next-offers.ts';
import { fitting } from '../../tui/text/parts.ts';
import type { Glyphs } from '../../tui/theme/theme.ts';

type Around = {
  keyName: KeyName;
  glyphs: Glyphs;
  columns: number;
  /** Its keys act on this row. */
  underCursor: boolean;
  /** It costs more than was agreed to. */
  dearer?: Dearer | undefined;
};

/** What stands in the way, in a few words, of one that may run again by itself. */
const why: Readonly<Record<string, string>> = {
  interrupted: 'outbid',
  waiting: 'no GPU is free, or no credit is left',
};

/**
 * Lines for a row that needs the person: what is the matter and what waiting costs; and the keys that end it, which act on
 * the row under the cursor and so stand with that one alone.
 */
export function note(row: Instance, outlook: Outlook, around: Around): Parts[] {
  const { glyphs, columns, dearer } = around;
  const { neverRuns, needsYou } = readInstance(row);
  if (dearer !== undefined && !needsYou) return dearerNote(row, dearer, around);
  const sign = `    ${glyphs[neverRuns ? 'exited' : 'warn']} `;
  const matter = matterWords(row).map((words): Parts => [[sign + words, neverRuns ? 'bad' : 'warn']]);
  const keys = keyWords(row, outlook, around).map((parts): Parts => ['      ', ...parts]);
  return [fitting(matter, columns - 1), ...(around.underCursor ? [fitting(keys, columns - 1)] : [])];
}

/** What matters of one that does what it should is its price alone. */
function dearerNote(
  row: Instance,
  dearer: Dearer,
  { glyphs, columns, underCursor, keyName }: Around,
): Parts[] {
  const [id, name] = [String(row.id), instanceName(row)];
  const matter = [...(name === id ? [] : [`${id} ${name}`]), id].map(
    (who): Parts => [[`    ${glyphs.warn} ${who} ${dearerWords(dearer)}`, 'warn']],
  );
  const key = (id: ActionId): Part => [keyName(id), 'bold'];
  const keys = ['      ', key('instance.destroy'), ' destroy it   ', key('instance.stop'), ' stop it'];
  return [fitting(matter, columns - 1), ...(underCursor ? [keys] : [])];
}

/** The longest wording first: the id and what it costs stand in all of them. */
function matterWords(row: Instance): string[] {
  const { kind, word, neverRuns } = readInstance(row);
  const { perHour } = instanceBurn(row);
  const [costs, cost] =
    perHour === undefined
      ? ['what its disk costs is not known', 'cost not known']
      : [`its disk costs ${ratePerDay(perHour)}`, ratePerDay(perHour)];
  const id = String(row.id);
  const name = instanceName(row) === id ? id : `${id} ${instanceName(row)}`;
  if (neverRuns)
    return [
      `${name} will never reach running; ${costs}`,
      `${name} will never run; ${costs}`,
      `${id} will never run; ${costs}`,
      `${id} ${word}, ${cost}`,
    ];
  return [
    ...(why[kind] === undefined ? [] : [`${name} is ${word}: ${why[kind]}; ${costs}`]),
    `${name} is ${word}; ${costs}`,
    `${id} is ${word}; ${costs}`,
    `${id} ${word}, ${cost}`,
  ];
}

function keyWords(row: Instance, outlook: Outlook, { keyName }: Around): Parts[] {
  const key = (id: ActionId): Part => [keyName(id), 'bold'];
  if (outlook.is === 'begun')
    return [
      [key('instance.rescue'), ' calls its rescue off   ', key('instance.destroy'), ' destroy it'],
      [key('instance.rescue'), ' calls its rescue off'],
    ];
  const destroy: Parts = [key('instance.destroy'), ' destroy it   '];
  const { kind } = readInstance(row);
  if (kind === 'interrupted')
    return [
      [...destroy, key('instance.bid'), ` raise the bid (${bidWords(row)})`],
      [...destroy, key('instance.bid'), ' raise the bid'],
    ];
  if (outlook.is === 'none') return [[...destroy, key('instance.rent-like'), ' rent another']];
  if (outlook.byHand && outlook.next === undefined)
    return [
      [...destroy, key('instance.rent-like'), ' rent another (none like it is loaded)'],
      [...destroy, key('instance.rent-like'), ' rent another'],
    ];
  return rescueWords(outlook, row).map((words) => [...destroy, key('instance.rescue'), ` ${words}`]);
}

/** What a rescue would rent, where that is known; the search behind it may be a minute old, and its key makes it anew. */
function rescueWords({ byHand, looked, next }: Extract<Outlook, { is: 'open' }>, row: Instance): string[] {
  if (next === undefined) return [`rescue it (${looked ? 'no offer fits its plan' : 'offer not known yet'})`];
  const { offer, perHour } = next;
  const was = instancePrices(row).total;
  const onto = byHand ? 'rent offer' : 'rescue onto offer';
  const short = byHand ? 'rent' : 'rescue onto';
  const figure = perHour === undefined ? 'price not known' : `${rate(perHour)} $/h`;
  return [
    ...(was === undefined ? [] : [`${onto} ${offer.id} (${figure}, was ${rate(was)})`]),
    `${onto} ${offer.id} (${figure})`,
    `${short} ${offer.id} (${ratePerHour(perHour)})`,
  ];
}
