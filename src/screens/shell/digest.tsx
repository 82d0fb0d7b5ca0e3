import { width } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { type DearerById, dearerWords, needsPerson } from '../../engine/money/agreed-price.ts';
import { dataOf, hasEnded } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { leftMs } from '../../engine/writes.ts';
import { useOnItsWay } from '../../hooks/on-its-way.ts';
import { useQuitWarning } from '../../hooks/quit-warning.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDearer } from '../../hooks/use-dearer.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useAccountBurn, useCredit } from '../../hooks/use-money.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useUnsettled } from '../../hooks/use-unsettled.ts';
import { Lines } from '../../tui/text/line.tsx';
import { aroundName, fitting, partsText } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { smallest, useTerminalSize } from '../../tui/use-viewport.ts';
import { moneyBriefly } from '../money/money-words.ts';
import { heldShort, useHeldAct } from './held-line.tsx';
import { OnItsWayLine } from './on-its-way.tsx';

/** The counts of the list, those that need the person first; one of these may be counted by its state too. */
export function digestCounts(rows: readonly Instance[], dearer: DearerById, missing = 0): string[] {
  const readings = rows.map((row) => readInstance(row));
  const count = (n: number, word: string) => (n === 0 ? [] : [`${n} ${word}`]);
  const of = (...kinds: readonly string[]) => readings.filter(({ kind }) => kinds.includes(kind)).length;
  const needs = rows.filter((row) => needsPerson(row, dearer)).length;
  const counts = [
    ...count(needs, needs === 1 ? 'needs you' : 'need you'),
    ...count(of('running'), 'running'),
    ...count(of('provisioning', 'loading'), 'booting'),
    ...count(of('stopped'), 'stopped'),
  ];
  const known = counts.length > 0 || rows.length === 0 ? counts : [`${rows.length} in all`];
  return [...known, ...count(missing, 'missing')];
}

/** Pieces beside each other on as few lines as hold them; only one that is wider than a line is broken, between words. */
export function unbroken(pieces: readonly string[], cells: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const beside = `${lines.at(-1)}  ${piece}`;
    if (lines.length > 0 && width(beside) <= cells) lines[lines.length - 1] = beside;
    else lines.push(...wrapWords(piece, cells));
  }
  return lines;
}

/** A name of more than a line leaves none for what is the matter. */
function whatItNeeds(row: Instance, dearer: DearerById, cells: number): string {
  const { needsYou, word, charged } = readInstance(row);
  const costs = dearer.get(row.id);
  const why = needsYou || costs === undefined ? `${word}, ${charged} charged` : dearerWords(costs);
  return partsText(aroundName(String(row.label ?? row.id), 2 * cells, (name) => [`! ${name} ${why}`]));
}

/** What stands on a terminal that is too small for the deck: it still watches, and says what it needs. */
export function Digest() {
  const { columns, rows } = useTerminalSize();
  const now = useNow();
  const { glyphs } = useTheme();
  const open = useUnsettled().length;
  const deck = useDeck();
  const { timeZone } = deck.services;
  const held = useHeldAct();
  const write = useOnItsWay();
  const credit = useCredit();
  const burn = useAccountBurn(now);
  const list = useInstances();
  const known = dataOf(list);
  const retryAt = deck.reads.retryAt(keys.instances);
  const hasFailed = list.state === 'failed' && retryAt === undefined && hasEnded({ error: list.error });
  const watching = hasFailed ? 'not watching' : 'still watching';
  const instances = known?.instances ?? [];
  // Blanks between the figures are enough here, and the end of the runway is one too many.
  const words = moneyBriefly({ credit, burn, now, timeZone, glyphs: { ...glyphs, sep: '' } });
  const dearer = useDearer();
  const needy = instances.find((row) => needsPerson(row, dearer));
  const counts = digestCounts(instances, dearer, known?.missing);
  const nothing = known === undefined ? 'machines not known yet' : 'nothing rented';
  const first: Parts[] = [
    ...wrapWords(
      `rigdeck needs ${smallest.columns}x${smallest.rows}, has ${columns}x${rows}`,
      columns - 1,
    ).map((text): Parts => [text]),
    ...(held === undefined
      ? []
      : [heldShort(held.act, leftMs(held.act, deck.local.now()), columns - 1, deck.keyName('app.undo'))]),
  ];
  const rest: Parts[] = [
    ...(counts.length === 0 ? [[nothing]] : unbroken(counts, columns - 1).map((text): Parts => [text])),
    fitting(words, columns - 1),
    ...(open === 0
      ? []
      : wrapWords(`${glyphs.unclear} ${open} outcome unknown`, columns - 1).map(
          (text): Parts => [[text, 'warn']],
        )),
    ...(needy === undefined
      ? []
      : wrapWords(whatItNeeds(needy, dearer, columns - 4), columns - 1).map(
          (text): Parts => [[text, 'bad']],
        )),
    ...unbroken([`${deck.keyName('app.back')} quit`, watching], columns - 1).map(
      (text): Parts => [[text, 'dim']],
    ),
  ];
  const warning = useQuitWarning();
  if (warning !== undefined)
    first.splice(1, 0, ...wrapWords(warning, columns - 1).map((text): Parts => [[text, 'warn']]));
  const isTold = write !== undefined && warning === undefined && rows > first.length;
  const indented = (lines: readonly Parts[]) => lines.map((parts): Parts => [' ', ...parts]);
  const room = Math.max(1, rows) - (isTold ? 1 : 0);
  return (
    <>
      <Lines columns={columns} lines={indented(first.slice(0, room))} />
      {isTold ? <OnItsWayLine write={write} columns={columns} margin={1} /> : null}
      <Lines columns={columns} lines={indented(rest.slice(0, Math.max(0, room - first.length)))} />
    </>
  );
}
