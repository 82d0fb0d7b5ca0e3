import type { Instance, SshKey } from '../client/wire.ts';
import { nameOfId } from '../domain/names.ts';
import { describePublicKey } from '../domain/ssh-public-key.ts';
import { dataOf } from '../loadable.ts';
import { type Deck, useDeck } from './deck.ts';
import { noteLost, useLostWrites } from './lost-writes.ts';
import { keys } from './resources.ts';
import { useStore } from './store.ts';
import { useRead } from './use-read.ts';

/** Under these names acts on instances are looked for: the lists that tell of them tell of other things, too. */
const labels = `labels of ${keys.instances}`;
const attached = `keys of ${keys.instances}`;

type LostLabel = { id: number; label: string | null };
/** `attached` is what was asked for. */
type LostAttach = { id: number; line: string; attached: boolean };

/** Sends a label. Where the answer is lost the list of instances tells what it is called. */
export const sendLabel = <R>(
  deck: Deck,
  what: string,
  target: LostLabel,
  send: () => Promise<R>,
): Promise<R> => noteLost(deck, { list: labels, what, target }, send);

/**
 * Sends that an SSH key is to open an instance (`attached`), or to open it no more. Where the answer is lost the keys of
 * that instance tell.
 */
export const sendKeyChange = <R>(
  deck: Deck,
  what: string,
  target: LostAttach,
  send: () => Promise<R>,
): Promise<R> => noteLost(deck, { list: attached, what, target }, send);

/** Settles labels whose answer was lost by the instances that are `known` after them. */
export function useLostLabels(known: readonly Instance[] | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<LostLabel>(
    labels,
    ({ id, label }) => {
      const row = known?.find((one) => one.id === id);
      // Of one that is gone there is nothing more to say.
      if (known === undefined) return undefined;
      if (row === undefined) return { level: 'info', text: `${id} is not in the list any more` };
      const now = row.label ?? '';
      const called = now === '' ? 'has no label' : `is called ${now}`;
      return now === (label ?? '')
        ? { level: 'info', text: `${id} ${called}: the list, read after that, says so` }
        : {
            level: 'warn',
            text: `${id} ${called} in the list, read after that: ${keyName('instance.label')} changes it`,
          };
    },
    [keys.instances],
  );
}

/** Settles keys whose attaching or detaching got no answer, one after the other, by the keys of the instance, read for that alone. */
export function useLostAttaching(known: readonly Instance[] | undefined): void {
  const deck = useDeck();
  const open = useStore(deck.lostWrites).find(({ list }) => list === attached)?.target as
    | LostAttach
    | undefined;
  const key = open === undefined ? undefined : keys.instanceSshKeys(open.id);
  const read = useRead<SshKey[]>(key, (api) => api.listInstanceSshKeys(open?.id ?? 0), { every: 0 });
  const now = dataOf(read);
  useLostWrites<LostAttach>(
    attached,
    (target) => {
      if (now === undefined || target !== open) return undefined;
      const print = ({ public_key: text }: { public_key?: string }) => describePublicKey(text).fingerprint;
      const there = now.some((one) => print(one) === print({ public_key: target.line }));
      const name = nameOfId(known, target.id);
      const told = there
        ? 'attached: its keys, read after that, have it'
        : 'not among its keys, read after that';
      const again = target.attached ? 'attach it again' : 'detach it again';
      return there === target.attached
        ? { level: 'info', text: `${name}: the SSH key is ${told}` }
        : { level: 'warn', text: `${name}: the SSH key is ${told}: ${again}` };
    },
    key === undefined ? [] : [key],
  );
}
