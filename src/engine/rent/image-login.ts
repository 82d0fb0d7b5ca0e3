/** Credentials of a private registry; `token` is a secret. */
export type ImageLogin = { user: string; token: string; registry: string };
export type LoginRead = { ok: true; value: string | undefined } | { ok: false; reason: string };

const parts = ['user', 'token', 'registry'] as const;

/**
 * The login in the form of interface.md, `-u <user> -p <access_token> <registry>`; undefined when all parts are
 * empty. Half a login is refused: the pull would fail on a machine that is paid for already.
 */
export function writeImageLogin(login: ImageLogin): LoginRead {
  const { user, token, registry } = {
    user: login.user.trim(),
    token: login.token.trim(),
    registry: login.registry.trim(),
  };
  const filled = { user, token, registry };
  const missing = parts.filter((part) => filled[part] === '');
  if (missing.length === parts.length) return { ok: true, value: undefined };
  if (missing.length > 0)
    return { ok: false, reason: `${missing.join(' and ')} missing: fill in all three or none` };
  const blank = parts.find((part) => /\s/.test(filled[part]));
  if (blank !== undefined) return { ok: false, reason: `the ${blank} must not hold blanks` };
  const dash = parts.find((part) => part !== 'token' && filled[part].startsWith('-'));
  if (dash !== undefined) return { ok: false, reason: `the ${dash} must not begin with -` };
  return { ok: true, value: `-u ${user} -p ${token} ${registry}` };
}

/** Reads one line `-u <user> -p <access_token> <registry>`, undefined when it is not of that form. */
export function readImageLogin(line: string): ImageLogin | undefined {
  const [, user, token, registry] = /^-u\s+(\S+)\s+-p\s+(\S+)\s+([^\s-]\S*)$/.exec(line.trim()) ?? [];
  return user === undefined || token === undefined || registry === undefined
    ? undefined
    : { user, token, registry };
}
