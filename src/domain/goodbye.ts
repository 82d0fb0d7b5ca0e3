import type { Instance } from '../client/wire.ts';
import { ratePerHour } from './format.ts';
import { readInstance } from './lifecycle.ts';
import { burn } from './money.ts';
import { instanceName } from './names.ts';

const named = 4;

/**
 * The last words on the ordinary screen, three lines at most: what still runs and costs, what needs somebody, and
 * the command that leads back. `sandbox` costs nothing and leaves nothing behind.
 */
export function goodbye(
  rows: readonly Instance[] | undefined,
  watched: readonly { id: number }[],
  sandbox: boolean,
  unclear = false,
): string {
  if (sandbox) return 'rigdeck: the sandbox is gone with its machines; nothing costs money.\n';
  const ids = watched.filter(({ id }) => rows?.every((row) => row.id !== id) ?? true).map(({ id }) => id);
  const open = [
    ...(ids.length === 0 ? [] : [`rigdeck: not known to be gone, and may be charged: ${ids.join(', ')}`]),
    ...(unclear ? ['rigdeck: not known whether the last rent went through; if it did, it is charged'] : []),
  ];
  if (rows === undefined || rows.length === 0) {
    if (open.length > 0) return `${open.join('\n')}\nLook with: rigdeck instances\n`;
    if (rows === undefined) return '';
  }
  if (rows.length === 0) return 'rigdeck: nothing is rented, nothing costs money.\n';
  const { perHour, priced, count } = burn(rows);
  const cost = `${priced < count ? 'at least ' : ''}${ratePerHour(perHour)}`;
  const list = rows.slice(0, named).map((row) => `${instanceName(row)} ${readInstance(row).word}`);
  const more = rows.length > named ? `, and ${rows.length - named} more` : '';
  const needy = rows.filter((row) => readInstance(row).neverRuns);
  const lines = [
    ...open,
    `rigdeck: still charged ${cost}: ${list.join(', ')}${more}`,
    ...(needy.length === 0 ? [] : [`Will never run and still cost: ${needy.map(instanceName).join(', ')}`]),
    `Look with: rigdeck instances${rows.length === 1 ? ` ${rows[0]?.id}` : ''}`,
  ];
  return `${lines.join('\n')}\n`;
}
