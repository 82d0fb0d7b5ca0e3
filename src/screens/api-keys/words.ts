import { padEnd, width } from '../../base/cells.ts';
import { dateTime, epochMs } from '../../base/format-time.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { ApiKey, PermissionCategory } from '../../client/wire.ts';
import { type Evidence, refusedCall, triable } from '../../engine/api-keys/key-evidence.ts';
import {
  type Allowed,
  callsOf,
  callsWords,
  categoryMeans,
  mayCall,
  permissionCategories,
} from '../../engine/api-keys/permission-scopes.ts';
import type { KeyEvidence } from '../../hooks/use-key-evidence.ts';
import type { Theme } from '../../tui/theme/theme.ts';

/** Everything that is known of one key, for reading at length on lines of so many cells. */
export function keyPages(row: ApiKey, timeZone: string, cells: number): string[] {
  const made =
    row.created_at === undefined ? [] : [`made     ${dateTime(epochMs(row.created_at), timeZone)}`];
  const head = [`key      ${row.id}`, `name     ${row.name ?? '·'}`, ...made, ''];
  if (row.permissions === undefined) return [...head, 'The service does not tell what it may do.'];
  if (row.permissions === null) return [...head, 'It has no permission document: it may call everything.'];
  const document = JSON.stringify(row.permissions, null, 2).split('\n');
  return [
    ...head,
    ...allowedLines(mayCall(row.permissions), cells),
    '',
    'Its permission document',
    ...document,
  ];
}

/** What a document lets a key call and what not, a category each. */
export function allowedLines(allowed: Allowed, cells: number): string[] {
  const of = (wanted: (kind: Allowed[PermissionCategory]) => boolean) =>
    permissionCategories.filter((one) => wanted(allowed[one]));
  const line = (one: PermissionCategory) => {
    const calls = `${allowed[one] === 'part' ? 'in part: ' : ''}${allowed[one] === 'none' ? callsOf(one).join(', ') || categoryMeans[one] : callsWords(one)}`;
    return wrapWords(calls, cells - nameCells).map(
      (part, index) => `${(index === 0 ? `  ${one}` : '').padEnd(nameCells)}${part}`,
    );
  };
  const may = of((kind) => kind !== 'none');
  const not = of((kind) => kind === 'none');
  return [
    'May call, most likely',
    ...(may.length === 0 ? ['  nothing'] : may.flatMap(line)),
    'May not call',
    ...(not.length === 0 ? ['  nothing is left out'] : not.flatMap(line)),
  ];
}

/** Categories whose calls rigdeck makes; the others belong to hosts and teams. */
const ours = permissionCategories.filter((one) => !/^(machine|team)_/.test(one));
const labelCells = 12;
const nameCells = 17;

/**
 * What the answers so far tell of the key in use, as few lines as that takes. `listed` is its document, where it is
 * known which of the listed keys it is: that tells what cannot be tried.
 */
export function evidenceLines(
  { shown: evidence, refusedFor }: KeyEvidence,
  listed: ApiKey | undefined,
  columns: number,
  { glyphs }: Theme,
): Parts[] {
  const having = (shown: Evidence[PermissionCategory]) => ours.filter((one) => evidence[one] === shown);
  const unknown = having('unknown');
  const allowed = listed?.permissions === undefined ? undefined : mayCall(listed.permissions);
  const says = allowed === undefined ? [] : unknown.filter((one) => allowed[one] !== 'none');
  const saysNot = allowed === undefined ? [] : unknown.filter((one) => allowed[one] === 'none');
  const untold = unknown.filter((one) => !says.includes(one) && !saysNot.includes(one));
  const markCells = Math.max(...[glyphs.done, glyphs.fail, glyphs.unknown].map((sign) => width(sign)));
  const block = (
    mark: string,
    tone: StyleName,
    label: string,
    names: readonly string[],
    why = '',
  ): Parts[] => {
    if (names.length === 0) return [];
    const text = `${names.join(', ')}${why === '' ? '' : `: ${why}`}`;
    return wrapWords(text, columns - labelCells - markCells - 6).map((line, index) => [
      index === 0 ? [`   ${padEnd(mark, markCells)} `, tone] : ' '.repeat(markCells + 4),
      (index === 0 ? label : '').padEnd(labelCells),
      line,
    ]);
  };
  const not = having('may-not').map((one) => {
    const call = refusedFor.get(one);
    return call === undefined ? one : `${one} (${refusedCall(call)})`;
  });
  const isTriable = (one: PermissionCategory) => triable.includes(one);
  return [
    ...block(glyphs.done, 'ok', 'may', having('may')),
    ...block(glyphs.fail, 'bad', 'may not', not, 'refused'),
    ...block(glyphs.unknown, 'dim', 'listed', says, 'not tried'),
    ...block(glyphs.fail, 'dim', 'not listed', saysNot),
    ...block(glyphs.unknown, 'dim', 'not known', untold.filter(isTriable), 'not asked yet'),
    ...block(
      glyphs.unknown,
      'dim',
      'not known',
      untold.filter((one) => !isTriable(one)),
      'trying would change something',
    ),
  ];
}
