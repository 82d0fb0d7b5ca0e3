export type LockEntry = {
  name?: string;
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
};
/** What is amiss in a lockfile, a sentence each. `allowed` names the packages whose scripts were judged. */
export function flawsOf(
  lock: { packages: Record<string, LockEntry> },
  allowed?: Record<string, boolean>,
): string[];
