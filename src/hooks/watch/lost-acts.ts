import { rate } from '../../base/format-number.ts';
import type { Instance, InstanceListReply, ListReply, SshKey } from '../../client/wire.ts';
import { describePublicKey } from '../../engine/api-keys/ssh-public-key.ts';
import type { Deck } from '../../engine/deck.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import { type LostPower, power } from '../../engine/instances/lost-power.ts';
import { instanceName, nameOfId } from '../../engine/instances/names.ts';
import { isAs, isAsked } from '../../engine/instances/power-asked.ts';
import { saidAct } from '../../engine/instances/said-act.ts';
import { dataOf } from '../../engine/loadable.ts';
import { absentFor, type Look, toldOfDeletion } from '../../engine/lost-creation.ts';
import { noteLost } from '../../engine/lost-writes.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { bidOf } from '../../engine/money/bid.ts';
import { keys } from '../../engine/read-keys.ts';
import { useStore } from '../../tui/use-store.ts';
import { useDeck } from '../use-deck.ts';
import { useRead } from '../use-read.ts';
import { useLostWrites } from '../use-write.ts';

/** Under these names acts on instances are looked for: the lists that tell of them tell of other things, too. */
const labels = `labels of ${keys.instances}`;
const bids = `bids of ${keys.instances}`;
const attached = `keys of ${keys.instances}`;

type LostLabel = { id: number; label: string | null };
/** `price` in $/h, without the disk. */
type LostBid = { id: number; price: number };
/** `attached` is what was asked for. */
type LostAttach = { id: number; line: string; attached: boolean };

/** Sends a label. Where the answer is lost the list of instances tells what it is called. */
export const sendLabel = <R>(
  deck: Deck,
  what: string,
  target: LostLabel,
  send: () => Promise<R>,
): Promise<R> => noteLost(deck, { list: labels, what, target }, send);

/** Sends another bid. Where the answer is lost the list of instances tells what is bid. */
export const sendBid = <R>(deck: Deck, what: string, target: LostBid, send: () => Promise<R>): Promise<R> =>
  noteLost(deck, { list: bids, what, target }, send);

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
export function useLostLabels(known: InstanceListReply | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<LostLabel>(
    labels,
    ({ id, label }) => {
      const row = known?.instances.find((one) => one.id === id);
      // Of one that is gone there is nothing more to say.
      if (known === undefined || (row === undefined && !isWhole(known))) return undefined;
      if (row === undefined) return { level: 'info', text: `${id} is not in the list any more` };
      const now = row.label ?? '';
      const called = now === '' ? 'has no label' : `is called ${now}`;
      return now === (label ?? '')
        ? { level: 'info', text: `${id} ${called}: the list, read after that, says so` }
        : {
            level: 'warn',
            text: `${id} ${called} in the list, ${absentFor}: ${keyName('instance.label')} changes it`,
            soFar: `${id} ${called} in the list`,
          };
    },
    [keys.instances],
  );
}

/** Bids have three decimals at most, and a service may keep them less exactly than they were sent. */
const sameBid = 0.0005;

/** Settles bids whose answer was lost by the instances that are `known` after them; a record need not tell of its bid. */
export function useLostBids(known: InstanceListReply | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<LostBid>(
    bids,
    ({ id, price }) => {
      if (known === undefined) return undefined;
      const row = known.instances.find((one) => one.id === id);
      if (row === undefined && !isWhole(known)) return undefined;
      if (row === undefined) return { level: 'info', text: `${id} is not in the list any more` };
      const now = bidOf(row);
      if (now === undefined) return undefined;
      const said = `${instanceName(row)}: the bid is ${rate(now)} $/h`;
      return Math.abs(now - price) < sameBid
        ? { level: 'info', text: `${said}: the list, read after that, says so` }
        : {
            level: 'warn',
            text: `${said} in the list, ${absentFor}: ${saidAct({ keyName }, 'bid', row.id)} changes it`,
            soFar: `${said} in the list`,
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
  const read = useRead<ListReply<SshKey>>(key, (api) => api.listInstanceSshKeys(open?.id ?? 0), {
    every: 0,
  });
  const now = dataOf(read);
  useLostWrites<LostAttach>(
    attached,
    (target) => {
      if (now === undefined || target !== open) return undefined;
      const print = ({ public_key: text }: { public_key?: string }) => describePublicKey(text).fingerprint;
      const there = now.rows.some((one) => print(one) === print({ public_key: target.line }));
      if (!there && !isWhole(now)) return undefined;
      const name = nameOfId(known, target.id);
      const said = `${name}: the SSH key is ${there ? 'attached' : 'not among its keys'}`;
      if (there === target.attached)
        return {
          level: 'info',
          text: there ? `${said}: its keys, read after that, have it` : `${said}, read after that`,
        };
      const again = target.attached ? 'attach it again' : 'detach it again';
      return { level: 'warn', text: `${said}, ${absentFor}: ${again}`, soFar: said };
    },
    key === undefined ? [] : [key],
  );
}

/** Settles stops, starts and destroys whose answer was lost by the list as it is after them. */
export function useLostPower(list: InstanceListReply | undefined): void {
  const { keyName } = useDeck();
  useLostWrites<LostPower>(
    power,
    ({ target: { id, name, listed }, act, done }) => {
      if (list === undefined) return undefined;
      const row = list.instances.find((one) => one.id === id);
      // That one is gone after all is said by whoever counts the destroys that failed; a list that is not whole tells nothing.
      if (row === undefined && (act === 'destroy' || !isWhole(list))) return undefined;
      if (row === undefined) return unlisted(name, listed);
      if (act === 'destroy')
        return toldOfDeletion(name, true, {
          gone: 'destroyed',
          again: `it is charged; ${saidAct({ keyName }, 'destroy', id)} destroys it`,
          meanwhile: ' and is charged',
        });
      const look = ofPower(row, act, saidAct({ keyName }, act, id));
      if (look.soFar === undefined) done();
      return look;
    },
    [keys.instances],
  );
}

/** One that no list has shown yet may still come into it. */
function unlisted(name: string, wasListed: boolean): Look {
  if (wasListed) return { level: 'info', text: `${name} is not in the list any more` };
  const soFar = `${name} is not in the list`;
  return { level: 'warn', text: `${soFar}, ${absentFor}`, soFar };
}

function ofPower(row: Instance, act: 'stop' | 'start', key: string): Look {
  const wanted = act === 'stop' ? 'stopped' : 'running';
  const name = instanceName(row);
  if (isAsked(row, wanted)) {
    const is = isAs(row, wanted) ? `is ${readInstance(row).word}` : `is to be ${wanted}`;
    return { level: 'info', text: `${name} ${is}: the list, read after that, says so` };
  }
  const soFar = `${name} is ${readInstance(row).word} in the list`;
  return { level: 'warn', text: `${soFar}, ${absentFor}: ${key} ${act}s it`, soFar };
}
