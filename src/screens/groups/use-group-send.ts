import type { Parts } from '../../base/parts.ts';
import { wrapJson } from '../../base/wrap-words.ts';
import type { EndpointGroupRequest, WorkerGroupRequest } from '../../client/wire.ts';
import { maskLaunchArgs } from '../../engine/groups/worker-group.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { dataOf } from '../../engine/read-health.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportFailure } from '../../engine/report-failure.ts';
import type { GroupForm } from '../../engine/route.ts';
import type { Session } from '../../engine/services.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useGroups } from '../../hooks/use-groups.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { openGroupWords, sendGroup } from '../../hooks/watch/lost-groups.ts';
import { listStore } from '../../tui/list/list-state.ts';
import { useDialogCells } from '../../tui/use-dialog-cells.ts';
import { draftKey } from './draft.ts';
import { groupKey, groupList } from './row-key.ts';

type Body = WorkerGroupRequest | EndpointGroupRequest;

/** Sends it; the id of the group, and what came of it in a sentence. */
async function sendTo(
  { api }: Session,
  of: GroupForm,
  body: Body,
  keyName: KeyName,
): Promise<{ id: number; said: string }> {
  const { kind, change } = of;
  if (kind === 'worker' && change === undefined) {
    const { id } = await api.createWorkerGroup(body);
    return {
      id,
      said: `Worker group ${id} is created. Its workers are instances and billed as such: ${keyName('app.instances')} shows them.`,
    };
  }
  if (change === undefined) {
    const { result: id } = await api.createEndpointGroup(body);
    return {
      id,
      said: `Endpoint group ${id} is created. It rents nothing yet: ${keyName('group.new')} gives it a worker group.`,
    };
  }
  const { id } = change;
  await (kind === 'worker' ? api.changeWorkerGroup(id, body) : api.changeEndpointGroup(id, body));
  const what = `${kind === 'worker' ? 'Worker' : 'Endpoint'} group ${id}`;
  return { id, said: `${what} is changed: ${Object.keys(body).join(', ')}.` };
}

/** The request as it may be shown, a line each; without what could be secret in its launch arguments. */
export function requestLines({ kind, change }: GroupForm, body: Body, dot: string): string[] {
  const path = kind === 'worker' ? '/api/v0/workergroups/' : '/api/v0/endptjobs/';
  const shown =
    'launch_args' in body && body.launch_args !== undefined
      ? { ...body, launch_args: maskLaunchArgs(body.launch_args, dot.repeat(4)) }
      : body;
  return [
    change === undefined ? `POST ${path}` : `PUT ${path}${change.id}/`,
    ...JSON.stringify(shown, null, 2).split('\n'),
  ];
}

/** Asks before a group is made or changed, with what is sent and what it may cost, and sends it once. */
export function useGroupSend(of: GroupForm, { dot, warn }: { dot: string; warn: string }) {
  const deck = useDeck();
  const known = dataOf(useGroups());
  const session = useSession();
  const dialogCells = useDialogCells();
  const { run, pending } = useCommand(
    (body: Body) => {
      if (session === undefined) throw new Error('a group was sent without a session');
      if (of.change !== undefined) return sendTo(session, of, body, deck.keyName);
      return sendGroup(deck, { kind: of.kind, body, draft: draftKey(of), known }, () =>
        sendTo(session, of, body, deck.keyName),
      );
    },
    [keys.groups, keys.instances, keys.user],
  );
  const lacks = useLackingReason('misc');
  const what = `${of.kind} group${of.change === undefined ? '' : ` ${of.change.id}`}`;
  const doing = of.change === undefined ? 'Create' : 'Change';
  const send = async (body: Body) => {
    const result = await run(body);
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, `${doing} ${what}`, result.error);
    deck.messages.settle(`${doing} ${what}`);
    deck.groupDrafts.delete(draftKey(of));
    const { id, said } = result.value;
    deck.messages.say('info', said);
    listStore(deck.lists, groupList).set((was) => ({
      ...was,
      cursor: { ...was.cursor, key: groupKey(of.kind, id) },
    }));
    const here = deck.nav.get().stack.at(-1);
    if (here?.screen === 'group-form' && here.of === of) deck.go({ go: 'back' });
  };
  const ask = (body: Body, cost: string | undefined) => {
    if (lacks !== undefined) return deck.messages.say('warn', lacks);
    const lines = wrapJson(requestLines(of, body, dot), dialogCells);
    const open = of.change === undefined ? openGroupWords(deck, of.kind) : undefined;
    const said = [...(cost === undefined ? [] : [cost, 'Workers are instances and are billed as such.'])];
    deck.open({
      kind: 'confirm',
      action: 'group.review',
      title: `${doing} this ${what}?`,
      targets: Object.keys(body).length === 0 ? [] : lines.map((line): Parts => [line]),
      body: [
        ...(open === undefined ? [] : [[[`${warn} `, 'warn'], open] as Parts]),
        ...said.map((line): Parts => [line]),
      ],
      no: 'No, go back',
      yes: `${doing} it`,
      run: () => void send(body),
    });
  };
  return { ask, pending, blocked: pending ? 'It is on its way' : lacks };
}
