import type { Instance, Offer } from '../../client/wire.ts';
import { isTag } from './rent-tag.ts';

/** `1x RTX 4090`; the model alone when the number is not known, undefined when the model is not. */
export function gpuLabel({
  gpu_name,
  num_gpus,
}: Pick<Offer | Instance, 'gpu_name' | 'num_gpus'>): string | undefined {
  if (gpu_name === undefined) return undefined;
  return num_gpus === undefined ? gpu_name : `${num_gpus}x ${gpu_name}`;
}

/** "Sweden, SE" as `SE`; a place in another form as it came. */
export function shortPlace(geolocation: string | undefined): string | undefined {
  const text = geolocation?.trim();
  if (text === undefined || text === '') return undefined;
  return /,\s*([A-Z]{2})$/.exec(text)?.[1] ?? text;
}

/** What a person calls an instance: its label, or its id. rigdeck's own mark is no name that anybody gave. */
export const instanceName = ({ id, label }: Pick<Instance, 'id' | 'label'>): string =>
  label === undefined || label.trim() === '' || isTag(label) ? String(id) : label;

/** The same for an id of the list; the id itself where the list does not know it. */
export function nameOfId(rows: readonly Instance[] | undefined, id: number | undefined): string {
  const row = rows?.find((one) => one.id === id);
  return row === undefined ? String(id) : instanceName(row);
}

/** What a person types to destroy an instance: its label where a keyboard can type it, else its id. */
export function phraseFor({ id, label }: Pick<Instance, 'id' | 'label'>): string {
  const name = isTag(label) ? '' : (label?.trim() ?? '');
  return /^[\x21-\x7e]([\x20-\x7e]{0,28}[\x21-\x7e])?$/.test(name) && !/ {2}/.test(name) ? name : String(id);
}
