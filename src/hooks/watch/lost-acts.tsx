import { dataOf } from '../../engine/read-health.ts';
import { useStore } from '../../tui/use-store.ts';
import { useApiKeys, useInstances, useSshKeys } from '../resources.ts';
import { useDeck } from '../use-deck.ts';
import { useGroups } from '../use-groups.ts';
import { groupLists, useLostGroupDeletions, useLostGroups } from './lost-groups.ts';
import {
  apiKeyLists,
  sshKeyLists,
  useLostKeyDeletions,
  useLostKeys,
  useLostSshKeyRemovals,
  useLostSshKeys,
} from './lost-keys.ts';

/**
 * Says of writes whose answer was lost what became of them, on whatever screen: lists that it does not show are read only
 * while they have to tell. Draws nothing.
 */
export function LostActs() {
  const open = useStore(useDeck().lostWrites);
  const isOn = (lists: readonly string[]) => open.some(({ list }) => lists.includes(list));
  return (
    <>
      {isOn(apiKeyLists) && <LostApiKeys />}
      {isOn(sshKeyLists) && <LostSshKeys />}
      {isOn(groupLists) && <LostGroups />}
    </>
  );
}

function LostApiKeys() {
  const known = dataOf(useApiKeys());
  useLostKeys(known);
  useLostKeyDeletions(known);
  return null;
}

function LostSshKeys() {
  const known = dataOf(useSshKeys());
  useLostSshKeys(known);
  useLostSshKeyRemovals(known);
  return null;
}

function LostGroups() {
  const known = dataOf(useGroups());
  useLostGroups(known);
  useLostGroupDeletions(known, dataOf(useInstances()));
  return null;
}
