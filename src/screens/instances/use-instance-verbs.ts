import { readInstance } from '../../engine/instances/instance-reading.ts';
import { namedInstances } from '../../engine/instances/named-instances.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { actionRow } from '../../engine/keymap.ts';
import { dataOf } from '../../engine/loadable.ts';
import { askNamed } from '../../engine/palette-desk.ts';
import { namesOf } from '../../engine/places.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import type { Reachable } from '../../tui/keys/layers.ts';
import type { Option, Takes } from '../../tui/palette/palette-line.ts';
import type { NamedActId } from './named-act.tsx';

/** Acts that the palette offers everywhere for an id or a label; `several` take more than one, as marks are. */
const verbs: readonly { id: NamedActId; several?: true }[] = [
  { id: 'instance.open' },
  { id: 'instance.ssh' },
  { id: 'instance.ssh-direct' },
  { id: 'instance.copy' },
  { id: 'instance.logs' },
  { id: 'instance.label' },
  { id: 'instance.tunnel' },
  { id: 'instance.jupyter' },
  { id: 'instance.execute' },
  { id: 'instance.reboot', several: true },
  { id: 'instance.recycle', several: true },
  { id: 'instance.stop', several: true },
  { id: 'instance.start', several: true },
  { id: 'instance.destroy', several: true },
  { id: 'instance.limit', several: true },
  { id: 'instance.rescue' },
  { id: 'instance.bid' },
  { id: 'instance.attach-key' },
  { id: 'instance.cloud-copy' },
  { id: 'instance.bell' },
];

/** What the acts on instances take behind their names, and those of them that no screen binds just now. */
export function useInstanceVerbs(): (bound: readonly Reachable[]) => {
  takes: ReadonlyMap<string, Takes>;
  entries: readonly MenuEntry[];
} {
  const deck = useDeck();
  const session = useSession();
  const rows = dataOf(useInstances())?.instances;
  return (bound) => {
    if (session === undefined || session.loggedOut !== undefined) return { takes: new Map(), entries: [] };
    const options = (before: readonly string[]): readonly Option[] =>
      (rows ?? []).flatMap((row): readonly Option[] => {
        const label = row.label?.trim() ?? '';
        const note = [gpuLabel(row), readInstance(row).word].filter(Boolean).join(', ');
        if (before.includes(String(row.id)) || (label !== '' && before.includes(label))) return [];
        const alone = label !== '' && rows?.filter((one) => one.label?.trim() === label).length === 1;
        const word = alone ? label : String(row.id);
        return [{ word, note: alone ? `${row.id} ${note}` : `${label} ${note}`.trim() }];
      });
    const takesOf = (id: NamedActId, several: boolean): Takes => ({
      what: several ? 'ids or labels' : 'an id or a label',
      options: (before) => (several || before.length === 0 ? options(before) : []),
      run: (words) => {
        const read = namedInstances(words, rows);
        if (!read.ok) return read.reason;
        if (read.rows.length > 1 && !several)
          return `${namesOf(id, actionRow(id).label)[0]} takes one instance at a time`;
        askNamed(deck.palette, id, read.rows);
        return undefined;
      },
    });
    const takes = new Map(verbs.map(({ id, several }) => [id as string, takesOf(id, several === true)]));
    // The place of all of them leads to one of them.
    takes.set('app.instances', takesOf('instance.open', false));
    const entries = verbs
      .filter(({ id }) => !bound.some((one) => one.id === id))
      .map(({ id }): MenuEntry => {
        const { help, label } = actionRow(id);
        return {
          label: help,
          names: namesOf(id, label),
          takes: takes.get(id) as Takes,
          needsWords: true,
          run: () => {},
        };
      });
    return { takes, entries };
  };
}
