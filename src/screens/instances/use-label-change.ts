import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { groupOfLabel, relabelWords } from '../../engine/groups/group-workers.ts';
import { labelLimit, readLabel } from '../../engine/instances/instance-inputs.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { Binding } from '../../engine/keymap.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportFailure } from '../../engine/report-failure.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { sendLabel } from '../../hooks/watch/lost-acts.ts';

const whatOf = (row: Instance): string => `Label of ${instanceName(row)}`;

/** Another label for an instance; an empty one takes it off. */
export function useLabelChange(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const session = useSession();
  const group = groupOfLabel(instance?.label);
  const id = instance?.id ?? 0;
  const lacks = useLackingReason('instance_write');
  const change = useCommand(
    ({ row, label }: { row: Instance; label: string | null }) => {
      if (session === undefined) throw new Error('a label was sent without a session');
      const { api } = session;
      return sendLabel(deck, whatOf(row), { id: row.id, label }, () => api.labelInstance(row.id, label));
    },
    [keys.instances, keys.instance(id)],
  );
  const send = async (row: Instance, typed: string) => {
    const read = readLabel(typed);
    if (!read.ok) return;
    const result = await change.run({ row, label: read.label });
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, whatOf(row), result.error);
    deck.messages.settle(whatOf(row));
    const { label } = read;
    deck.messages.say(
      'info',
      label === null ? `${row.id} has no label any more` : `${row.id} is called ${label} now`,
    );
  };
  /** A worker is asked for once more before it loses the label that it is known by. */
  const ask = (row: Instance, typed: string) => {
    const left = groupOfLabel(row.label);
    if (left === undefined || groupOfLabel(typed) === left) return void send(row, typed);
    deck.open({
      kind: 'confirm',
      action: 'instance.label',
      title: typed === '' ? 'Take the label off a worker?' : 'Give a worker another label?',
      targets: [[[`${row.id}  ${row.label}`, 'bold'], ` → ${typed === '' ? 'no label' : typed}`]],
      body: relabelWords(left).map((line): Parts => [line]),
      no: 'Keep its label',
      yes: 'Change it',
      run: () => void send(row, typed),
    });
  };
  return {
    run: () =>
      instance &&
      deck.open({
        kind: 'prompt',
        title: `Label of ${instance.id}`,
        initial: instance.label ?? '',
        limit: labelLimit,
        notes: ['Empty takes the label off.', ...(group === undefined ? [] : relabelWords(group))],
        wrong: (text) => {
          const read = readLabel(text);
          return read.ok ? undefined : read.reason;
        },
        run: (text) => ask(instance, text),
      }),
    blocked:
      instance === undefined
        ? 'There is no instance here'
        : session?.readOnly === true
          ? 'rigdeck is in read-only mode'
          : change.pending
            ? 'The last label is still on its way'
            : lacks,
  };
}
