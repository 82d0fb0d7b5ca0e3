import type { ColumnView } from '../column-view.ts';
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
  const first = path === undefined ? undefined : await read(path);
  const views = new Map(first?.views ?? []);
  let last: Promise<unknown> = Promise.resolve();

  async function write(list: string): Promise<FileWrite> {
    if (path === undefined) return runOnly('nothing is kept here');
    // What another deck wrote meanwhile about other lists stays.
    const now = await read(path);
    if (now.foreign !== undefined) return runOnly(now.foreign);
    const view = views.get(list);
    const all = new Map([...now.views, ...(view === undefined ? [] : [[list, view] as const])]);
    return stampedFiles.write(path, stamp, { lists: Object.fromEntries(all) });
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

type Kept = { views: readonly (readonly [string, ColumnView])[]; foreign?: string };

/** What stands in the file; a file of a newer rigdeck, or one that was broken by hand, is `foreign` and left alone. */
async function read(path: string): Promise<Kept> {
  const file = await stampedFiles.read(path, stamp);
  if (!file.ok) return { views: [], ...(file.reason !== 'missing' && { foreign: file.message }) };
  const { lists } = file.data;
  if (typeof lists !== 'object' || lists === null) return { views: [] };
  return {
    views: Object.entries(lists).flatMap(([list, value]) => {
      const view = readView(value);
      return view === undefined ? [] : [[list, view] as const];
    }),
  };
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 500 && value.every((id) => typeof id === 'string');

function readView(value: unknown): ColumnView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { order, on, off } = value as Record<string, unknown>;
  return isIds(order) && isIds(on) && isIds(off) ? { order, on, off } : undefined;
}
