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
  let list = read?.ok ? profilesIn(read.data) : [];
  let activeName = read?.ok && typeof read.data.active === 'string' ? read.data.active : undefined;

  const keep = async (): Promise<DocumentWrite> => {
    if (path === undefined) {
      return {
        ok: false,
        reason: 'failed',
        message: 'There is no folder to keep them in: profiles last for this run only.',
      };
    }
    if (problem !== undefined) return { ok: false, reason: 'failed', message: problem };
    return documents.write(path, stamp, {
      ...(activeName !== undefined && { active: activeName }),
      profiles: list,
    });
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
    async save(profile, { activate = true } = {}) {
      list = [...list.filter((p) => p.name !== profile.name), profile];
      if (activate) activeName = profile.name;
      return keep();
    },
    async activate(name) {
      if (!get(name))
        return { ok: false, reason: 'failed', message: `There is no profile ${JSON.stringify(name)}.` };
      activeName = name;
      return keep();
    },
    async remove(name) {
      list = list.filter((p) => p.name !== name);
      if (activeName === name) activeName = list[0]?.name;
      if (path === undefined) return { ok: true };
      return keep();
    },
  };
}

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
