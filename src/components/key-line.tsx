import { printKey } from '../key-text.ts';
import { type ActionId, actionRow, type Binding, type Keymap } from '../keymap.ts';
import { type Parts, partsWidth } from '../parts.ts';
import { useTheme } from '../theme.ts';
import { Line } from './line.tsx';

type KeyLineProps = {
  actions: readonly { id: ActionId; binding: Binding }[];
  keymap: Keymap;
  columns: number;
};

/** The most useful keys for this spot, in their order; the ones at the right give way first, help never does. */
export function KeyLine({ actions, keymap, columns }: KeyLineProps) {
  const { ascii } = useTheme();
  const hint = ({ id, binding }: { id: ActionId; binding: Binding }): Parts => {
    const key = printKey(keymap(id)[0] ?? '', { ascii });
    const label = ` ${actionRow(id).label}`;
    return binding.blocked === undefined ? [[key, 'bold'], label] : [[`${key}${label}`, 'dim']];
  };
  const wanted = actions
    .filter(({ id }) => actionRow(id).footer !== undefined)
    .sort((a, b) => (actionRow(a.id).footer ?? 0) - (actionRow(b.id).footer ?? 0));
  const help = wanted.find(({ id }) => id === 'app.help');
  let left = columns - 1 - (help === undefined ? 0 : partsWidth(hint(help)) + 2);
  const shown: Parts[] = [];
  for (const action of wanted) {
    if (action === help) continue;
    const parts = hint(action);
    if (partsWidth(parts) + 2 > left) continue;
    left -= partsWidth(parts) + 2;
    shown.push(parts);
  }
  if (help !== undefined) shown.push(hint(help));
  return (
    <Line
      columns={columns}
      parts={[' ', ...shown.flatMap((parts, index): Parts => (index === 0 ? parts : ['  ', ...parts]))]}
    />
  );
}
