import type { FileWrite } from './file-outcome.ts';
import { isObject } from './is-object.ts';
import { type Stamp, stampedFiles } from './stamped-file.ts';

/** A half-filled rent form: its own fields, whatever their shape. */
export type Draft = Record<string, unknown>;

export type Drafts = {
  get(profile: string): Draft | undefined;
  /** Kept whole for this run; on the disk without the values of variables and without registry credentials. */
  keep(profile: string, draft: Draft): Promise<FileWrite>;
  drop(profile: string): Promise<FileWrite>;
};

const stamp: Stamp = { version: 1 };

/** Opens drafts.json: one rent draft per profile, kept when the form is left and over a crash. */
export async function openDrafts(path: string | undefined): Promise<Drafts> {
  const read = path === undefined ? undefined : await stampedFiles.read(path, stamp);
  const foreign = read !== undefined && !read.ok && read.reason !== 'missing' ? read.message : undefined;
  const drafts = new Map<string, Draft>(
    read?.ok && isObject(read.data.drafts)
      ? Object.entries(read.data.drafts).filter((e): e is [string, Draft] => isObject(e[1]))
      : [],
  );
  let last: Promise<unknown> = Promise.resolve();
  /** What another rigdeck has of other profiles stays. */
  const changed = new Set<string>();

  async function save(profile: string): Promise<FileWrite> {
    changed.add(profile);
    if (path === undefined) {
      return {
        ok: false,
        reason: 'failed',
        message: 'There is no folder to keep them in: drafts last for this run only.',
      };
    }
    if (foreign !== undefined) return { ok: false, reason: 'failed', message: foreign };
    const own = [...changed].map((name): [string, Draft | undefined] => {
      const draft = drafts.get(name);
      return [name, draft && withoutSecrets(draft)];
    });
    const done = last.then(async (): Promise<FileWrite> => {
      const written = await stampedFiles.change(path, stamp, (now) => {
        const others = isObject(now?.drafts) ? now.drafts : {};
        const all = Object.entries({ ...others, ...Object.fromEntries(own) });
        return { drafts: Object.fromEntries(all.filter(([, draft]) => draft !== undefined)) };
      });
      return written.ok || written.reason !== 'foreign' ? written : { ...written, reason: 'failed' };
    });
    last = done;
    return done;
  }

  return {
    get: (profile) => drafts.get(profile),
    keep(profile, draft) {
      drafts.set(profile, draft);
      return save(profile);
    },
    async drop(profile) {
      return drafts.delete(profile) ? save(profile) : { ok: true };
    },
  };
}

/** No form of ours is deeper; what a damaged file holds below is left out. */
const mostDepth = 8;

/**
 * A draft as it may lie on a disk: `image_login` (any field of that name, in either spelling) is gone, and of
 * `env` only the names and the port mappings are left (interface.md, creation rule 1). Understands env as an
 * object, as rows `{name or key, value}` or `[name, value]`, and as `NAME=value` lines.
 */
export function withoutSecrets(draft: Draft, depth = 0): Draft {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]): [string, unknown][] => {
      const folded = name.toLowerCase().replaceAll('_', '');
      if (folded.startsWith('imagelogin')) return [];
      if (folded === 'env') return [[name, envNames(value)]];
      if (!isObject(value)) return [[name, value]];
      return depth < mostDepth ? [[name, withoutSecrets(value, depth + 1)]] : [];
    }),
  );
}

function envNames(env: unknown): unknown {
  if (typeof env === 'string') return env.replace(/^(?!\s*-p\s)([^=\n]*=).*$/gm, '$1');
  if (Array.isArray(env)) return env.map(envRow);
  if (!isObject(env)) return undefined;
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, isPort(name) ? value : '']));
}

function envRow(row: unknown): unknown {
  if (typeof row === 'string') return envNames(row);
  if (Array.isArray(row)) return isPort(row[0]) ? row : [row[0], ''];
  if (!isObject(row)) return undefined;
  return 'value' in row && !isPort(row.name ?? row.key) ? { ...row, value: '' } : row;
}

function isPort(name: unknown): boolean {
  return typeof name === 'string' && /^-p\s+\d+:\d+$/.test(name.trim());
}
