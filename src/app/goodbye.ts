import { ratePerHour } from '../base/format.ts';
import type { Instance } from '../client/wire.ts';
import { instanceName } from '../engine/instances/names.ts';
import { readInstance } from '../engine/instances/reading.ts';
import { missingWords } from '../engine/missing-rows.ts';
import { burn, burnOnceBooted, dearestFirst } from '../engine/money/money.ts';

const named = 4;
/** Labels are as long as somebody wanted them, and a terminal wraps what is too long: cells of a name, of a line. */
const nameCells = 30;
/** Max lines of the machines, and as many of what is open. */
const mostLines = 3;
const usualColumns = 80;

/** Text in at most so many cells of a terminal. */
type Cut = (text: string, cells: number) => string;

export type LastWords = {
  /** The instances as they were last read; absent when they never were. */
  rows?: readonly Instance[] | undefined;
  /** What is spent beside them, a sentence. */
  beside?: string | undefined;
  /** How many more there are than `rows` that the list lacked. */
  missing?: number | undefined;
  /** There may be instances, and they were never read. */
  unread?: boolean;
  /** Ids that were rented here and are not known to be gone; those of `rows` are left out. */
  watched: readonly { id: number }[];
  /** It costs nothing and leaves nothing behind. */
  sandbox: boolean;
  /** Cells of a line of the terminal. */
  columns?: number | undefined;
  /** Rents without an outcome. */
  unsettled?: number;
  /** How many of them are not on the disk, so that no other run looks for them. */
  unlooked?: number;
  /** Confirmed and never sent, such as `destroy lora-x`. */
  unsent?: readonly string[];
  /** Sent, and not answered when the deck ended. */
  unanswered?: readonly string[];
  /** Backup codes may have been on their way when the deck ended. */
  codesLost?: boolean;
  /** Ids whose limits were kept by the deck alone. */
  limits?: readonly number[];
  /** Ids whose limits were called off, which could not be written down. */
  back?: readonly number[];
  /** Ids of API keys that were made here and whose value nobody kept. */
  lostKeys?: readonly number[];
  /** Ids that a rescue was agreed for; only the deck does it. */
  rescues?: readonly number[];
};

/**
 * The last words on the ordinary screen: what still runs and costs, the dearest first, what is open or ends with the
 * deck, and the command that leads back. `cut` keeps a name and a line short.
 */
export function goodbye(words: LastWords, cut: Cut): string {
  return said(words, cut)
    .map((line) => `${cut(line, columnsOf(words))}\n`)
    .join('');
}

const columnsOf = ({ columns = usualColumns }: LastWords): number => Math.max(20, columns);

function said(words: LastWords, cut: Cut): string[] {
  const { sandbox } = words;
  if (sandbox) return ['rigdeck: the sandbox is gone with its machines; nothing costs money.'];
  const charged = chargedLines(words, cut);
  const open = openParts(words, cut);
  const paper = { cells: columnsOf(words), cut };
  const wrapped = (text: string) => broken(text.split(' '), ' ', paper);
  /** Each on its own line, where there is room. */
  const told = (parts: readonly string[]) => {
    const lines = parts.flatMap((part) => wrapped(`${part}.`));
    return lines.length > mostLines ? wrapped(`${parts.join('. ')}.`).slice(0, mostLines) : lines;
  };
  if (open.length === 0) {
    if (charged.length === 0) return [];
    return isNothing(words) ? charged : [...charged, lookWith(words)];
  }
  // Nothing rented is no comfort beside what is open.
  return charged.length === 0 || isNothing(words)
    ? [...told([`rigdeck: ${open[0]}`, ...open.slice(1).map(sentence)]), lookWith(words)]
    : [...charged, ...told(open.map(sentence)), lookWith(words)];
}

const isNothing = ({ rows, missing = 0 }: LastWords): boolean => rows?.length === 0 && missing === 0;

/** What is charged as far as is known, the dearest first; none when nothing of it is. */
function chargedLines(words: LastWords, cut: Cut): string[] {
  const { rows, beside, missing = 0 } = words;
  if (rows === undefined || (rows.length === 0 && missing > 0)) return [];
  if (rows.length === 0)
    return beside === undefined
      ? ['rigdeck: nothing is rented, nothing costs money.']
      : broken(`rigdeck: no instances. ${beside}`.split(' '), ' ', { cells: columnsOf(words), cut });
  const sorted = dearestFirst(rows);
  const items = sorted.map((row) => {
    const { priced } = burn([row]);
    const what = `${nameOf(row, cut)} ${cut(readInstance(row).word, nameCells)}`;
    if (rows.length === 1) return what;
    return `${what} ${priced === 0 ? 'price not known' : perHour([row])}`;
  });
  const head = `rigdeck: still charged ${perHour(rows, missing)}:`;
  const lines = (shown: number) => {
    const more = `and ${items.length - shown} more, ${perHour(sorted.slice(shown))}`;
    const named = [...items.slice(0, shown), ...(shown < items.length ? [more] : [])];
    return broken(named, ', ', { cells: columnsOf(words), cut, head });
  };
  let shown = items.length;
  while (shown > 1 && lines(shown).length > mostLines) shown -= 1;
  return lines(shown).slice(0, mostLines);
}

/** `$1.213/h`, with what boots `$1.213/h (soon $2.150/h)`; the least it can be where a price is missing. */
function perHour(rows: readonly Instance[], missing = 0): string {
  const now = burn(rows, missing);
  const soon = burnOnceBooted(rows);
  const later = soon === undefined ? '' : ` (soon ${ratePerHour(soon)})`;
  return `${now.priced < now.count ? 'at least ' : ''}${ratePerHour(now.perHour)}${later}`;
}

/** Pieces after a head on lines of at most `cells`, broken between them; what follows on is set in. */
function broken(
  pieces: readonly string[],
  between: string,
  { cells, cut, head = '' }: { cells: number; cut: Cut; head?: string },
): string[] {
  const lines: string[] = [];
  let line = head;
  for (const [index, piece] of pieces.entries()) {
    const joint = line === '' ? '' : index === 0 ? ' ' : between;
    const joined = line + joint + piece;
    const ends = index === pieces.length - 1 ? '' : between.trimEnd();
    if (line === '' || cut(joined + ends, cells) === joined + ends) {
      line = joined;
      continue;
    }
    lines.push(index === 0 ? line : line + between.trimEnd());
    line = `  ${piece}`;
  }
  return [...lines, line];
}

/** What a person should know besides, the dearest first. */
function openParts(words: LastWords, cut: Cut): string[] {
  const { rows = [], missing = 0, watched, unsettled = 0, unlooked = 0 } = words;
  const { unsent = [], unanswered = [] } = words;
  const unseen = watched.filter(({ id }) => rows.every((row) => row.id !== id)).map(({ id }) => String(id));
  const needy = rows.filter((row) => readInstance(row).neverRuns).map((row) => nameOf(row, cut));
  const byId = (ids: readonly number[]) =>
    ids.map((id) => {
      const row = rows.find((one) => one.id === id);
      return row === undefined ? String(id) : nameOf(row, cut);
    });
  const part = (text: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${text}: ${some(list)}`];
  const acts = (list: readonly string[]) => list.map((act) => cut(act, nameCells + 10));
  return [
    ...(words.unread ? ['not known what is rented and costs money: it was not read'] : []),
    ...(missing === 0 ? [] : [`${missingWords(missing, 'instance')}, and may be charged`]),
    ...(unsettled === 0
      ? []
      : [
          `not known whether ${unsettled === 1 ? 'the last rent' : `${unsettled} rents`} went through${unlooked === 0 ? '' : ', and the next start will not look'}`,
        ]),
    ...part('not known to be gone, and may be charged', unseen),
    ...part('sent, outcome not known', acts(unanswered)),
    ...(words.codesLost === true
      ? ['backup codes that may have come are lost: rigdeck 2fa codes makes new ones']
      : []),
    ...part('not sent', acts(unsent)),
    ...part("won't start, still billed", needy),
    ...part('auto-stop removed here, back at the next start', byId(words.back ?? [])),
    ...part('auto-stop off until the next start', byId(words.limits ?? [])),
    ...part('no replacement while rigdeck is closed', byId(words.rescues ?? [])),
    ...part('API keys whose value was not kept, to be deleted', (words.lostKeys ?? []).map(String)),
  ];
}

const nameOf = (row: Instance, cut: Cut): string => cut(instanceName(row), nameCells);

const some = (list: readonly string[]): string =>
  list.slice(0, named).join(', ') + (list.length > named ? `, and ${list.length - named} more` : '');

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function lookWith({ rows = [], unread = false, unsettled = 0, unlooked = 0 }: LastWords): string {
  const instances = unread
    ? 'rigdeck status'
    : `rigdeck instances${rows.length === 1 ? ` ${rows[0]?.id}` : ''}`;
  return `Look with: ${unsettled <= unlooked ? '' : 'rigdeck unsettled, '}${instances}`;
}
