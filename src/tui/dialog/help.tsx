import { useState } from 'react';
import { padEnd } from '../../base/cells.ts';
import { printKey } from '../../base/key-text.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { ActionGroup } from '../../engine/keymap.ts';
import type { Reachable } from '../keys/layers.ts';
import { useLayer } from '../keys/use-layer.ts';
import { partsWidth } from '../text/parts.ts';
import { useLine } from '../text/use-line.ts';
import { useTheme } from '../theme/theme.ts';
import { useTerminalSize } from '../use-viewport.ts';
import { Pager } from './pager.tsx';
import { helpOf } from './spoken-help.ts';

const groups: readonly { id: ActionGroup; title: string }[] = [
  { id: 'act', title: 'Act' },
  { id: 'view', title: 'View' },
  { id: 'move', title: 'Move' },
  { id: 'global', title: 'Everywhere' },
];

const widest = 76;

type HelpRow = { group: ActionGroup; keys: string; help: string; why: string | undefined };

/** The rows that hold every word of `filter`, whatever the case of its letters. */
function matching(rows: readonly HelpRow[], filter: string): readonly HelpRow[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter(({ keys, help, why = '' }) => {
    const text = `${keys} ${help} ${why}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * The keys that work where the help was opened, and why some of them do not just now. `/` narrows them by what is
 * typed; Esc clears that first and closes after.
 */
export function Help({ actions }: { actions: readonly Reachable[] }) {
  const { ascii, glyphs, spoken } = useTheme();
  const { columns } = useTerminalSize();
  const [typing, setTyping] = useState(false);
  const filter = useLine('');
  const clear = () => {
    filter.set('');
    setTyping(false);
  };
  useLayer(
    typing
      ? {
          kind: 'modal-text',
          bindings: { 'filter.keep': { run: () => setTyping(false) }, 'filter.clear': { run: clear } },
          ...filter.layer,
        }
      : undefined,
  );

  const all = actions.map(({ id, row, binding, keys }): HelpRow => {
    const { group } = row;
    const help = helpOf({ id, row }, spoken);
    return { group, keys: keys.map((key) => printKey(key, { ascii })).join(' '), help, why: binding.blocked };
  });
  // A reason that does not fit beside its key stands below it: it is what the person came for.
  const room = spoken ? columns : Math.min(widest, columns - 4) - 4;
  const found = matching(all, filter.text);
  const lines = groups.flatMap(({ id, title }): Parts[] => {
    const rows = found.filter(({ group }) => group === id);
    if (rows.length === 0) return [];
    return [
      [[title, 'accent']],
      ...rows.flatMap(({ keys, help, why }): Parts[] => {
        const said: Parts = [
          [`  ${padEnd(keys, 12)} `, 'bold'],
          [help, why === undefined ? 'plain' : 'dim'],
        ];
        if (why === undefined) return [said];
        const beside: Parts = [...said, [`  ${glyphs.sep} ${spoken ? 'not now: ' : ''}${why}`, 'dim']];
        if (partsWidth(beside) <= room) return [beside];
        const under = wrapWords(`${glyphs.sep} ${why}`, room - 15);
        return [
          said,
          ...under.map(
            (line): Parts => [
              [' '.repeat(15), 'dim'],
              [line, 'dim'],
            ],
          ),
        ];
      }),
      [],
    ];
  });
  const isFiltered = typing || filter.text !== '';
  const field = typing ? filter.draw(40, glyphs.caret) : [filter.text];
  return (
    <Pager
      title="Keys that work here"
      lines={lines.length === 0 ? [[['  no key by these words', 'dim']]] : lines}
      head={
        isFiltered
          ? [[spoken ? 'filter: ' : '/ ', ...field, [`   ${found.length} of ${all.length}`, 'dim']], []]
          : []
      }
      filter={{ run: () => setTyping(true), ...(filter.text === '' ? {} : { clear }) }}
      width={widest}
    />
  );
}
