import { Box } from 'ink';
import { type Charged, chargedDays } from '../../engine/money/charged.ts';
import { chargesByDay } from '../../engine/money/charges.ts';
import { dataOf, type Loadable } from '../../engine/read-health.ts';
import { useTrouble } from '../../hooks/live-reads.ts';
import { chargesKey } from '../../hooks/use-charges.ts';
import { useCreditSamples } from '../../hooks/use-samples.ts';
import { Beside } from '../../tui/dialog/beside.tsx';
import { StillTable } from '../../tui/list/still-table.tsx';
import { Rule } from '../../tui/text/header.tsx';
import { Line, Lines, Quiet } from '../../tui/text/line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { chartTitles, creditChart, dayHead, dayRows, dayWidths, noDays } from './history.ts';
import type { MoneyLayout } from './layout.ts';

/** Blank cells at both sides of the chart. */
const margins = 6;
/** Between the chart and the days beside it. */
const gap = 2;

type PastProps = { layout: MoneyLayout; charges: Loadable<Charged>; columns: number; now: number };

/** What was before: the credit in the deck's own samples, and the charges by day where the service gives them. */
export function Past({ layout, charges, columns, now }: PastProps) {
  const { glyphs, spoken } = useTheme();
  const samples = useCreditSamples();
  const read = dataOf(charges);
  // Why and how old fits beside a title; where nothing was read the place of the days says why.
  const trouble = useTrouble(chargesKey, charges, 'Charges').at(-1)?.split(',')[0];
  const told = read?.all === false ? 'not all of it' : 'as the service says';
  const hint = read === undefined ? told : (trouble ?? told);
  const days = read === undefined ? [] : chargesByDay(read.charges, now);
  // A chart of several lines leaves the table of days what it needs, and a margin.
  const dayCells = layout.beside ? dayWidths.reduce((sum, cells) => sum + cells, margins) : columns;
  const chartCells = layout.beside ? columns - dayCells - gap : columns;
  // Each line of a higher chart would be told as a curve of its own.
  const chart = creditChart(samples, chartCells - margins, spoken ? 1 : layout.chart, glyphs.ramp);
  const range = samples.length < 2 ? [] : [[`   ${chartTitles(samples)[0]}  `, ...chart.flat()]];
  return (
    <Beside row={layout.beside === true}>
      {layout.chart === 0 ? null : (
        <Box flexDirection="column" width={chartCells}>
          <Rule columns={chartCells} title="credit" hint={chartTitles(samples)} />
          <Lines lines={spoken && range.length > 0 ? range : chart} columns={chartCells} />
        </Box>
      )}
      {layout.days === 0 ? null : (
        // Told, the days are for somebody who asks for the whole place.
        <Quiet value={spoken ? 'a' : ''}>
          <Box flexDirection="column" width={dayCells} marginLeft={layout.beside ? gap : 0}>
            <Rule columns={dayCells} title="charged by day, UTC" hint={hint} />
            {days.length === 0 ? (
              <Line parts={noDays(charges, chargedDays)} columns={dayCells} />
            ) : (
              <StillTable
                head={dayHead}
                rows={dayRows(days, layout.days).map((cells) => ({ selected: false, cells }))}
                widths={dayWidths}
              />
            )}
          </Box>
        </Quiet>
      )}
    </Beside>
  );
}
