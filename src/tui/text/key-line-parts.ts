import { printKey } from '../../base/key-text.ts';
import type { Parts } from '../../base/parts.ts';
import type { Reachable } from '../keys/layers.ts';
import { partsWidth } from './parts.ts';

const gap = 2;

/** What the key line needs of an action that can be reached. */
export type KeyHint = Pick<Reachable, 'id' | 'row' | 'keys'> & {
  binding: Pick<Reachable['binding'], 'label' | 'blocked' | 'footer'>;
};

/**
 * The most useful keys for this spot, in their order. Where there is little room those at the right give way first, and
 * before them those that are blocked, where a row of the table says so; help never does.
 */
export function keyLineParts(actions: readonly KeyHint[], columns: number, ascii: boolean): Parts {
  const hint = ({ row, binding, keys }: KeyHint): Parts => {
    const key = printKey(keys[0] ?? '', { ascii });
    const label = ` ${binding.label ?? row.label}`;
    return binding.blocked === undefined ? [[key, 'bold'], label] : [[`${key}${label}`, 'dim']];
  };
  const place = ({ row, binding }: KeyHint): number | false => binding.footer ?? row.footer ?? false;
  const wanted = actions
    .filter((action) => place(action) !== false)
    .sort((a, b) => Number(place(a)) - Number(place(b)));
  const help = wanted.find(({ id }) => id === 'app.help');
  let left = columns - 1 - (help === undefined ? 0 : partsWidth(hint(help)) + gap);
  const yields = ({ row, binding }: KeyHint): boolean => binding.blocked !== undefined && row.yields === true;
  const fits = new Set<KeyHint>();
  for (const action of [...wanted.filter((one) => !yields(one)), ...wanted.filter(yields)]) {
    const needs = partsWidth(hint(action)) + gap;
    if (action === help || needs > left) continue;
    left -= needs;
    fits.add(action);
  }
  const shown = wanted.filter((action) => fits.has(action)).map(hint);
  if (help !== undefined) shown.push(hint(help));
  const spaced = shown.flatMap((parts, index): Parts => (index === 0 ? parts : [' '.repeat(gap), ...parts]));
  return [' ', ...spaced];
}
