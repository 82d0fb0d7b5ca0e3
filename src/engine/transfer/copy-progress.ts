import type { CloudCopyRequest } from '../../client/wire.ts';

/** The instances whose status message tells of a copy that goes on and was not asked for in this run. */
export function copiesElsewhere<I extends { id: number; status_msg?: string }>(
  instances: readonly I[],
  copies: readonly CopyRecord[],
): I[] {
  return instances.filter(
    ({ id, status_msg }) =>
      readCopyNews(status_msg)?.state === 'going' && !copies.some(({ instance }) => instance === id),
  );
}

/** What a status message says of a copy. */
export type CopyNews = { state: 'going' | 'finished' | 'cancelled' | 'failed'; percent?: number };

/**
 * Reads the `status_msg` of an instance; undefined where it does not speak of a copy. Of its words only the end of a
 * copy is publicly known ("Cloud Copy Operation Finished"), so what else is in it is only looked for.
 */
export function readCopyNews(statusMsg: string | undefined): CopyNews | undefined {
  if (statusMsg === undefined || !/cloud[ -]?copy|rclone/i.test(statusMsg)) return undefined;
  if (/cancel|abort/i.test(statusMsg)) return { state: 'cancelled' };
  if (/fail|error/i.test(statusMsg)) return { state: 'failed' };
  if (/finish|complete|\bdone\b/i.test(statusMsg)) return { state: 'finished' };
  const percent = /(\d{1,3})(?:\.\d+)?\s*%/.exec(statusMsg)?.[1];
  return { state: 'going', ...(percent === undefined ? {} : { percent: Math.min(100, Number(percent)) }) };
}

/**
 * `sent`: the request is on its way. `unknown`: its answer got lost. `started`: the service took it and its status
 * message does not tell of it yet. `silent`: it told of it and does no more, so that only result_url can tell the end.
 */
export type CopyState = 'sent' | 'unknown' | 'started' | 'silent' | CopyNews['state'];

/** A copy that was asked for in this run. The key that went with it is no part of it. */
export type CopyRecord = {
  /** Counts in this run. */
  id: number;
  instance: number;
  request: Omit<CloudCopyRequest, 'api_key'>;
  /** When it was sent, ms. */
  at: number;
  state: CopyState;
  percent?: number;
  /** The status message of the instance when it was sent: as long as it stands there it says nothing of this copy. */
  before: string | undefined;
  /** The service's own words, the newest. */
  said?: string;
  msg?: string;
  resultUrl?: string;
};

/** A status message tells of a copy about so much late (publicly known); before that it is about an earlier one. */
const newsLagMs = 30_000;

const open: readonly CopyState[] = ['unknown', 'started', 'going'];

/** Whether there may be something to call off. */
export const mayGoOn = ({ state }: Pick<CopyRecord, 'state'>): boolean => open.includes(state);

function withNews(copy: CopyRecord, statusMsg: string | undefined, now: number): CopyRecord {
  if (!mayGoOn(copy) || now - copy.at < newsLagMs || statusMsg === copy.before) return copy;
  const news = readCopyNews(statusMsg);
  // A message that speaks of something else says that this copy is over, and not how.
  if (news === undefined) return copy.state === 'going' ? { ...copy, state: 'silent' } : copy;
  if (statusMsg === copy.said) return copy;
  const { percent: _, ...rest } = copy;
  return { ...rest, ...news, before: undefined, said: statusMsg as string };
}

/**
 * The copies as the status messages of their instances tell; the same array when nothing is new. A message tells of
 * the latest copy of its instance alone: of an earlier one that was not seen to end nothing more can be known.
 */
export function copiesAfter(
  copies: readonly CopyRecord[],
  statusOf: (instance: number) => { statusMsg: string | undefined } | undefined,
  now: number,
): readonly CopyRecord[] {
  const after = copies.map((copy, index) => {
    const later = copies.some((one, at) => at > index && one.instance === copy.instance);
    if (later) return mayGoOn(copy) ? { ...copy, state: 'silent' as const } : copy;
    const status = statusOf(copy.instance);
    return status === undefined ? copy : withNews(copy, status.statusMsg, now);
  });
  return after.every((copy, index) => copy === copies[index]) ? copies : after;
}
