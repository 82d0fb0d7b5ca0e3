import { closestName } from '../../base/closest-name.ts';
import type { Instance } from '../../client/wire.ts';

export type NamedInstances = { ok: true; rows: readonly Instance[] } | { ok: false; reason: string };

const labelOf = ({ label }: Instance): string => label?.trim() ?? '';

/** What the record of a typed id or label is; a label is looked for as it is written first, then in any case. */
function named(word: string, rows: readonly Instance[]): NamedInstances {
  const byId = /^\d+$/.test(word) ? rows.filter(({ id }) => id === Number(word)) : [];
  const exact = byId.length > 0 ? byId : rows.filter((row) => labelOf(row) === word);
  const lower = word.toLowerCase();
  const found = exact.length > 0 ? exact : rows.filter((row) => labelOf(row).toLowerCase() === lower);
  if (found.length === 1) return { ok: true, rows: found };
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    return { ok: false, reason: `${found.length} instances are called ${word}: give the id, of ${ids}` };
  }
  const near = closestName(
    word,
    rows.map(labelOf).filter((label) => label !== ''),
  );
  const hint = near === undefined ? '' : `. Did you mean ${near}?`;
  return { ok: false, reason: `No instance of yours has the id or the label ${word}${hint}` };
}

/**
 * The instances that ids and labels name, each once; commas between them count as blanks do. `rows` are all of the
 * account, undefined while they are not known. What names none or more than one is answered with a sentence.
 */
export function namedInstances(
  words: readonly string[],
  rows: readonly Instance[] | undefined,
): NamedInstances {
  if (rows === undefined) return { ok: false, reason: 'Your instances are not known yet' };
  const found: Instance[] = [];
  for (const word of words.flatMap((one) => (isNamed(one, rows) ? [one] : one.split(','))).filter(Boolean)) {
    const read = named(word, rows);
    if (!read.ok) return read;
    for (const row of read.rows) if (!found.includes(row)) found.push(row);
  }
  return found.length === 0
    ? { ok: false, reason: 'Name an instance by its id or its label' }
    : { ok: true, rows: found };
}

const isNamed = (word: string, rows: readonly Instance[]): boolean =>
  rows.some((row) => labelOf(row) === word);
