import { render, Text } from 'ink';
import { expect, test } from 'vitest';
import { useListRows } from '../../src/hooks/list-rows.ts';
import type { Column } from '../../src/tui/list/columns.ts';
import { fakeTerminal } from '../support/fake-terminal.ts';

type Row = { id: number };
let written = 0;
const column: Column<Row> = {
  ...{ id: 'id', title: 'ID', align: 'right', min: 4, ideal: 6, priority: 1 },
  cell: (row) => {
    written += 1;
    return `#${row.id}`;
  },
  value: (row) => row.id,
};
const columns = [column];
const rows = Array.from({ length: 5000 }, (_, id) => ({ id }));

type Given = { list: object; text: string; down?: boolean; now?: number; among?: () => Column<Row>[] };

function Shown({ list, text, down = false, now = 0, among, seen }: Given & { seen: string[] }) {
  const { shown, settling } = useListRows({
    ...{ list, rows: among === undefined ? rows : [...rows], columns: among?.() ?? columns, text, now },
    sortColumn: down ? column : undefined,
    sort: down ? { id: 'id', descending: true } : undefined,
  });
  const said = `${text}: ${shown.length} from #${shown[0]?.id}${settling === undefined ? '' : ', old'}`;
  if (seen.at(-1) !== said) seen.push(said);
  return <Text>{said}</Text>;
}

function open() {
  const seen: string[] = [];
  const { stdin, stdout, stderr } = fakeTerminal();
  const options = { stdin, stdout, stderr, interactive: true, patchConsole: false, debug: true } as const;
  const ink = render(null, options);
  return {
    seen,
    ink,
    show: (given: Given) => ink.rerender(<Shown {...given} seen={seen} />),
    /** Until it says this. */
    async says(said: string) {
      while (seen.at(-1) !== said) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Longer than the work takes. */
async function turns() {
  for (let turn = 0; turn < 300; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a long list shows what it showed until its filter and its order are worked out, says so, and then what they leave', async () => {
  const { show, says, seen, ink } = open();
  const list = {};
  show({ list, text: '' });
  show({ list, text: '#49', down: true });
  // What is typed behind it takes the place of what was not done yet.
  show({ list, text: '#499', down: true });
  await says('#499: 11 from #4999');
  show({ list, text: '' });
  ink.unmount();
  expect(seen).toEqual([
    ': 5000 from #0',
    '#49: 5000 from #0, old',
    '#499: 5000 from #0, old',
    '#499: 11 from #4999',
    ': 5000 from #0',
  ]);
});

test('a long list that is come back to is as it was left, and nothing is filtered anew for it or for the time', async () => {
  const list = {};
  const first = open();
  first.show({ list, text: '#49' });
  await first.says('#49: 111 from #49');
  first.ink.unmount();
  const before = written;
  const again = open();
  again.show({ list, text: '#49' });
  again.show({ list, text: '#49', now: 60_000 });
  await turns();
  again.ink.unmount();
  expect(again.seen).toEqual(['#49: 111 from #49']);
  expect(written).toBe(before);
});

test('columns and lists that are made anew at each drawing are no other question, and what they tell is worked out behind it', async () => {
  const list = {};
  const { show, says, seen, ink } = open();
  let sign = '#';
  const among = () => [{ ...column, cell: (row: Row) => `${sign}${row.id}` }];
  show({ list, text: '#49', among });
  await says('#49: 111 from #49');
  sign = '+';
  show({ list, text: '#49', among });
  await says('#49: 0 from #undefined');
  ink.unmount();
  expect(seen).toEqual(['#49: 0 from #undefined, old', '#49: 111 from #49', '#49: 0 from #undefined']);
});
