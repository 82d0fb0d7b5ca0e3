// A table of 45 rows in view, drawn by hand: a move writes the two rows that change, a scroll moves a region.
import { tableRows } from './rows.ts';

const count = Number(process.env.BENCH_ROWS ?? 45);
const rows = tableRows(count);
const shown = Math.min(45, count);
let top = 0;
let cursor = 0;
const line = (row: number) => (row === cursor ? `\x1b[7m${rows[row]}\x1b[0m` : rows[row]);
const at = (row: number) => `\x1b[${row - top + 3};1H${line(row)}`;

process.stdout.write(
  `\x1b[?1049h\x1b[?25l\x1b[H\x1b[Jbare table\x1b[3;${shown + 2}r${rows
    .slice(0, shown)
    .map((_, row) => at(row))
    .join('')}`,
);

function move(step: number) {
  const before = cursor;
  cursor = Math.max(0, Math.min(rows.length - 1, cursor + step));
  if (cursor === before) return;
  let out = '';
  if (cursor >= top + shown) {
    top += 1;
    out = '\x1b[S';
  } else if (cursor < top) {
    top -= 1;
    out = '\x1b[T';
  }
  process.stdout.write(out + at(before) + at(cursor));
}

process.stdin.setRawMode?.(true);
process.stdin.on('data', (chunk) => {
  for (const key of String(chunk)) {
    if (key === 'j') move(1);
    else if (key === 'k') move(-1);
    else if (key === 'q') {
      process.stdout.write('\x1b[r\x1b[?25h\x1b[?1049l');
      process.exit(0);
    }
  }
});
