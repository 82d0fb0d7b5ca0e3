import type { GroupRow } from '../../engine/groups/group-rows.ts';
import { goneWords } from '../../engine/groups/group-words.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportFailure } from '../../engine/report-failure.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useApi, useDeck } from '../../hooks/use-deck.ts';
import { deletionOf, sendGroupDeletion } from '../../hooks/watch/lost-groups.ts';

/** Deletes an endpoint group or a worker group, once. What became of one whose answer is lost, the next lists tell. */
export function useDeleteGroup(): { run(target: GroupRow): void; pending: boolean } {
  const deck = useDeck();
  const api = useApi();
  const command = useCommand(
    (target: GroupRow) =>
      sendGroupDeletion(deck, target, () =>
        target.kind === 'endpoint' ? api.deleteEndpointGroup(target.id) : api.deleteWorkerGroup(target.id),
      ),
    [keys.groups, keys.instances, keys.user],
  );
  const run = async (target: GroupRow) => {
    const result = await command.run(target);
    if (result === undefined) return;
    if (result.ok) return deck.messages.say('info', goneWords(target.kind, target.id, result.value));
    reportFailure(deck, deletionOf(target), result.error);
  };
  return { run: (target) => void run(target), pending: command.pending };
}
