/** Lines of each part of the screen; 0 leaves it out, its rule included. */
export type MoneyLayout = { grid: number; chart: number; days: number; beside?: true };

/** Lines that a grid needs at least: its head, three rows and the count of the rest. */
const leastGrid = 5;
/** On so many lines there is room for a chart of several, and on so many columns for the days beside it. */
const highFrom = 28;
const besideFrom = 150;
const highChart = 8;
const mostDays = 14;

/**
 * How the lines below the first two are shared: the machines first, then the past of the credit, then the days. On a
 * high screen the chart is several lines high, and on one that is wide as well the days stand beside it. `days` counts the rows of the table, its head not among them.
 */
export function moneyLayout(rows: number, machines: number, columns = 0): MoneyLayout {
  const body = rows - 2;
  const wanted = Math.max(leastGrid, machines + 2);
  if (columns >= besideFrom && rows >= highFrom) {
    // The rule and the head of the days are as high as the rule of the chart and a line of it.
    const past = Math.min(mostDays + 2, body - Math.min(wanted, Math.ceil(body / 2)));
    return { grid: body - past, chart: Math.min(highChart, past - 1), days: past - 2, beside: true };
  }
  const chart = rows >= highFrom ? 5 : 1;
  const withChart = body - (chart + 1);
  if (withChart < leastGrid) return { grid: Math.max(1, body), chart: 0, days: 0 };
  const reserved = Math.max(leastGrid, Math.min(wanted, Math.ceil(withChart / 2)));
  // Its rule and its head stand over the days.
  const days = Math.min(withChart - reserved - 2, rows >= highFrom ? mostDays : 7);
  return days < 2 ? { grid: withChart, chart, days: 0 } : { grid: withChart - days - 2, chart, days };
}

/** Lines below the machines, for the past or what takes its place. */
export const pastRows = ({ chart, days, beside }: MoneyLayout): number =>
  beside ? days + 2 : chart + 1 + (days === 0 ? 0 : days + 2);
