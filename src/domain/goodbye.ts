import type { Instance } from '../client/wire.ts';
import { ratePerHour } from './format.ts';
import { readInstance } from './lifecycle.ts';
import { burn } from './money.ts';
import { instanceName } from './names.ts';

const named = 4;
/** Labels are as long as somebody wanted them, and a terminal wraps what is too long: cells of a name, of a line. */
const nameCells = 30;
const lineCells = 200;

/** Text in at most so many cells of a terminal. */
type Cut = (text: string, cells: number) => string;

/**
 * The last words on the ordinary screen, three lines at most: what still runs and costs, what needs somebody, and
 * the command that leads back. `sandbox` costs nothing and leaves nothing behind. `cut` keeps a name and a line short.
 */
export function goodbye(
  rows: readonly Instance[] | undefined,
  watched: readonly { id: number }[],
  sandbox: boolean,
  cut: Cut,
  unclear = false,
): string {
  return said(rows, watched, sandbox, cut, unclear)
    .map((line) => `${cut(line, lineCells)}\n`)
    .join('');
}

function said(
  rows: readonly Instance[] | undefined,
  watched: readonly { id: number }[],
  sandbox: boolean,
  cut: Cut,
  unclear: boolean,
): string[] {
  if (sandbox) return ['rigdeck: the sandbox is gone with its machines; nothing costs money.'];
  const ids = watched.filter(({ id }) => rows?.every((row) => row.id !== id) ?? true).map(({ id }) => id);
  const open = [
    ...(ids.length === 0 ? [] : [`rigdeck: not known to be gone, and may be charged: ${ids.join(', ')}`]),
    ...(unclear ? ['rigdeck: not known whether the last rent went through; if it did, it is charged'] : []),
  ];
  if (rows === undefined || rows.length === 0) {
    if (open.length > 0) return [...open, 'Look with: rigdeck instances'];
    if (rows === undefined) return [];
  }
  if (rows.length === 0) return ['rigdeck: nothing is rented, nothing costs money.'];
  const { perHour, priced, count } = burn(rows);
  const cost = `${priced < count ? 'at least ' : ''}${ratePerHour(perHour)}`;
  const name = (row: Instance) => cut(instanceName(row), nameCells);
  const list = rows.slice(0, named).map((row) => `${name(row)} ${cut(readInstance(row).word, nameCells)}`);
  const more = rows.length > named ? `, and ${rows.length - named} more` : '';
  const needy = rows.filter((row) => readInstance(row).neverRuns);
  return [
    ...open,
    `rigdeck: still charged ${cost}: ${list.join(', ')}${more}`,
    ...(needy.length === 0 ? [] : [`Will never run and still cost: ${needy.map(name).join(', ')}`]),
    `Look with: rigdeck instances${rows.length === 1 ? ` ${rows[0]?.id}` : ''}`,
  ];
}
