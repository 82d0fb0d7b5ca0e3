import { parse, TomlError } from 'smol-toml';
import type {
  SavedKept,
  SavedSearch,
  SavedSearchesPort,
  SearchRules,
} from '../../engine/offers/saved-search.ts';
import { fileWords } from '../config/file-words.ts';
import { lineInElement, lineOf } from '../config/line-of.ts';
import { readText, writeAtomically } from './atomic-file.ts';
import { inTurn } from './in-turn.ts';

const version = 1;
const head = `# Saved searches: :NAME in the deck or rigdeck offers --search NAME runs one.\nversion = ${version}\n`;

/** What a file says: `problems` are sentences, and while there are any it is not written. */
export type SearchesRead = { list: readonly SavedSearch[]; problems: readonly string[]; text: string };

/** Reads the text of searches.toml. Each search stands for itself: a bad one is left out and named. */
export function readSearches(text: string, rules: SearchRules): SearchesRead {
  const read = readAll(text, rules);
  return { ...read, problems: read.problems.map(fileWords) };
}

function readAll(text: string, rules: SearchRules): SearchesRead {
  const all = (problem: string): SearchesRead => ({ list: [], problems: [problem], text });
  let table: Record<string, unknown>;
  try {
    table = parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
    return all(`searches.toml, line ${error.line}: it is not valid TOML (${what}).`);
  }
  const { version: stamp = version, search: records = [], ...strange } = table;
  const at = (path: string) => {
    const line = lineOf(text, path);
    return line === undefined ? '' : `, line ${line}`;
  };
  if (typeof stamp !== 'number' || stamp > version)
    return all('searches.toml was written by a newer rigdeck and is left as it is.');
  if (!Array.isArray(records)) return all(`searches.toml${at('search')}: a search stands under [[search]].`);
  const list: SavedSearch[] = [];
  const problems = Object.keys(strange).map(
    (name) => `searches.toml${at(name)}: there is no setting ${name}.`,
  );
  for (const [index, record] of records.entries()) {
    const read = rules.fromRecord(record as Record<string, unknown>);
    const isTwice = read.ok && list.some(({ name }) => name === read.saved.name);
    if (read.ok && !isTwice) list.push(read.saved);
    const faults = read.ok
      ? [{ key: 'name', reason: `there are two searches called ${read.saved.name}` }].filter(() => isTwice)
      : read.faults;
    for (const [nth, { key, reason }] of faults.entries()) {
      const line = lineInElement(text, { array: 'search', index, key });
      const so = nth === 0 ? ' The search is left out.' : '';
      problems.push(`searches.toml${line === undefined ? '' : `, line ${line}`}: ${reason}.${so}`);
    }
  }
  return { list, problems, text };
}

/** The text with another list in it. What a hand has written of searches that stay as they are, comments too, stays. */
export function withSearches(
  { list: before, text }: SearchesRead,
  next: readonly SavedSearch[],
  rules: SearchRules,
): string {
  const [start = '', ...blocks] = text.split(/^(?=[ \t]*\[\[[ \t]*search[ \t]*\]\])/m);
  const written = new Map(before.map((saved, index) => [JSON.stringify(saved), blocks[index] ?? '']));
  const block = (saved: SavedSearch) => written.get(JSON.stringify(saved)) ?? fresh(saved, rules);
  const kept = [text === '' ? `${head}\n` : start, ...next.map(block)].map(ended).join('');
  const isRight = JSON.stringify(readSearches(kept, rules).list) === JSON.stringify(next);
  return isRight ? kept : [`${head}\n`, ...next.map((saved) => fresh(saved, rules))].join('');
}

const ended = (part: string): string => (part === '' || part.endsWith('\n') ? part : `${part}\n`);

const fresh = (saved: SavedSearch, rules: SearchRules): string =>
  `[[search]]\n${Object.entries(rules.toRecord(saved))
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join('')}\n`;

const noHome = 'There is no folder for settings';

/** Opens searches.toml; without a path what is saved lasts for the run. */
export async function openSavedSearches(
  path: string | undefined,
  rules: SearchRules,
): Promise<SavedSearchesPort> {
  const listeners = new Set<() => void>();
  let now = await fromDisk();
  let last: Promise<unknown> = Promise.resolve();

  async function fromDisk(): Promise<SearchesRead> {
    const file = path === undefined ? undefined : await readText(path);
    if (file?.ok) return readSearches(file.text, rules);
    const problems = file === undefined || file.reason === 'missing' ? [] : [file.message];
    return { list: [], problems, text: '' };
  }
  const show = (next: SearchesRead) => {
    now = next;
    for (const listener of [...listeners]) listener();
  };

  async function keep(of: (was: readonly SavedSearch[]) => readonly SavedSearch[]): Promise<SavedKept> {
    if (path === undefined) return { ok: false, message: noHome };
    const there = await fromDisk();
    const [wrong] = there.problems;
    if (wrong !== undefined) return { ok: false, message: `${wrong} Mend it first: it is not written over` };
    const next = of(there.list);
    const text = withSearches(there, next, rules);
    const written = await writeAtomically(path, text);
    if (!written.ok) return written;
    show({ list: next, problems: [], text });
    return { ok: true };
  }

  return {
    list: () => now.list,
    problems: () => now.problems,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(of) {
      show({ ...now, list: of(now.list) });
      const done = last.then(() => (path === undefined ? keep(of) : inTurn(path, () => keep(of))));
      last = done;
      return done;
    },
    async reload() {
      await last;
      const there = await fromDisk();
      // What this run could not write is still meant.
      if (path !== undefined && there.text !== '' && there.text !== now.text) show(there);
    },
  };
}
