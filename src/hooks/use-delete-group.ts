import { ApiError } from '../client/errors.ts';
import type { GroupRow } from '../domain/group-rows.ts';
import { goneWords } from '../domain/group-words.ts';
import { isUnclear } from '../domain/write-advice.ts';
import { useApi, useDeck } from './deck.ts';
import { deletionOf } from './lost-groups.ts';
import { reportFailure } from './report-failure.ts';
import { keys } from './resources.ts';
import { useCommand } from './use-command.ts';

/** Deletes an endpoint group or a worker group, once. What became of one whose answer is lost, the next lists tell. */
export function useDeleteGroup(): { run(target: GroupRow): void; pending: boolean } {
  const deck = useDeck();
  const api = useApi();
  const command = useCommand(
    async (target: GroupRow) => {
      const { kind, id } = target;
      try {
        return await (kind === 'endpoint' ? api.deleteEndpointGroup(id) : api.deleteWorkerGroup(id));
      } catch (error) {
        // Noted before the lists are read anew: those are the ones that tell.
        if (error instanceof ApiError && isUnclear(error))
          deck.lostGroups.set((all) => [...all, { target, at: deck.own() }]);
        throw error;
      }
    },
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
