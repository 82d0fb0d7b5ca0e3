import * as v from 'valibot';
import type { JournalEvent } from './journal-events.ts';

type Search = Extract<JournalEvent, { t: 'rescue' }>['search'];

const number = v.pipe(v.number(), v.finite());
const text = v.string();
const maybe = <S extends v.GenericSchema>(schema: S) => v.exactOptional(schema);
const base = { at: number, base_url: text, key_id: text, user_id: v.exactOptional(number) };
const machine = { host_id: maybe(number), machine_id: maybe(number) };
const consent = v.picklist(['tell', 'ask', 'by-itself']);
const search = v.custom<Search>((value) => typeof value === 'object' && value !== null);
const names = { label: maybe(text), gpu: maybe(text) };

const schema = v.variant('t', [
  v.object({
    ...base,
    t: v.literal('intent'),
    rent: text,
    offer_id: number,
    body_hash: text,
    known_ids: maybe(v.array(number)),
    known_count: maybe(number),
    tag: maybe(text),
    ...names,
    image: maybe(text),
    ...machine,
    agreed: maybe(number),
    search: maybe(search),
    rescue: maybe(v.object({ consent, cap: maybe(number), tries: number })),
    wish: maybe(text),
  }),
  v.object({ ...base, t: v.literal('unclear'), rent: text }),
  v.object({
    ...base,
    t: v.literal('not-created'),
    rent: text,
    why: v.picklist(['refused', 'not-listed', 'person']),
    insisted: maybe(v.literal(true)),
  }),
  v.object({ ...base, t: v.literal('overridden'), rent: text }),
  v.object({ ...base, t: v.literal('handed-over'), rent: text }),
  v.object({ ...base, t: v.literal('asked-again'), rent: text }),
  v.object({
    ...base,
    t: v.literal('rented'),
    rent: maybe(text),
    id: number,
    offer_id: number,
    ...names,
    ...machine,
    guessed: maybe(v.literal(true)),
  }),
  // The first version wrote no key here.
  v.object({ ...base, key_id: v.optional(text, ''), t: v.literal('gone'), id: number }),
  v.object({
    ...base,
    t: v.literal('limit'),
    limit: text,
    id: number,
    act: v.picklist(['stop', 'destroy']),
    until: maybe(number),
    own_at: maybe(number),
    budget: maybe(number),
    kept: v.picklist(['here', 'service']),
    job_id: maybe(number),
  }),
  v.object({ ...base, t: v.literal('limit-spent'), limit: text, dollars: number, per_hour: number }),
  v.object({ ...base, t: v.literal('limit-tried'), limit: text }),
  v.object({
    ...base,
    t: v.literal('limit-ended'),
    limit: text,
    why: v.picklist(['done', 'called-off', 'failed', 'gone']),
  }),
  v.object({
    ...base,
    t: v.literal('rescue'),
    rescue: text,
    id: number,
    offer_id: number,
    consent,
    cap: maybe(number),
    tries: number,
    guessed: maybe(v.literal(true)),
    search,
    ...machine,
  }),
  v.object({
    ...base,
    t: v.literal('rescue-step'),
    rescue: text,
    step: v.picklist([
      'boot-failed',
      'destroying',
      'gone',
      'renting',
      'not-rented',
      'rented',
      'failed',
      'called-off',
      'running',
    ]),
    id: maybe(number),
    offer_id: maybe(number),
    why: maybe(text),
    ...machine,
  }),
]);

const kinds = new Set<unknown>(schema.options.map((option) => option.entries.t.literal));

/** Whether a line is of a kind that this version does not know, as a later one may write. */
export const isLaterEvent = ({ t }: Record<string, unknown>): boolean =>
  typeof t === 'string' && !kinds.has(t);

/** A line of the rent journal, or undefined for one that this version does not know. */
export function decodeJournalEvent(value: Record<string, unknown>): JournalEvent | undefined {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : undefined;
}
