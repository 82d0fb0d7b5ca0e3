import type { CreateRequest, InstanceListReply, Offer, SearchBody } from '../../client/wire.ts';
import { gpuLabel, rentTag } from '../instances/names.ts';
import type { JournalEvent, RentEvent } from '../journal-events.ts';

export type RentIntent = Extract<RentEvent, { t: 'intent' }>;

/** What goes into the journal before the request goes out, and the request with the mark where the label was empty. */
export function rentIntent(given: {
  offer: Offer;
  body: CreateRequest;
  events: readonly JournalEvent[];
  /** The list of instances as it is now; undefined when it could not be read. */
  known: InstanceListReply | undefined;
  now: number;
  random: () => number;
  /** $/h with its disk, as it was agreed to. */
  agreed?: number | undefined;
  search?: SearchBody | undefined;
  rescue?: RentIntent['rescue'] | undefined;
  /** What a command was asked for (late-answer.ts). */
  wish?: string | undefined;
}): { intent: RentIntent; body: CreateRequest } {
  const { offer, body, events, known, now, random, agreed, search, rescue, wish } = given;
  const intents = events.filter((event) => event.t === 'intent');
  const label = body.label?.trim() ?? '';
  const tag = label === '' ? rentTag(random, new Set(intents.map((event) => event.tag ?? ''))) : undefined;
  const named = tag === undefined ? body : { ...body, label: tag };
  const gpu = gpuLabel(offer);
  return {
    body: named,
    intent: {
      t: 'intent',
      // In one millisecond one account sends one rent at the most; the count keeps a clock put back, and another account, from
      // repeating it.
      rent: `${now.toString(36)}-${intents.length + 1}`,
      at: now,
      offer_id: offer.id,
      body_hash: bodyHash(named),
      ...(known !== undefined && {
        known_ids: known.instances.map(({ id }) => id),
        known_count: Math.max(known.instances_found, known.instances.length + (known.missing ?? 0)),
      }),
      ...(tag === undefined ? { label } : { tag }),
      ...(gpu !== undefined && { gpu }),
      ...(body.image !== undefined && { image: body.image }),
      ...(offer.host_id !== undefined && { host_id: offer.host_id }),
      ...(offer.machine_id !== undefined && { machine_id: offer.machine_id }),
      ...(agreed !== undefined && { agreed }),
      ...(search !== undefined && { search }),
      ...(rescue !== undefined && { rescue }),
      ...(wish !== undefined && { wish }),
    },
  };
}

/**
 * Tells two requests apart. Values of variables and logins are left out: a short one could be
 * found again from its hash.
 */
export function bodyHash(body: CreateRequest): string {
  const { image_login, env = {}, ...rest } = body;
  const names = Object.keys(env).sort();
  return textHash(JSON.stringify([Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)), names]));
}

/** FNV-1a, 64 bits, hex. */
export function textHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
