import { type FilterError, type FilterTerm, readFilterTerms } from './filter-terms.ts';
import { readShown, type ShownUnit } from './filter-units.ts';
import { patternAdvice } from './pattern-advice.ts';
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
  /** What its figures stand for: they are compared as the cell shows them, and typed with their unit or without. */
  unit?: ShownUnit | undefined;
  /** What `col>0.3` compares where the cell shows no figure of a unit; undefined when unknown. */
  value?(row: Row): number | string | null | undefined;
};

export type Mark = readonly [start: number, end: number];
export type RowFilter<Row> = {
  ok: true;
  test(row: Row): boolean;
  /** What to underline in a column's text, as UTF-16 ranges, ordered and not overlapping. */
  marks(columnId: string, text: string): Mark[];
  /** What to say where no row is left: a column that was named is none. */
  doubt: string | undefined;
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
  } catch (error) {
    return `no regular expression: ${patternAdvice(error)}`;
  }
}

type Comparison = Extract<FilterTerm['match'], { kind: 'compare' }>;

const isEqual = (value: number | string, shown: string, { operand, figure }: Comparison): boolean => {
  if (typeof value === 'number' && figure !== undefined) return value === figure;
  const isSo = (text: string) => (hasUpper(operand) ? text : text.toLowerCase()) === operand;
  return isSo(String(value)) || isSo(shown);
};

function compares(value: number | string, shown: string, match: Comparison): boolean {
  const { op, figure } = match;
  if (op === '=' || op === '!=') return isEqual(value, shown, match) === (op === '=');
  if (typeof value === 'string' || figure === undefined) return false;
  if (op === '>') return value > figure;
  if (op === '>=') return value >= figure;
  return op === '<' ? value < figure : value <= figure;
}

/** What is compared of a cell: its figure where it has a unit, else the value behind it. */
function compared<Row>(column: FilterColumn<Row>, row: Row, shown: string) {
  const figure = column.unit === undefined ? undefined : readShown(shown, column.unit);
  return figure ?? (column.value === undefined ? shown : column.value(row));
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
    if (column === undefined) return false;
    const shown = column.text(row);
    const value = compared(column, row, shown);
    if (value === undefined || value === null || Number.isNaN(value)) return false;
    return compares(value, shown, term.match);
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
  const read = readFilterTerms(
    text,
    columns.map(({ id, names = [], unit }) => ({
      names: [id, ...names].map((name) => name.toLowerCase()),
      unit,
    })),
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
    doubt: read.terms.find(({ doubt, negated }) => doubt !== undefined && !negated)?.doubt,
    test: (row) => compiled.every((one) => meets(one, columns, row) !== one.term.negated),
    marks(columnId, cell) {
      const here = compiled.filter(
        ({ term }) => !term.negated && (term.column === undefined || columns[term.column]?.id === columnId),
      );
      return merge(here.map(({ finder }) => finder?.find(cell)).filter((mark) => mark !== undefined));
    },
  };
}
