import type { Instance } from '../client/wire.ts';
import { bidEffect, bidWords, readBid, winningBid } from '../domain/bid.ts';
import { readInstance } from '../domain/lifecycle.ts';
import { instanceName } from '../domain/names.ts';
import type { Binding } from '../keymap.ts';
import type { Parts } from '../parts.ts';
import { useDeck, useSession } from './deck.ts';
import { useLackingReason } from './lacking.ts';
import { reportDone, reportFailure } from './report-failure.ts';
import { keys } from './resources.ts';
import { useStaleBlock } from './stale-block.ts';
import { useCommand } from './use-command.ts';

const longest = 10;

/** Another bid for an interruptible instance: asked for, checked, its effect on the bill shown, and sent once. */
export function useBid(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const session = useSession();
  const lacks = useLackingReason('instance_write');
  const id = instance?.id ?? 0;
  const old = useStaleBlock(keys.instances, keys.instance(id));
  const change = useCommand(
    ({ target, price }: { target: number; price: number }) => {
      if (session === undefined) throw new Error('a bid was sent without a session');
      return session.api.changeBid(target, price);
    },
    [keys.instances, keys.instance(id), keys.user],
  );

  const send = async (row: Instance, price: number) => {
    const result = await change.run({ target: row.id, price });
    if (result === undefined) return;
    const name = instanceName(row);
    if (result.ok) reportDone(deck, `Bid for ${name}`, `${name}: the bid is ${price} $/h now`);
    else reportFailure(deck, `Bid for ${name}`, result.error);
  };
  const confirm = (row: Instance, price: number) =>
    deck.open({
      kind: 'confirm',
      action: 'instance.bid',
      title: 'Change this bid?',
      body: [
        [[`${row.id}  ${row.label ?? ''}`.trim(), 'bold'], `  ${readInstance(row, { hasRun: true }).word}`],
        [],
        ...bidEffect(row, price).map((line): Parts => [line]),
      ],
      no: 'No, go back',
      yes: 'Change it',
      run: () => void send(row, price),
    });
  const ask = (row: Instance) => {
    const read = (text: string) => readBid(text, row.num_gpus);
    deck.open({
      kind: 'prompt',
      title: `Bid for ${instanceName(row)}, $/h`,
      goesOn: true,
      initial: winningBid(row)?.toFixed(3) ?? '',
      limit: longest,
      notes: [`${bidWords(row)}.`],
      wrong: (text) => {
        const bid = read(text);
        return bid.ok ? undefined : bid.reason;
      },
      takesInitial: true,
      run: (text) => {
        const bid = read(text);
        if (bid.ok) confirm(row, bid.price);
      },
    });
  };
  return {
    run: () => instance && ask(instance),
    blocked:
      instance === undefined
        ? 'There is no instance here'
        : instance.is_bid !== true
          ? 'It is paid on demand: it has no bid'
          : session?.readOnly === true
            ? 'rigdeck is in read-only mode'
            : change.pending
              ? 'The last bid is still on its way'
              : (lacks ?? old),
  };
}
