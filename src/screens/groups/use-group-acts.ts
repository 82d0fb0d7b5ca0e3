import type { Parts } from '../../base/parts.ts';
import { type GroupRow, groupPhrase, groupTitle } from '../../engine/groups/group-rows.ts';
import { lossWords } from '../../engine/groups/group-words.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { keys } from '../../engine/read-keys.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason, useStaleBlock } from '../../hooks/use-write.ts';
import { listStore } from '../../tui/list/list-state.ts';
import { workersFilter } from './row-key.ts';
import { useDeleteGroup } from './use-delete-group.ts';

export const groupActs = [
  'group.change',
  'group.new',
  'group.new-endpoint',
  'group.workers',
  'group.delete',
] as const satisfies readonly ActionId[];
export type GroupAct = (typeof groupActs)[number];

/** What can be done with the group under the cursor, and new groups. */
export function useGroupActs(row: GroupRow | undefined): Bindings<GroupAct> {
  const deck = useDeck();
  const session = useSession();
  const lacks = useLackingReason('misc');
  const old = useStaleBlock(keys.groups);
  const remove = useDeleteGroup();
  const ask = (target: GroupRow) =>
    deck.open({
      kind: 'confirm',
      action: 'group.delete',
      title: `Delete this ${target.kind} group?`,
      targets: [[[groupTitle(target), 'bold']]],
      body: lossWords(target).map((line): Parts => [line]),
      no: 'Keep it',
      yes: 'Delete',
      typed: groupPhrase(target),
      run: () => remove.run(target),
    });
  const showWorkers = (of: GroupRow) => {
    const filter = workersFilter(of.workers ?? [], of.kind === 'worker' ? of.id : undefined);
    listStore(deck.lists, 'instances').set((was) => ({ ...was, filter, typing: false }));
    deck.go({ go: 'jump', route: { screen: 'instances' } });
  };
  const endpointId = row?.kind === 'endpoint' ? row.id : row?.group.endpoint_id;
  const readOnly = session?.readOnly === true ? 'rigdeck is in read-only mode' : undefined;
  const write = readOnly ?? lacks;
  const none = row === undefined ? 'There is no group here' : undefined;
  return {
    'group.change': {
      run: () =>
        row &&
        deck.go({
          go: 'push',
          route: {
            screen: 'group-form',
            of:
              row.kind === 'endpoint'
                ? { kind: 'endpoint', change: row.endpoint }
                : { kind: 'worker', change: row.group },
          },
        }),
      blocked: none ?? write,
    },
    'group.new': {
      run: () =>
        deck.go({
          go: 'push',
          route: {
            screen: 'group-form',
            of: { kind: 'worker', ...(endpointId === undefined ? {} : { endpointId }) },
          },
        }),
      blocked: write,
    },
    'group.new-endpoint': {
      run: () => deck.go({ go: 'push', route: { screen: 'group-form', of: { kind: 'endpoint' } } }),
      blocked: write,
    },
    'group.workers': {
      run: () => row && showWorkers(row),
      blocked:
        none ??
        (row?.workers === undefined
          ? `Which instances are workers is not told: ${deck.keyName('app.instances')} shows all of them`
          : row.workers.length === 0
            ? 'It has no workers now'
            : undefined),
    },
    'group.delete': {
      run: () => row && ask(row),
      blocked: none ?? write ?? (remove.pending ? 'The last deletion is still on its way' : old),
    },
  };
}
