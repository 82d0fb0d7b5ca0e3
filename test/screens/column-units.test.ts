import { describe, expect, it } from 'vitest';
import { instanceColumns } from '../../src/screens/instances/columns.ts';
import { moneyColumns } from '../../src/screens/money/columns.ts';
import { offerColumns } from '../../src/screens/offers/columns.ts';
import { volumeColumns } from '../../src/screens/volumes/columns.ts';
import type { Column } from '../../src/tui/list/columns.ts';
import { readShown } from '../../src/tui/list/filter-units.ts';

const now = Date.UTC(2026, 5, 1);
const start = now / 1000 - 100_000;
const spent = { of: () => ({ dollars: 3.5, basis: 'charged' }), isAsked: false };
// Every figure that these lists show, whatever the record is of.
const record = {
  ...{ id: 1, num_gpus: 1, gpu_name: 'RTX 4090', gpu_ram: 24_564, cpu_ram: 64_000, cpu_cores_effective: 16 },
  ...{ dph_total: 0.31, dlperf_per_dphtotal: 290, reliability2: 0.998, inet_down: 940, inet_up: 2100 },
  ...{ disk_space: 210, duration: 12 * 86_400, cuda_max_good: 12.6, start_date: start, gpu_util: 93 },
  ...{ actual_status: 'running', machine_id: 7, dph_base: 0.3, storage_cost: 0.1, storage_total_cost: 0.01 },
};

describe('a column whose cells show a unit', () => {
  it.each([
    ['offers', offerColumns],
    ['instances', instanceColumns(new Map(), spent as never)],
    ['costs', moneyColumns(spent as never)],
    ['volumes', volumeColumns([])],
  ])('of the %s says which, so that a filter takes it as it is shown', (_, columns) => {
    let units = 0;
    for (const column of columns as readonly Column<never>[]) {
      const shown = column.cell(record as never, now) ?? '';
      const hasUnit = /^[\d.]+[A-Za-z%]/.test(shown) || column.title.includes('$/');
      if (column.align !== 'right' || !hasUnit || column.id === 'value') continue;
      expect(column.unit, column.id).toBeDefined();
      if (column.unit !== undefined && shown !== '')
        expect(readShown(shown, column.unit), `${column.id} ${shown}`).toBeTypeOf('number');
      units += 1;
    }
    expect(units).toBeGreaterThan(1);
  });
});
