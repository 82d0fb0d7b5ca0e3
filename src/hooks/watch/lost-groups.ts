import type { InstanceListReply } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import { type GroupRow, groupTitle } from '../../engine/groups/group-rows.ts';
import { settledGone } from '../../engine/groups/group-words.ts';
import { workersByGroup } from '../../engine/groups/group-workers.ts';
import type { Groups } from '../../engine/groups/read-groups.ts';
import { type GroupWish, madeOf, noteLost, toldOfCreation } from '../../engine/lost-writes.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { keys } from '../../engine/read-keys.ts';
import { currentRoute } from '../../engine/route.ts';
import { allValues } from '../../tui/form/form-state.ts';
import { useDeck } from '../use-deck.ts';
import { useWorkersSeen } from '../use-workers-seen.ts';
import { useLostWrites } from '../use-write.ts';

/** Under this name new groups are looked for: their list tells of deletions, too, and of those together with instances. */
const newGroups = `new ${keys.groups}`;

/** `draft` names the form that it was sent from, and `typed` is what stood there. */
type LostGroup = GroupWish & { draft: string; typed: string };

const titles = { worker: 'Worker group', endpoint: 'Endpoint group' } as const;
const whatOf = (kind: GroupWish['kind']): string => `Create ${kind} group`;

const typedIn = (deck: Deck, draft: string): string => {
  const state = deck.groupDrafts.get(draft)?.store.get();
  return JSON.stringify(state && [allValues(state), state.picks]);
};

/** Sends the creation of a group. Where its answer is lost it stays open, until a list tells what became of it. */
export function sendGroup<R>(
  deck: Deck,
  wish: Omit<GroupWish, 'knownIds'> & { draft: string; known: Groups | undefined },
  send: () => Promise<R>,
): Promise<R> {
  const { kind, body, draft, known } = wish;
  const listed = kind === 'endpoint' ? known?.endpoints : known?.workers;
  const target: LostGroup = {
    ...{ kind, body, draft, typed: typedIn(deck, draft) },
    // One that was missing may come to light as if it were new.
    knownIds: known !== undefined && isWhole(known) ? listed?.map(({ id }) => id) : undefined,
  };
  return noteLost(deck, { list: newGroups, what: whatOf(kind), target }, send);
}

/** What an earlier creation without an answer means for another one, in a sentence; undefined where there is none. */
export function openGroupWords(deck: Deck, kind: GroupWish['kind']): string | undefined {
  const open = deck.lostWrites
    .get()
    .some(({ list, target }) => list === newGroups && (target as LostGroup).kind === kind);
  if (!open) return undefined;
  const or = kind === 'worker' ? 'both rent workers, which are billed' : 'there are two of them';
  return `It is not known whether the last ${kind} group was created: look at the list of groups first, or ${or}.`;
}

/**
 * Settles creations of groups by the groups that are `known` after them. One that was made has its form no more, nor a
 * question that would make another: it would be paid twice.
 */
export function useLostGroups(known: Groups | undefined): void {
  const deck = useDeck();
  useLostWrites<LostGroup>(
    newGroups,
    (target) => {
      const ids = known && madeOf(target, known);
      if (ids === undefined) return undefined;
      const { kind, knownIds } = target;
      const isNew = knownIds !== undefined;
      const more =
        kind === 'worker' ? 'Its workers are instances and billed as such.' : 'It rents nothing by itself.';
      if (ids.length > 0 && isNew) leaveForm(deck, target);
      return toldOfCreation(ids, { what: titles[kind], isNew, more });
    },
    [keys.groups],
  );
}

/** How a message about the deletion of a group begins. */
export const deletionOf = (target: GroupRow): string => `Delete ${groupTitle(target).toLowerCase()}`;

/** Sends the deletion of a group. Where its answer is lost it stays open, until the lists tell what became of it. */
export const sendGroupDeletion = <R>(deck: Deck, target: GroupRow, send: () => Promise<R>): Promise<R> =>
  noteLost(deck, { list: keys.groups, what: deletionOf(target), target }, send);

/** Settles deletions of groups by the groups and the instances that are `known` after them. */
export function useLostGroupDeletions(
  known: Groups | undefined,
  instances: InstanceListReply | undefined,
): void {
  const { keyName } = useDeck();
  const seen = useWorkersSeen();
  useLostWrites<GroupRow>(
    keys.groups,
    (target) => {
      const workersOf =
        instances && isWhole(instances) ? workersByGroup(instances.instances, seen) : undefined;
      return known && settledGone(target, known, workersOf, keyName('group.delete'));
    },
    [keys.groups, keys.instances],
  );
}

/** As after an answer, unless something else stands in the form by now. */
function leaveForm(deck: Deck, { kind, draft, typed }: LostGroup): void {
  const modal = deck.modal.get();
  if (modal?.kind === 'confirm' && modal.action === 'group.review') deck.close();
  if (typedIn(deck, draft) !== typed) return;
  deck.groupDrafts.delete(draft);
  const here = currentRoute(deck.nav.get());
  if (here.screen === 'group-form' && here.of.kind === kind && here.of.change === undefined)
    deck.go({ go: 'back' });
}

/** The lists that an open write on groups is told by. */
export const groupLists: readonly string[] = [newGroups, keys.groups];
