import type { Profiles } from './profiles.ts';
import type { CredentialFlags, Env } from './sources.ts';

/** The base URL of config.toml is the last resort: a profile's own, a variable and a flag win over it. */
export function withConfiguredBaseUrl(
  flags: CredentialFlags,
  env: Env,
  profiles: Profiles,
  configured: string | undefined,
): CredentialFlags {
  if (configured === undefined || flags.baseUrl !== undefined || env.RIGDECK_BASE_URL?.trim()) return flags;
  const choice = profiles.choose(flags.profile, env);
  return choice.ok && choice.profile === undefined ? { ...flags, baseUrl: configured } : flags;
}
