import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { burn } from '../../engine/money/instance-burn.ts';

/**
 * The title of the window: `rigdeck: 2 up, 1 booting, $0.98/h`. Nothing that a stranger wrote stands in it, and the price
 * has two decimals, so that one that moves a little is no change.
 */
export function titleWords(rows: readonly Instance[] | undefined, sandbox: boolean, missing = 0): string {
  const name = sandbox ? 'rigdeck (sandbox)' : 'rigdeck';
  if (rows === undefined) return name;
  const readings = rows.map((row) => readInstance(row));
  const count = (kinds: readonly string[], word: string) => {
    const many = readings.filter(({ kind }) => kinds.includes(kind)).length;
    return many === 0 ? [] : [`${many} ${word}`];
  };
  const needy = readings.filter(({ needsYou }) => needsYou).length;
  const { perHour, priced, count: all } = burn(rows, missing);
  const parts = [
    ...count(['running'], 'up'),
    ...count(['provisioning', 'loading'], 'booting'),
    ...(needy === 0 ? [] : [`${needy} ${needy === 1 ? 'needs' : 'need'} you`]),
    ...(missing === 0 ? [] : [`${missing} missing`]),
    ...(priced === 0 ? [] : [`${priced < all ? 'at least ' : ''}$${perHour.toFixed(2)}/h`]),
  ];
  return `${name}: ${parts.length === 0 ? 'nothing runs' : parts.join(', ')}`;
}
