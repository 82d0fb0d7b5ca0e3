import { closestName } from '../../base/closest-name.ts';

/** A model's name without what services write differently: case, blanks, underscores. */
export const bareGpuName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The service wants a GPU's name exactly as it writes it. `match` is the seen name that differs from what was
 * typed in case, blanks and underscores only; `near` are up to five names that come close, best first.
 */
export function suggestGpuName(typed: string, seen: readonly string[]): { match?: string; near: string[] } {
  const word = bareGpuName(typed);
  const names = [...new Set(seen)].sort((a, b) => (a < b ? -1 : 1));
  if (word === '') return { near: [] };
  const match = names.find((name) => name === typed) ?? names.find((name) => bareGpuName(name) === word);
  const starts = names.filter((name) => bareGpuName(name).startsWith(word));
  const holds = names.filter((name) => bareGpuName(name).includes(word));
  const close = closestName(word, names.map(bareGpuName));
  const spelled = names.filter((name) => bareGpuName(name) === close);
  const near = [...new Set([...starts, ...holds, ...spelled])].filter((name) => name !== match).slice(0, 5);
  return { ...(match === undefined ? {} : { match }), near };
}
