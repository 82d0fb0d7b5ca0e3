import { closestName } from '../../base/closest-name.ts';
import type { Instance, Offer } from '../../client/wire.ts';
import type { ActionId } from '../keymap.ts';

/** `1x RTX 4090`. Only the model if the count is unknown, undefined if the model is. */
export function gpuLabel({
  gpu_name,
  num_gpus,
}: Pick<Offer | Instance, 'gpu_name' | 'num_gpus'>): string | undefined {
  if (gpu_name === undefined) return undefined;
  return num_gpus === undefined ? gpu_name : `${num_gpus}x ${gpu_name}`;
}

/** "Sweden, SE" as `SE`; any other form unchanged. */
export function shortPlace(geolocation: string | undefined): string | undefined {
  const text = geolocation?.trim();
  if (text === undefined || text === '') return undefined;
  return /,\s*([A-Z]{2})$/.exec(text)?.[1] ?? text;
}

/** What users call an instance: its label, or its ID. rigdeck's own tag is not a name. */
export const instanceName = ({ id, label }: Pick<Instance, 'id' | 'label'>): string =>
  label === undefined || label.trim() === '' || isTag(label) ? String(id) : label;

/** The same for an ID of the list; the ID itself if the list lacks it. */
export function nameOfId(rows: readonly Instance[] | undefined, id: number | undefined): string {
  const row = rows?.find((one) => one.id === id);
  return row === undefined ? String(id) : instanceName(row);
}

/** What to type to destroy an instance: its label if a keyboard can type it, else its ID. */
export function phraseFor({ id, label }: Pick<Instance, 'id' | 'label'>): string {
  const name = isTag(label) ? '' : (label?.trim() ?? '');
  return /^[\x21-\x7e]([\x20-\x7e]{0,28}[\x21-\x7e])?$/.test(name) && !/ {2}/.test(name) ? name : String(id);
}

export type NamedInstances = { ok: true; rows: readonly Instance[] } | { ok: false; reason: string };

const labelOf = ({ label }: Instance): string => label?.trim() ?? '';

/** The instance of a typed ID or label. A label is matched as typed first, then in any case. */
function named(word: string, rows: readonly Instance[]): NamedInstances {
  const byId = /^\d+$/.test(word) ? rows.filter(({ id }) => id === Number(word)) : [];
  const exact = byId.length > 0 ? byId : rows.filter((row) => labelOf(row) === word);
  const lower = word.toLowerCase();
  const found = exact.length > 0 ? exact : rows.filter((row) => labelOf(row).toLowerCase() === lower);
  if (found.length === 1) return { ok: true, rows: found };
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    return { ok: false, reason: `${found.length} instances are labeled ${word}. Use an id: ${ids}` };
  }
  const near = closestName(
    word,
    rows.map(labelOf).filter((label) => label !== ''),
  );
  const hint = near === undefined ? '' : `. Did you mean ${near}?`;
  return { ok: false, reason: `Instance not found: ${word}${hint}` };
}

/**
 * The instances that IDs and labels name, each once. Commas separate like spaces. `rows` are all of the account,
 * undefined while unknown. A word that names none or several is answered with a sentence.
 */
export function namedInstances(
  words: readonly string[],
  rows: readonly Instance[] | undefined,
): NamedInstances {
  if (rows === undefined) return { ok: false, reason: 'Instances not loaded yet' };
  const found: Instance[] = [];
  for (const word of words.flatMap((one) => (isNamed(one, rows) ? [one] : one.split(','))).filter(Boolean)) {
    const read = named(word, rows);
    if (!read.ok) return read;
    for (const row of read.rows) if (!found.includes(row)) found.push(row);
  }
  return found.length === 0
    ? { ok: false, reason: 'Missing instance id or label' }
    : { ok: true, rows: found };
}

const isNamed = (word: string, rows: readonly Instance[]): boolean =>
  rows.some((row) => labelOf(row) === word);

/** No letters that are easily confused, and none that form words. */
const tagLetters = '23456789bcdfghjkmnpqrstvwxz';
const tagLength = 6;

/** Whether a label is rigdeck's own tag and not a name from a user. */
export const isTag = (label: string | undefined): boolean =>
  label !== undefined && /^rd-[2-9bcdfghjkmnp-tv-xz]{6}$/.test(label);

/** `rd-` and six random characters, different from all of `taken`. `random` returns numbers from 0 to below 1. */
export function rentTag(random: () => number, taken: ReadonlySet<string>): string {
  const places = Array.from({ length: tagLength }, () => Math.floor(random() * tagLetters.length));
  for (let last = 0; ; last += 1) {
    const tag = `rd-${places
      .map((place, index) => tagLetters[(place + (index === tagLength - 1 ? last : 0)) % tagLetters.length])
      .join('')}`;
    if (!taken.has(tag) || last >= tagLetters.length) return tag;
  }
}

/**
 * How a message names an act on an instance: as a command that acts on it wherever the cursor is by then. A key would
 * act on the row under the cursor.
 */
export const saidAct = (
  { keyName }: { keyName(id: ActionId): string },
  act: 'stop' | 'start' | 'destroy' | 'bid' | 'limit' | 'rescue',
  id: number,
): string => `${keyName('app.palette')}${act} ${id}`;
