/** Lines of each part of the screen; 0 leaves it out, its rule included. */
export type MoneyLayout = { grid: number; chart: number; days: number };

/** Lines that a grid needs at least: its head, three rows and the count of the rest. */
const leastGrid = 5;

/**
 * How the lines below the first two are shared: the machines first, then the past of the credit, then the days. On a
 * high screen the chart is several lines high. `days` counts the rows of the table, its head not among them.
 */
export function moneyLayout(rows: number, machines: number): MoneyLayout {
  const body = rows - 2;
  const wanted = Math.max(leastGrid, machines + 2);
  const chart = rows >= 28 ? 5 : 1;
  const withChart = body - (chart + 1);
  if (withChart < leastGrid) return { grid: Math.max(1, body), chart: 0, days: 0 };
  const reserved = Math.max(leastGrid, Math.min(wanted, Math.ceil(withChart / 2)));
  // Its rule and its head stand over the days.
  const days = Math.min(withChart - reserved - 2, rows >= 28 ? 14 : 7);
  return days < 2 ? { grid: withChart, chart, days: 0 } : { grid: withChart - days - 2, chart, days };
}
