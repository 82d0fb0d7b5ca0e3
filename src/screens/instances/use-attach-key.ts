import type { Parts } from '../../base/parts.ts';
import type { Instance, ListReply, SshKey } from '../../client/wire.ts';
import { describePublicKey } from '../../engine/api-keys/ssh-public-key.ts';
import { awaitAsked } from '../../engine/asked-reads.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { Binding } from '../../engine/keymap.ts';
import { isWhole, lackWords, missingWords } from '../../engine/missing-rows.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportDone, reportFailure } from '../../engine/report-failure.ts';
import { type CommandResult, useCommand } from '../../hooks/use-command.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { sendKeyChange } from '../../hooks/watch/lost-acts.ts';
import type { ConfirmModal, MenuEntry } from '../../tui/dialog/modal.ts';

type Attach = { instance: Instance; line: string };
type Detach = { instance: Instance; key: SshKey };

const whatOf = (row: Instance): string => `SSH key for ${instanceName(row)}`;
const printOf = ({ public_key: text }: SshKey) => describePublicKey(text).fingerprint;
/** A text that is no key has no print, and is the same as itself alone. */
const isSameKey = (a: SshKey, b: SshKey): boolean =>
  printOf(a) === undefined ? a.public_key === b.public_key : printOf(a) === printOf(b);
const nameOf = ({ id, public_key: text }: SshKey): string => {
  const { type, comment } = describePublicKey(text);
  return [String(id), type, comment].filter((part) => part !== undefined && part !== '').join(' ');
};

/**
 * Lets a key of the account open an instance that is there already, or open it no more: picked from a list of the keys
 * of the account and of others that the instance has, which says which ones open it.
 */
export function useAttachKey(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const session = useSession();
  const lacks = useLackingReason('instance_write');
  const api = () => {
    if (session === undefined) throw new Error('an SSH key was attached without a session');
    return session.api;
  };
  const read = useCommand(
    ({ id, signal }: { id: number; signal: AbortSignal }) =>
      Promise.all([api().listSshKeys({ signal }), api().listInstanceSshKeys(id, { signal })]),
    [],
  );
  const id = instance?.id ?? 0;
  const attach = useCommand(
    ({ instance: row, line }: Attach) =>
      sendKeyChange(deck, whatOf(row), { id: row.id, line, attached: true }, () =>
        api().attachSshKey(row.id, line),
      ),
    [keys.instanceSshKeys(id)],
  );
  const detach = useCommand(
    ({ instance: row, key }: Detach) =>
      sendKeyChange(deck, whatOf(row), { id: row.id, line: key.public_key ?? '', attached: false }, () =>
        api().detachSshKey(row.id, key.id),
      ),
    [keys.instanceSshKeys(id)],
  );

  const sent = (row: Instance, result: CommandResult<unknown> | undefined, done: string) => {
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, whatOf(row), result.error);
    reportDone(deck, whatOf(row), `${instanceName(row)}: the SSH key is ${done}`);
  };
  const entryOf = (row: Instance, key: SshKey, has: ListReply<SshKey>): MenuEntry[] => {
    const { public_key: line } = key;
    if (line === undefined) return [];
    const { rows: attached } = has;
    const there = attached.find((one) => isSameKey(one, key));
    if (there === undefined)
      return [
        {
          label: nameOf(key),
          run: () => void attach.run({ instance: row, line }).then((result) => sent(row, result, 'attached')),
        },
      ];
    const run = () =>
      void detach.run({ instance: row, key: there }).then((result) => sent(row, result, 'detached'));
    const isOnly = attached.length === 1 && isWhole(has);
    return [
      {
        label: nameOf(key),
        hint: 'attached, Enter detaches',
        run: () => deck.open(detachQuestion(row, there, isOnly, run)),
      },
    ];
  };
  const ask = async (row: Instance) => {
    if (read.pending) return;
    const what = `SSH keys of ${instanceName(row)}`;
    const wait = awaitAsked(deck, { what });
    const result = await read.run({ id: row.id, signal: wait.signal });
    const opens = wait.end();
    if (result === undefined || wait.signal.aborted) return;
    // Without it nothing tells whether a key is to be attached or detached.
    if (!result.ok) return reportFailure(deck, what, result.error);
    deck.messages.settle(what);
    if (!opens) return;
    const [{ rows: own, ...all }, has] = result.value;
    const strange = has.rows.filter((key) => !own.some((one) => isSameKey(one, key)));
    const entries = [...own, ...strange].flatMap((key) => entryOf(row, key, has));
    const lacks = [
      lackWords(all, 'SSH key'),
      isWhole(has) ? undefined : `${missingWords(has.missing ?? 0, 'SSH key')} of this instance`,
    ].filter((words) => words !== undefined);
    if (entries.length === 0 && lacks.length > 0) return deck.messages.say('warn', lacks.join('. '));
    if (entries.length === 0)
      return deck.messages.say('warn', 'The account has no SSH keys: add one on SSH keys (:ssh-keys)');
    const title = `SSH key for ${row.id} ${row.label ?? ''}`.trim();
    deck.open({ kind: 'menu', title, entries, lacks: lacks.length === 0 ? undefined : lacks.join('. ') });
  };
  return {
    run: () => instance && void ask(instance),
    blocked:
      instance === undefined
        ? 'There is no instance here'
        : session?.readOnly === true
          ? 'rigdeck is in read-only mode'
          : (lacks ?? (attach.pending || detach.pending ? 'The last key is still on its way' : undefined)),
  };
}

function detachQuestion(row: Instance, key: SshKey, isOnly: boolean, run: () => void): ConfirmModal {
  const facts = [describePublicKey(key.public_key).comment, printOf(key)];
  return {
    kind: 'confirm',
    action: 'instance.attach-key',
    title: `Detach SSH key ${key.id} from ${instanceName(row)}?`,
    body: [
      ...facts.filter((fact) => fact !== undefined && fact !== '').map((fact): Parts => [fact as string]),
      [],
      ...(isOnly ? [[['No other SSH key opens this instance.', 'warn']] as Parts] : []),
      ['The key opens it no more; a session that is open may go on. It can be attached again.'],
    ],
    no: 'Keep it',
    yes: 'Detach it',
    run,
  };
}
