import type { FilterScalar } from '../../client/wire.ts';
import type { QueryField } from './query-fields.ts';

/** A value as it was typed, and whether quotes stood around it. */
export type TypedValue = { text: string; quoted: boolean };
export type ReadValue = { ok: true; value: FilterScalar } | { ok: false; reason: string };

const numberPattern = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i;

function refuse(reason: string): ReadValue {
  return { ok: false, reason };
}

function readNumber(name: string, field: QueryField, text: string): ReadValue {
  const match = numberPattern.exec(text);
  const suffix = match?.[2] ?? '';
  const number = Number(match?.[1]);
  if (match === null || !Number.isFinite(number) || (suffix !== '' && !field.suffix?.test(suffix))) {
    return refuse(`${name} is a number${field.unit ? ` in ${field.unit}` : ''}`);
  }
  // Twelve digits hide what binary fractions do to a decimal that is scaled: 24.001 GB is 24001 MB.
  const scaled = field.factor === undefined ? number : Number((number * field.factor).toPrecision(12));
  if (!Number.isFinite(scaled)) return refuse(`${name} is too large`);
  return { ok: true, value: scaled === 0 ? 0 : scaled };
}

function readVersion(name: string, text: string): ReadValue {
  if (/^\d{4,9}$/.test(text)) return { ok: true, value: Number(text) };
  if (!/^\d{1,3}(\.\d{1,3}){0,2}$/.test(text)) return refuse(`${name} is written like 535.86.05`);
  const groups = [...text.split('.'), '0', '0'].slice(0, 3).map(Number);
  return { ok: true, value: groups.reduce((sum, group) => sum * 1000 + group, 0) };
}

function readText(name: string, { text, quoted }: TypedValue): string {
  // No GPU model has an underscore in its name, so there it is a space even inside quotes.
  const spaced = quoted && name !== 'gpu_name' ? text : text.replaceAll('_', ' ');
  return name === 'geolocation' && /^[a-z]{2}$/i.test(spaced) ? spaced.toUpperCase() : spaced;
}

/**
 * The value to send for what was typed: numbers as numbers, GB as MB and days as seconds where the service
 * counts so, `_` as a space.
 */
export function readValue(name: string, field: QueryField, typed: TypedValue): ReadValue {
  const word = typed.text.toLowerCase();
  if (!typed.quoted && (word === 'null' || word === 'none')) return { ok: true, value: null };
  if (field.kind === 'number') return readNumber(name, field, typed.text);
  if (field.kind === 'version') return readVersion(name, typed.text);
  if (field.kind === 'text') return { ok: true, value: readText(name, typed) };
  const yes = word === 'true' || (field.kind === 'flag' && word === '1');
  const no = word === 'false' || (field.kind === 'flag' && word === '0');
  if (!yes && !no) return refuse(`${name} is true or false`);
  return { ok: true, value: field.kind === 'flag' ? Number(yes) : yes };
}

/** Text that needs no quotes: words of plain characters, one space between them. */
const plainText = /^[A-Za-z0-9][A-Za-z0-9.+/-]*(?: [A-Za-z0-9.+/-]+)*$/;
const taken = /^(any|null|none)$/i;

/** What to type for a value; `readValue` of it is the value again. */
export function writeValue(field: QueryField | undefined, value: FilterScalar): string {
  if (value === null) return 'null';
  if (typeof value === 'number') {
    return String(field?.factor === undefined ? value : Number((value / field.factor).toPrecision(15)));
  }
  if (typeof value === 'boolean') return String(value);
  if (plainText.test(value) && !taken.test(value)) return value.replaceAll(' ', '_');
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
