import type { Instance } from '../../client/wire.ts';
import { awaitAsked } from '../../engine/asked-reads.ts';
import { commandFlaw, commandLimit, removes } from '../../engine/instances/instance-inputs.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { Binding } from '../../engine/keymap.ts';
import { reportFailure } from '../../engine/report-failure.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason } from '../../hooks/use-write.ts';

type Wanted = { row: Instance; command: string };

/** One of the few commands that such services run without a session; it works on a stopped instance, too. */
export function useExecute(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const session = useSession();
  const lacks = useLackingReason('instance_write');
  const execute = useCommand(async ({ row, command }: Wanted) => {
    if (session === undefined) throw new Error('a command was sent without a session');
    const { result_url } = await session.api.executeCommand(row.id, command);
    return session.api.readResult('executeCommand', result_url);
  }, []);
  const send = async ({ row, command }: Wanted) => {
    deck.messages.say('info', `Asking ${instanceName(row)} for ${command}`, { coming: true });
    const wait = awaitAsked(deck, {
      what: `Command on ${instanceName(row)}`,
      write: { endpoint: 'executeCommand', instance: row.id },
    });
    const result = await execute.run({ row, command });
    const opens = wait.end();
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, `${command} on ${instanceName(row)}`, result.error);
    deck.messages.settle(`${command} on ${instanceName(row)}`);
    const lines = result.value.length === 0 ? ['It printed nothing.'] : result.value;
    // Whatever has been opened or is typed meanwhile stays: the answer waits among the messages.
    if (opens) deck.open({ kind: 'pager', title: `${command}  on ${row.id}`, lines });
    else deck.messages.say('info', `${command} on ${row.id}: ${lines.join(' ').slice(0, 200)}`);
  };
  const confirm = ({ row, command }: Wanted) =>
    deck.open({
      kind: 'confirm',
      action: 'instance.execute',
      title: 'Remove files?',
      body: [
        [[`${row.id}  ${row.label ?? ''}`.trim(), 'bold']],
        [],
        [command],
        ['What it removes cannot be brought back.'],
      ],
      no: 'No, go back',
      yes: 'Remove',
      run: () => void send({ row, command }),
    });
  return {
    run: () =>
      instance &&
      deck.open({
        kind: 'prompt',
        title: `Run on ${instanceName(instance)}`,
        initial: '',
        limit: commandLimit,
        goesOn: true,
        notes: ['ls, du or rm, as  du -d2 -h /workspace'],
        wrong: commandFlaw,
        run: (command) => {
          const wanted = { row: instance, command };
          if (removes(command)) confirm(wanted);
          else void send(wanted);
        },
      }),
    blocked:
      instance === undefined
        ? 'There is no instance here'
        : session?.readOnly === true
          ? 'rigdeck is in read-only mode'
          : execute.pending
            ? 'The last command is still on its way'
            : lacks,
  };
}
