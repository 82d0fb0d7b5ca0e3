import type { ColumnView } from '../../base/column-view.ts';
import type { FileWrite } from './file-outcome.ts';
import { type Stamp, stampedFiles } from './stamped-file.ts';

/** The columns of each list as a person has chosen them, by the name of the list; the same for every account. */
export type Views = {
  get(list: string): ColumnView | undefined;
  /** Kept for this run in any case; the answer says whether it is kept for longer. */
  keep(list: string, view: ColumnView): Promise<FileWrite>;
};

const stamp: Stamp = { version: 1 };

const runOnly = (message: string): FileWrite => ({ ok: false, reason: 'failed', message });

/** Opens views.json; without a path it lasts for the run. */
export async function openViews(path: string | undefined): Promise<Views> {
  const first = path === undefined ? undefined : await stampedFiles.read(path, stamp);
  const views = new Map(viewsIn(first?.ok ? first.data : undefined));
  let last: Promise<unknown> = Promise.resolve();

  async function write(list: string): Promise<FileWrite> {
    if (path === undefined) return runOnly('nothing is kept here');
    const written = await stampedFiles.change(path, stamp, (now) => {
      const view = views.get(list);
      const all = new Map([...viewsIn(now), ...(view === undefined ? [] : [[list, view] as const])]);
      return { lists: Object.fromEntries(all) };
    });
    return written.ok || written.reason !== 'foreign' ? written : runOnly(written.message);
  }

  return {
    get: (list) => views.get(list),
    keep(list, view) {
      views.set(list, view);
      const done = last.then(() => write(list));
      last = done;
      return done;
    },
  };
}

function viewsIn(data: Record<string, unknown> | undefined): readonly (readonly [string, ColumnView])[] {
  const lists = data?.lists;
  if (typeof lists !== 'object' || lists === null) return [];
  return Object.entries(lists).flatMap(([list, value]) => {
    const view = readView(value);
    return view === undefined ? [] : [[list, view] as const];
  });
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 500 && value.every((id) => typeof id === 'string');

function readView(value: unknown): ColumnView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { order, on, off } = value as Record<string, unknown>;
  return isIds(order) && isIds(on) && isIds(off) ? { order, on, off } : undefined;
}
