import { Lines } from '../components/line.tsx';
import { dollars, ratePerHour } from '../domain/format.ts';
import { runwaySpan } from '../domain/format-time.ts';
import { readInstance } from '../domain/lifecycle.ts';
import { burn, runway } from '../domain/money.ts';
import { useInstances, useUser } from '../hooks/resources.ts';
import { useNow } from '../hooks/use-now.ts';
import { smallest, useTerminalSize } from '../hooks/use-viewport.ts';
import { dataOf } from '../loadable.ts';
import type { Parts } from '../parts.ts';

/** What stands on a terminal that is too small for the deck: it still watches, and says what it needs. */
export function Digest() {
  const { columns, rows } = useTerminalSize();
  const now = useNow();
  const credit = dataOf(useUser())?.credit;
  const instances = dataOf(useInstances())?.instances ?? [];
  const spent = burn(instances);
  const left = runway(credit, spent.perHour, now);
  const counts = new Map<string, number>();
  for (const row of instances) {
    const { kind, neverRuns } = readInstance(row);
    const word = neverRuns ? 'need you' : kind === 'provisioning' || kind === 'loading' ? 'booting' : kind;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const needy = instances.find((row) => readInstance(row).neverRuns);
  const lines: Parts[] = [
    [`rigdeck needs ${smallest.columns}x${smallest.rows}, has ${columns}x${rows}`],
    [[...counts].map(([word, n]) => `${n} ${word}`).join(' ') || 'nothing rented'],
    [
      `${dollars(credit)}  ${ratePerHour(spent.perHour)}${left === undefined || left === 'forever' ? '' : `  ${runwaySpan(left.ms)}`}`,
    ],
    ...(needy === undefined
      ? []
      : [[[`! ${needy.label ?? needy.id} ${readInstance(needy).word}, disk charged`, 'bad']] as Parts]),
    [['q quit   still watching', 'dim']],
  ];
  const shown = lines.slice(0, Math.max(1, rows)).map((parts): Parts => [' ', ...parts]);
  return <Lines columns={columns} lines={shown} />;
}
