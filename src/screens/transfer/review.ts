import { rate } from '../../base/format.ts';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { CloudCopyRequest, Instance } from '../../client/wire.ts';
import { type CopyDirection, copyDanger } from '../../engine/transfer/cloud-copy.ts';
import { type CopyRecord, mayGoOn } from '../../engine/transfer/copy-progress.ts';

export type CopyReview = {
  body: CloudCopyRequest;
  direction: CopyDirection;
  /** The record of the instance, where the list has it, and what it is called. */
  instance: Instance | undefined;
  name: string;
  connection: string;
  records: readonly CopyRecord[];
  cells: number;
  rows: number;
};

/** What an earlier copy of the same instance means for this one, in a sentence; undefined when there is none. */
function earlier({ records, body }: CopyReview): string | undefined {
  const open = records.filter((copy) => String(copy.instance) === body.instance_id && mayGoOn(copy));
  if (open.some(({ state }) => state === 'unknown'))
    return 'It is not known whether an earlier copy of this instance was started: look at its status first, or both may run.';
  return open.length === 0
    ? undefined
    : 'Another copy of this instance is under way: its status tells of one of them only.';
}

/** What the traffic costs where the record of the instance says so. */
function traffic({ instance, direction }: CopyReview): string | undefined {
  const perGb = direction === 'to-cloud' ? instance?.inet_up_cost : instance?.inet_down_cost;
  return perGb === undefined || perGb === 0 ? undefined : `Traffic costs $${rate(perGb)} per GB.`;
}

/** The lines of the question before a copy: what goes where, and what is lost there. */
export function copyReviewBody(review: CopyReview, words: { arrow: string; warn: string }): Parts[] {
  const { body, direction, name, connection, cells, rows } = review;
  const onInstance = `on ${body.instance_id}${name === body.instance_id ? '' : ` ${name}`}`;
  const inCloud = `in ${connection}`;
  const [from, to] = direction === 'to-cloud' ? [onInstance, inCloud] : [inCloud, onInstance];
  const danger = copyDanger(body);
  const warned = [...danger.words, earlier(review)].filter((text) => text !== undefined);
  // What there is no room for is left out from the end; what goes where and what is lost never is.
  const said = [
    body.flags === undefined ? undefined : `Flags: ${body.flags.join(' ')}`,
    body.api_key === undefined ? undefined : 'The key that you gave goes along; it is not kept.',
    traffic(review),
  ].filter((text) => text !== undefined);
  const head: Parts[] = [
    [[body.src, 'bold'], `  ${from}`],
    [`${words.arrow} `, [body.dst, 'bold'], `  ${to}`],
  ];
  const losses = warned.flatMap((text) =>
    wrapWords(text, cells - 2).map(
      (line, index): Parts => [[index === 0 ? `${words.warn} ` : '  ', 'warn'], line],
    ),
  );
  const rest = said.flatMap((text) => wrapWords(text, cells).map((line): Parts => [[line, 'dim']]));
  const spare = rows - head.length - losses.length;
  const air: Parts[] = rest.length < spare ? [[]] : [];
  return [...head, ...air, ...losses, ...rest.slice(0, Math.max(0, spare - air.length))];
}
