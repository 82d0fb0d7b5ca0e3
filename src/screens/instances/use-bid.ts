import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { readInstance } from '../../engine/instances/lifecycle.ts';
import { instanceName } from '../../engine/instances/names.ts';
import type { Binding } from '../../engine/keymap.ts';
import { bidEffect, bidWords, readBid, winningBid } from '../../engine/money/bid.ts';
import { keys } from '../../engine/read-keys.ts';
import { reportDone, reportFailure } from '../../engine/report-failure.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useLackingReason, useStaleBlock } from '../../hooks/use-write.ts';
import { sendBid } from '../../hooks/watch/lost-acts.ts';

const longest = 10;
const whatOf = (row: Instance): string => `Bid for ${instanceName(row)}`;

/** Another bid for an interruptible instance: asked for, checked, its effect on the bill shown, and sent once. */
export function useBid(instance: Instance | undefined): Binding {
  const deck = useDeck();
  const session = useSession();
  const lacks = useLackingReason('instance_write');
  const id = instance?.id ?? 0;
  const old = useStaleBlock(keys.instances, keys.instance(id));
  const change = useCommand(
    ({ row, price }: { row: Instance; price: number }) => {
      if (session === undefined) throw new Error('a bid was sent without a session');
      const { api } = session;
      return sendBid(deck, whatOf(row), { id: row.id, price }, () => api.changeBid(row.id, price));
    },
    [keys.instances, keys.instance(id), keys.user],
  );

  const send = async (row: Instance, price: number) => {
    const result = await change.run({ row, price });
    if (result === undefined) return;
    if (result.ok) reportDone(deck, whatOf(row), `${instanceName(row)}: the bid is ${price} $/h now`);
    else reportFailure(deck, whatOf(row), result.error);
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
