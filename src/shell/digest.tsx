import { Lines } from '../components/line.tsx';
import { readInstance } from '../domain/lifecycle.ts';
import { useDeck } from '../hooks/deck.ts';
import { useQuitWarning } from '../hooks/quit-warning.ts';
import { useInstances } from '../hooks/resources.ts';
import { useAccountBurn, useCredit } from '../hooks/use-money.ts';
import { useNow } from '../hooks/use-now.ts';
import { useUnsettled } from '../hooks/use-unsettled.ts';
import { smallest, useTerminalSize } from '../hooks/use-viewport.ts';
import { dataOf } from '../loadable.ts';
import { fitting, type Parts } from '../parts.ts';
import { useTheme } from '../theme.ts';
import { wrapWords } from '../wrap-words.ts';
import { heldShort, useHeldAct } from './held-line.tsx';
import { moneyBriefly } from './money-words.ts';

/** What stands on a terminal that is too small for the deck: it still watches, and says what it needs. */
export function Digest() {
  const { columns, rows } = useTerminalSize();
  const now = useNow();
  const { glyphs } = useTheme();
  const open = useUnsettled().length;
  const deck = useDeck();
  const { timeZone } = deck.services;
  const held = useHeldAct();
  const credit = useCredit();
  const burn = useAccountBurn(now);
  const known = dataOf(useInstances())?.instances;
  const instances = known ?? [];
  // Blanks between the figures are enough here, and the end of the runway is one too many.
  const words = moneyBriefly({ credit, burn, now, timeZone, glyphs: { sep: '', arrow: glyphs.arrow } });
  const counts = new Map<string, number>();
  for (const row of instances) {
    const { kind, neverRuns } = readInstance(row);
    const word = neverRuns ? 'need you' : kind === 'provisioning' || kind === 'loading' ? 'booting' : kind;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const needy = instances.find((row) => readInstance(row).neverRuns);
  const lines: Parts[] = [
    [`rigdeck needs ${smallest.columns}x${smallest.rows}, has ${columns}x${rows}`],
    ...(held?.act.sending === false
      ? [heldShort(held.act, held.act.due - deck.local.now(), columns - 1, deck.keyName('app.undo'))]
      : []),
    [
      [...counts].map(([word, n]) => `${n} ${word}`).join(' ') ||
        (known === undefined ? 'machines not known yet' : 'nothing rented'),
    ],
    fitting(words, columns - 1),
    ...(open === 0 ? [] : [[[`${glyphs.unclear} ${open} outcome unknown`, 'warn']] as Parts]),
    ...(needy === undefined
      ? []
      : [[[`! ${needy.label ?? needy.id} ${readInstance(needy).word}, disk charged`, 'bad']] as Parts]),
    [[`${deck.keyName('app.back')} quit   still watching`, 'dim']],
  ];
  const warning = useQuitWarning();
  if (warning !== undefined)
    lines.splice(1, 0, ...wrapWords(warning, columns - 1).map((text): Parts => [[text, 'warn']]));
  const shown = lines.slice(0, Math.max(1, rows)).map((parts): Parts => [' ', ...parts]);
  return <Lines columns={columns} lines={shown} />;
}
