import { padEnd } from '../cells.ts';
import { printKey } from '../key-text.ts';
import { type ActionGroup, actionRow } from '../keymap.ts';
import type { Reachable } from '../layers.ts';
import type { Parts } from '../parts.ts';
import { useTheme } from '../theme.ts';
import { Pager } from './pager.tsx';

const groups: readonly { id: ActionGroup; title: string }[] = [
  { id: 'act', title: 'Act' },
  { id: 'view', title: 'View' },
  { id: 'move', title: 'Move' },
  { id: 'global', title: 'Everywhere' },
];

/** The keys that work where the help was opened, and why some of them do not just now. */
export function Help({ actions }: { actions: readonly Reachable[] }) {
  const { ascii, glyphs } = useTheme();
  const lines = groups.flatMap(({ id: group, title }): Parts[] => {
    const rows = actions.filter(({ id }) => actionRow(id).group === group);
    if (rows.length === 0) return [];
    return [
      [[title, 'accent']],
      ...rows.map(({ id, binding, keys: reachable }): Parts => {
        const keys = reachable.map((key) => printKey(key, { ascii })).join(' ');
        const why = binding.blocked === undefined ? '' : `  ${glyphs.sep} ${binding.blocked}`;
        return [
          [`  ${padEnd(keys, 12)} `, 'bold'],
          [actionRow(id).help, why === '' ? 'plain' : 'dim'],
          [why, 'dim'],
        ];
      }),
      [],
    ];
  });
  return <Pager title="Keys that work here" lines={lines} width={76} />;
}
