import { closestName } from '../base/closest-name.ts';
import { type SavedSearch, searchRules } from '../engine/offers/saved-search.ts';
import { openSavedSearches } from '../platform/files/saved-searches.ts';
import type { CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';

/** The saved search of this name; what is wrong in searches.toml is said whether it is found or not. */
export async function savedSearch({ io, composition }: CommandContext, name: string): Promise<SavedSearch> {
  const { searches: path } = composition.paths;
  const saved = await openSavedSearches(path, searchRules);
  for (const problem of saved.problems()) io.say(problem);
  const found = saved.list().find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = saved.list().map((one) => one.name);
  const near = closestName(name, names);
  const hint =
    near !== undefined
      ? ` Did you mean ${near}?`
      : names.length > 0
        ? ` There are: ${names.join(', ')}.`
        : ` None is saved${path === undefined ? '' : ` in ${path}`}: Ctrl+S in the search of the deck saves one.`;
  throw failure('usage', 'no_such_search', `There is no saved search ${JSON.stringify(name)}.${hint}`);
}
