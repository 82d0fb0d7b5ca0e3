import { type CompareOp, type FilterError, type FilterTerm, readFilterTerms } from './filter-terms.ts';
import { searchedLength } from './safe-regex.ts';

export { type FilterError, MAX_FILTER_LENGTH } from './filter-terms.ts';

/** A shown column as the filter sees it. */
export type FilterColumn<Row> = {
  /** Named in `col:word`; case does not count. */
  id: string;
  /** Further names, such as the header as it is drawn. */
  names?: readonly string[];
  /** What the cell shows. */
  text(row: Row): string;
  /** What `col>0.3` compares, in the unit shown; undefined when unknown. */
  value?(row: Row): number | string | null | undefined;
};

export type Mark = readonly [start: number, end: number];
export type RowFilter<Row> = {
  ok: true;
  test(row: Row): boolean;
  /** What to underline in a column's text, as UTF-16 ranges, ordered and not overlapping. */
  marks(columnId: string, text: string): Mark[];
};

type Finder = { find(text: string): Mark | undefined };
type Compiled = { term: FilterTerm; finder?: Finder };

const hasUpper = (text: string) => text !== text.toLowerCase();

/** Case counts only when a capital was typed. */
function wordFinder(word: string): Finder {
  const exact = hasUpper(word);
  return {
    find(text) {
      const at = (exact ? text : text.toLowerCase()).indexOf(word);
      return at < 0 ? undefined : [at, at + word.length];
    },
  };
}

function regexFinder(source: string): Finder | string {
  const length = searchedLength(source);
  if (typeof length !== 'number') return length.reason;
  try {
    // A capital in an escape such as \S is no capital of the text.
    const pattern = new RegExp(source, hasUpper(source.replace(/\\./g, '')) ? 'u' : 'iu');
    return {
      find(text) {
        const match = pattern.exec(text.slice(0, length));
        return match === null ? undefined : [match.index, match.index + match[0].length];
      },
    };
  } catch {
    return 'this is no regular expression';
  }
}

function compares(op: CompareOp, value: number | string, typed: string): boolean {
  const number = Number(typed);
  if (typeof value === 'string' || !Number.isFinite(number)) {
    const equal = hasUpper(typed) ? String(value) === typed : String(value).toLowerCase() === typed;
    return op === '=' ? equal : op === '!=' ? !equal : false;
  }
  if (op === '=') return value === number;
  if (op === '!=') return value !== number;
  if (op === '>') return value > number;
  if (op === '>=') return value >= number;
  return op === '<' ? value < number : value <= number;
}

function compileTerm(term: FilterTerm): Compiled | FilterError {
  const { match } = term;
  if (match.kind === 'compare') return { term };
  const finder = match.kind === 'word' ? wordFinder(match.text) : regexFinder(match.source);
  return typeof finder === 'string' ? { ok: false, at: term.at, reason: finder } : { term, finder };
}

/** Whether a row meets a term, leaving its negation aside. An unknown value meets no comparison. */
function meets<Row>({ term, finder }: Compiled, columns: readonly FilterColumn<Row>[], row: Row): boolean {
  const column = term.column === undefined ? undefined : columns[term.column];
  if (term.match.kind === 'compare') {
    const value = column?.value === undefined ? column?.text(row) : column.value(row);
    if (value === undefined || value === null || Number.isNaN(value)) return false;
    return compares(term.match.op, value, term.match.operand);
  }
  return (column === undefined ? columns : [column]).some((c) => finder?.find(c.text(row)) !== undefined);
}

function merge(marks: Mark[]): Mark[] {
  const merged: [number, number][] = [];
  for (const [start, end] of marks.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (end > start) merged.push([start, end]);
  }
  return merged;
}

/**
 * Compiles the `/` filter over loaded rows: words joined by AND over the shown columns, `!word`, `col:word`,
 * `col>0.3`, `/regex/`, `"two words"`. An error says where and why; the caller keeps its last good filter.
 */
export function compileFilter<Row>(
  text: string,
  columns: readonly FilterColumn<Row>[],
): RowFilter<Row> | FilterError {
  const named = columns.map((c) => [c.id, ...(c.names ?? [])].map((name) => name.toLowerCase()));
  const read = readFilterTerms(text, (name) =>
    named.findIndex((names) => names.includes(name.toLowerCase())),
  );
  if (!read.ok) return read;
  const compiled: Compiled[] = [];
  for (const term of read.terms) {
    const one = compileTerm(term);
    if ('ok' in one) return one;
    compiled.push(one);
  }
  return {
    ok: true,
    test: (row) => compiled.every((one) => meets(one, columns, row) !== one.term.negated),
    marks(columnId, cell) {
      const here = compiled.filter(
        ({ term }) => !term.negated && (term.column === undefined || columns[term.column]?.id === columnId),
      );
      return merge(here.map(({ finder }) => finder?.find(cell)).filter((mark) => mark !== undefined));
    },
  };
}
