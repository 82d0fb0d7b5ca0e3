import { render, Text } from 'ink';
import { expect, test } from 'vitest';
import type { Column } from '../../src/columns.ts';
import { useListRows } from '../../src/hooks/list-rows.ts';
import { fakeTerminal } from '../support/fake-terminal.ts';

type Row = { id: number };
const column: Column<Row> = {
  ...{ id: 'id', title: 'ID', align: 'right', min: 4, ideal: 6, priority: 1 },
  cell: (row) => `#${row.id}`,
  value: (row) => row.id,
};
const columns = [column];
const list = {};
const rows = Array.from({ length: 5000 }, (_, id) => ({ id }));

const seen: string[] = [];
function Shown({ text, down }: { text: string; down: boolean }) {
  const { shown } = useListRows({
    ...{ list, rows, columns, text, now: 0 },
    sortColumn: down ? column : undefined,
    sort: down ? { id: 'id', descending: true } : undefined,
  });
  const said = `${text}: ${shown.length} from #${shown[0]?.id}`;
  if (seen.at(-1) !== said) seen.push(said);
  return <Text>{said}</Text>;
}

test('a long list shows what it showed until its filter and its order are worked out, and then what they leave', async () => {
  const { stdin, stdout, stderr } = fakeTerminal();
  const ink = render(<Shown text="" down={false} />, {
    ...{ stdin, stdout, stderr, interactive: true, patchConsole: false, debug: true },
  });
  ink.rerender(<Shown text="#49" down={true} />);
  // What is typed behind it takes the place of what was not done yet.
  ink.rerender(<Shown text="#499" down={true} />);
  while (seen.length < 4) await new Promise((resolve) => setImmediate(resolve));
  ink.rerender(<Shown text="" down={false} />);
  ink.unmount();
  expect(seen).toEqual([
    ': 5000 from #0',
    '#49: 5000 from #0',
    '#499: 5000 from #0',
    '#499: 11 from #4999',
    ': 5000 from #0',
  ]);
});
