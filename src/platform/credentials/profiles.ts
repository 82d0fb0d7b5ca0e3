import type { Documents, DocumentWrite, Stamp } from './document.ts';
import type { SecretHome } from './secret-store.ts';

/** Colours that an account's name may have, by which a person tells accounts apart. */
export const profileColours = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;
export type ProfileColour = (typeof profileColours)[number];

export const isProfileColour = (word: unknown): word is ProfileColour =>
  (profileColours as readonly unknown[]).includes(word);

/** An account to work with. Holds no secret: the key stands in `home`, under `baseUrl` and `keyId`. */
export type Profile = {
  name: string;
  baseUrl: string;
  home: SecretHome;
  /** From keyFingerprint. */
  keyId: string;
  readOnly?: boolean;
  /** A colour for the name in the corner. */
  colour?: ProfileColour;
};

export type ProfileChoice =
  /** No profile when there is none at all and none was asked for. */
  { ok: true; profile?: Profile } | { ok: false; reason: string; next: string };

export type Profiles = {
  all(): readonly Profile[];
  get(name: string): Profile | undefined;
  /** The one that is used when none is named. */
  active(): Profile | undefined;
  /** `--profile`, then RIGDECK_PROFILE, then the active one. */
  choose(flag: string | undefined, env: Record<string, string | undefined>): ProfileChoice;
  /** Adds or replaces by name, and makes it the active one unless told not to. */
  save(profile: Profile, options?: { activate?: boolean }): Promise<DocumentWrite>;
  activate(name: string): Promise<DocumentWrite>;
  remove(name: string): Promise<DocumentWrite>;
  /** Why the profiles on disk could not be read; they are left as they are. */
  readonly problem: string | undefined;
};

const stamp: Stamp = { version: 1 };

export function isProfileName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/.test(name);
}

/**
 * Reads profiles.json. Without a path, or where the file cannot be written, profiles live for this run; where
 * it cannot be read, nothing overwrites it.
 */
export async function openProfiles(options: { path?: string; documents: Documents }): Promise<Profiles> {
  const { path, documents } = options;
  const read = path === undefined ? undefined : await documents.read(path, stamp);
  const problem = read && !read.ok && read.reason !== 'missing' ? read.message : undefined;
  let { list, activeName } = keptIn(read?.ok ? read.data : undefined);

  /** What another rigdeck has kept meanwhile stays. */
  const keep = async (of: (was: Kept) => Kept): Promise<DocumentWrite> => {
    ({ list, activeName } = of({ list, activeName }));
    if (path === undefined) {
      return {
        ok: false,
        reason: 'failed',
        message: 'There is no folder to keep them in: profiles last for this run only.',
      };
    }
    if (problem !== undefined) return { ok: false, reason: 'failed', message: problem };
    let next: Kept = { list, activeName };
    const written = await documents.change(path, stamp, (data) => {
      next = of(keptIn(data));
      return {
        ...(next.activeName !== undefined && { active: next.activeName }),
        profiles: next.list,
      };
    });
    // What could not be written lasts for this run.
    if (written.ok) ({ list, activeName } = next);
    return written.ok || written.reason !== 'foreign' ? written : { ...written, reason: 'failed' };
  };
  const get = (name: string) => list.find((p) => p.name === name);
  const active = () => (activeName === undefined ? undefined : get(activeName)) ?? list[0];

  return {
    problem,
    all: () => list,
    get,
    active,
    choose(flag, env) {
      const name = flag ?? (env.RIGDECK_PROFILE || undefined);
      if (name === undefined) {
        const profile = active();
        return { ok: true, ...(profile && { profile }) };
      }
      const profile = get(name);
      if (profile) return { ok: true, profile };
      const known = list.map((p) => p.name).join(', ');
      return {
        ok: false,
        reason: `There is no profile ${JSON.stringify(name)}${flag === undefined ? ' (from RIGDECK_PROFILE)' : ''}.`,
        next: known === '' ? 'Make it with: rigdeck login --profile NAME' : `There are: ${known}`,
      };
    },
    save: (profile, { activate = true } = {}) =>
      keep((was) => ({
        list: [...was.list.filter((p) => p.name !== profile.name), profile],
        activeName: activate ? profile.name : was.activeName,
      })),
    async activate(name) {
      if (!get(name))
        return { ok: false, reason: 'failed', message: `There is no profile ${JSON.stringify(name)}.` };
      return keep((was) => ({ ...was, activeName: name }));
    },
    async remove(name) {
      const kept = await keep((was) => {
        const others = was.list.filter((p) => p.name !== name);
        return { list: others, activeName: was.activeName === name ? others[0]?.name : was.activeName };
      });
      return path === undefined ? { ok: true } : kept;
    },
  };
}

type Kept = { list: readonly Profile[]; activeName: string | undefined };

const keptIn = (data: Record<string, unknown> | undefined): Kept => ({
  list: data === undefined ? [] : profilesIn(data),
  activeName: typeof data?.active === 'string' ? data.active : undefined,
});

/** The readable profiles of a file; one that a hand has broken does not take the others with it. */
function profilesIn(data: Record<string, unknown>): Profile[] {
  if (!Array.isArray(data.profiles)) return [];
  return data.profiles.flatMap((item: unknown): Profile[] => {
    if (typeof item !== 'object' || item === null) return [];
    const { name, baseUrl, home, keyId, readOnly, colour } = item as Record<string, unknown>;
    if (typeof name !== 'string' || !isProfileName(name) || typeof baseUrl !== 'string') return [];
    if (typeof keyId !== 'string' || (home !== 'keychain' && home !== 'file' && home !== 'memory')) return [];
    return [
      {
        name,
        baseUrl,
        home,
        keyId,
        ...(typeof readOnly === 'boolean' && { readOnly }),
        ...(isProfileColour(colour) && { colour }),
      },
    ];
  });
}
