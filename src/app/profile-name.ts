import { isProfileName, type Profiles } from '../platform/credentials/profiles.ts';

/**
 * The profile that a key for `baseUrl` is saved under: the one that was named, else the active one or any other
 * of that service, else a new one. A profile of another service is never overwritten by a name nobody gave.
 */
export function profileNameFor(
  baseUrl: string,
  profiles: Pick<Profiles, 'all' | 'active' | 'get'>,
  named: string | undefined,
): { ok: true; name: string } | { ok: false; reason: string } {
  if (named !== undefined) {
    return isProfileName(named)
      ? { ok: true, name: named }
      : { ok: false, reason: `${JSON.stringify(named)} is no name for a profile.` };
  }
  const active = profiles.active();
  const same =
    active?.baseUrl === baseUrl ? active : profiles.all().find((profile) => profile.baseUrl === baseUrl);
  if (same !== undefined) return { ok: true, name: same.name };
  const host = new URL(baseUrl).host.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 28);
  const base = profiles.get('default') === undefined || !isProfileName(host) ? 'default' : host;
  let name = base;
  for (let n = 2; profiles.get(name) !== undefined; n += 1) name = `${base}-${n}`;
  return { ok: true, name };
}
