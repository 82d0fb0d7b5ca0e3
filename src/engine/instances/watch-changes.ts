import type { Instance } from '../../client/wire.ts';

export type Change =
  | { event: 'there' | 'new' | 'gone'; instance: Instance }
  | { event: 'changed'; fields: readonly string[]; instance: Instance };

/**
 * What tells that something became of a machine. Meters, ages and market figures differ at every look, and so may fields
 * that nobody knows.
 */
const watched = [
  'actual_status',
  'intended_status',
  'cur_state',
  'next_state',
  'status_msg',
  'label',
  'ssh_host',
  'ssh_port',
  'public_ipaddr',
  'ports',
  'image_uuid',
  'disk_space',
  'dph_total',
  'is_bid',
  'bid_price',
  'end_date',
] as const satisfies readonly (keyof Instance)[];

/** What is different between two looks at the list; at the first, every instance that is there. */
export function changesOf(before: readonly Instance[] | undefined, after: readonly Instance[]): Change[] {
  if (before === undefined) return after.map((instance) => ({ event: 'there', instance }));
  const old = new Map(before.map((row) => [row.id, row]));
  const left = new Set(after.map(({ id }) => id));
  return [
    ...before.filter(({ id }) => !left.has(id)).map((instance): Change => ({ event: 'gone', instance })),
    ...after.flatMap((instance): Change[] => {
      const was = old.get(instance.id);
      if (was === undefined) return [{ event: 'new', instance }];
      const fields = differing(was, instance);
      return fields.length === 0 ? [] : [{ event: 'changed', fields, instance }];
    }),
  ];
}

/** What a list shows, with the rows of before that it does not show and that may be among those missing from it. */
export const withUnseen = (before: readonly Instance[], now: readonly Instance[]): readonly Instance[] => [
  ...now,
  ...before.filter(({ id }) => !now.some((row) => row.id === id)),
];

const differing = (a: Instance, b: Instance): string[] =>
  watched.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
