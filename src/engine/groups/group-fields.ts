import { parseQuery } from '../offers/query-parse.ts';

/** What a field of a group holds, and so how what is typed for it is read. */
export type GroupFieldKind = 'text' | 'search' | 'id' | 'amount' | 'share' | 'count' | 'gigabytes' | 'state';

export type GroupField<Name extends string = string> = {
  name: Name;
  label: string;
  /** For the help of its flag. */
  help: string;
  kind: GroupFieldKind;
  flag: string;
  /** What holds where it is left out, as it would be typed. */
  usual?: string;
  /** What the number counts. */
  unit?: string;
  /** A group is made without it: it can only be changed. */
  changeOnly?: true;
};

/** How groups of both kinds scale: each has defaults of its own. */
export const scalingFields = {
  min_load: {
    label: 'Min load',
    help: 'Load there is always room for',
    kind: 'amount',
    flag: '--min-load',
  },
  cold_mult: {
    label: 'Cold mult',
    help: 'Cold capacity, times the load',
    kind: 'amount',
    flag: '--cold-mult',
  },
  cold_workers: {
    label: 'Cold workers',
    help: 'Cold workers to keep',
    kind: 'count',
    flag: '--cold-workers',
  },
  max_workers: {
    label: 'Max workers',
    help: 'Max workers, billed as instances',
    kind: 'count',
    flag: '--max-workers',
  },
} as const satisfies Record<string, Omit<GroupField, 'name'>>;

/** What was typed, by field; blank is untouched. */
export type GroupDraft<Name extends string = string> = Readonly<Partial<Record<Name, string>>>;

/** `field` is absent where it is about the draft as a whole. */
export type GroupError<Name extends string = string> = { field?: Name; message: string };

export const endpointStates = ['active', 'suspended', 'stopped'] as const;

type Value = { ok: true; value: string | number } | { ok: false; message: string };

const value = (read: string | number): Value => ({ ok: true, value: read });
const wrong = (message: string): Value => ({ ok: false, message });
const decimal = /^(\d+\.?\d*|\.\d+)$/;

function readSearch(text: string): Value {
  const parsed = parseQuery(text);
  if (parsed.ok) return value(text);
  const instead = parsed.suggestion === undefined ? '' : `; did you mean ${parsed.suggestion} ?`;
  return wrong(`at ${parsed.at + 1}: ${parsed.reason}${instead}`);
}

/** Reads what was typed for a field. A text is sent as it is, a search too once it can be read. */
export function readGroupValue({ kind }: Pick<GroupField, 'kind'>, typed: string): Value {
  const text = typed.trim();
  switch (kind) {
    case 'text':
      return value(text);
    case 'search':
      return readSearch(text);
    case 'id':
      return /^[1-9]\d{0,14}$/.test(text)
        ? value(Number(text))
        : wrong('write the id, a whole number above 0');
    case 'amount':
      return decimal.test(text) ? value(Number(text)) : wrong('write a number from 0 on');
    case 'share':
      return decimal.test(text) && Number(text) <= 1
        ? value(Number(text))
        : wrong('write a share from 0 to 1, as 0.9');
    case 'count':
      return /^\d{1,9}$/.test(text) ? value(Number(text)) : wrong('write a whole number from 0 on');
    case 'gigabytes': {
      const [, gigabytes] = /^(\d{1,6})\s*(?:gb?)?$/i.exec(text) ?? [];
      return gigabytes === undefined ? wrong('write whole GB, as 24') : value(Number(gigabytes));
    }
    case 'state':
      return endpointStates.some((state) => state === text)
        ? value(text)
        : wrong(`write one of ${endpointStates.join(', ')}`);
  }
}

/** Every field of a draft that was touched, read; and what is wrong with the others. */
export function readGroupDraft<Name extends string>(
  fields: readonly GroupField<Name>[],
  draft: GroupDraft<Name>,
): { values: Partial<Record<Name, string | number>>; errors: GroupError<Name>[] } {
  const values: Partial<Record<Name, string | number>> = {};
  const errors: GroupError<Name>[] = [];
  for (const field of fields) {
    const typed = draft[field.name] ?? '';
    if (typed.trim() === '') continue;
    const read = readGroupValue(field, typed);
    if (read.ok) values[field.name] = read.value;
    else errors.push({ field: field.name, message: read.message });
  }
  return { values, errors };
}

/** What of a draft is other than before; an emptied field is in it as an empty text. */
export const changedFields = <Name extends string>(
  before: GroupDraft<Name>,
  draft: GroupDraft<Name>,
): GroupDraft<Name> =>
  Object.fromEntries(
    Object.entries<string | undefined>(draft).filter(([name, text]) => text !== (before[name as Name] ?? '')),
  ) as GroupDraft<Name>;

/** The fields of a record as they would be typed; what is not known is empty. */
export const draftOf = <Name extends string>(
  fields: readonly GroupField<Name>[],
  record: Readonly<Partial<Record<Name, unknown>>>,
): Record<Name, string> =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const held = record[name];
      return [name, typeof held === 'string' || typeof held === 'number' ? String(held) : ''];
    }),
  ) as Record<Name, string>;
