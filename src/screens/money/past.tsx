import { Rule } from '../../components/header.tsx';
import { Line, Lines } from '../../components/line.tsx';
import { StillTable } from '../../components/still-table.tsx';
import { chargesByDay } from '../../domain/charges.ts';
import { type Charged, chargedDays } from '../../hooks/use-charges.ts';
import { useCreditSamples } from '../../hooks/use-samples.ts';
import { dataOf, type Loadable } from '../../loadable.ts';
import { useTheme } from '../../theme.ts';
import { chartTitle, creditChart, dayRows, dayWidths, noDays } from './history.ts';
import type { MoneyLayout } from './layout.ts';

/** Blank cells at both sides of the chart. */
const margins = 6;

type PastProps = { layout: MoneyLayout; charges: Loadable<Charged>; columns: number; now: number };

/** What was before: the credit in the deck's own samples, and the charges by day where the service gives them. */
export function Past({ layout, charges, columns, now }: PastProps) {
  const { glyphs } = useTheme();
  const samples = useCreditSamples();
  const read = dataOf(charges);
  const days = read === undefined ? [] : chargesByDay(read.charges, now);
  const chart = creditChart(samples, columns - margins, layout.chart, glyphs.ramp);
  return (
    <>
      {layout.chart === 0 ? null : (
        <>
          <Rule columns={columns} title="credit" hint={chartTitle(samples)} />
          <Lines lines={chart} columns={columns} />
        </>
      )}
      {layout.days === 0 ? null : (
        <>
          <Rule
            columns={columns}
            title="charged by day, UTC"
            hint={read?.all === false ? 'not all of it' : 'as the service says'}
          />
          {days.length === 0 ? (
            <Line parts={noDays(charges, chargedDays)} columns={columns} />
          ) : (
            <StillTable
              rows={dayRows(days, layout.days).map((cells) => ({ selected: false, cells }))}
              widths={dayWidths}
            />
          )}
        </>
      )}
    </>
  );
}
