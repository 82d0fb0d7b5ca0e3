import type { Instance, SshKey } from '../client/wire.ts';
import { instanceName } from '../domain/names.ts';
import { describePublicKey } from '../domain/ssh-public-key.ts';
import type { Binding } from '../keymap.ts';
import { useDeck, useSession } from './deck.ts';
import { useLackingReason } from './lacking.ts';
import { sendAttach } from './lost-acts.ts';
import type { MenuEntry } from './modal.ts';
import { reportDone, reportFailure } from './report-failure.ts';
import { keys } from './resources.ts';
import { useCommand } from './use-command.ts';

type Attach = { instance: Instance; line: string };

const whatOf = (row: Instance): string => `SSH key for ${instanceName(row)}`;

/** Lets a key of the account open an instance that is there already: picked from a list that says which ones do. */
export function useAttachKey(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const session = useSession();
  const lacks = useLackingReason('instance_write');
  const api = () => {
    if (session === undefined) throw new Error('an SSH key was attached without a session');
    return session.api;
  };
  const read = useCommand(
    (id: number) =>
      Promise.all([
        api().listSshKeys(),
        api()
          .listInstanceSshKeys(id)
          .catch(() => []),
      ]),
    [],
  );
  const id = instance?.id ?? 0;
  const attach = useCommand(
    ({ instance: row, line }: Attach) =>
      sendAttach(deck, whatOf(row), { id: row.id, line }, () => api().attachSshKey(row.id, line)),
    [keys.instanceSshKeys(id)],
  );

  const send = async (what: Attach) => {
    const result = await attach.run(what);
    if (result === undefined) return;
    const name = instanceName(what.instance);
    if (!result.ok) return reportFailure(deck, whatOf(what.instance), result.error);
    reportDone(deck, whatOf(what.instance), `${name}: the SSH key is attached`);
  };
  const ask = async (row: Instance) => {
    const result = await read.run(row.id);
    if (result === undefined) return;
    if (!result.ok) return reportFailure(deck, 'SSH keys', result.error);
    const [own, attached] = result.value;
    const entries = own.flatMap((key) =>
      entryOf(key, attached, (line) => void send({ instance: row, line })),
    );
    if (entries.length === 0)
      return deck.messages.say('warn', 'The account has no SSH keys: add one on SSH keys (:ssh-keys)');
    deck.open({ kind: 'menu', title: `SSH key for ${row.id} ${row.label ?? ''}`.trim(), entries });
  };
  return {
    run: () => instance && void ask(instance),
    blocked:
      instance === undefined
        ? 'There is no instance here'
        : session?.readOnly === true
          ? 'rigdeck is in read-only mode'
          : (lacks ?? (attach.pending ? 'The last key is still being attached' : undefined)),
  };
}

function entryOf(
  { id, public_key: text }: SshKey,
  attached: readonly SshKey[],
  run: (line: string) => void,
): MenuEntry[] {
  if (text === undefined) return [];
  const { type, comment, fingerprint } = describePublicKey(text);
  const has = attached.some(({ public_key: own }) => describePublicKey(own).fingerprint === fingerprint);
  const label = [String(id), type, comment].filter((part) => part !== undefined && part !== '').join(' ');
  return [{ label, ...(has ? { hint: 'attached already' } : {}), run: () => run(text) }];
}
