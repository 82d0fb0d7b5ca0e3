import type { Instance } from '../../client/wire.ts';
import { gpuLabel } from '../instances/names.ts';
import { bareGpuName } from '../offers/gpu-name.ts';
import type { Unsettled } from './rent-journal-machine.ts';

/** What of a record can be held against a rent. interface.md promises none of it but the id. */
export type MatchRow = Pick<
  Instance,
  'id' | 'label' | 'ask_contract_id' | 'machine_id' | 'host_id' | 'gpu_name' | 'num_gpus' | 'image_uuid'
>;

/** Whether a record carries the mark that went out with the rent. */
export const carries = ({ label }: Pick<MatchRow, 'label'>, tag: string | undefined): boolean =>
  tag !== undefined && label?.includes(tag) === true;

/**
 * What a record says of itself that the rent did not ask for, in the words of a hint; undefined where nothing does. A
 * field that the record does not have, or that the journal has not kept, says nothing either way.
 */
export function contradiction(rent: Unsettled, row: MatchRow): string | undefined {
  const { offerId, machineId, hostId, image, gpu } = rent;
  if (differ(offerId, row.ask_contract_id)) return `of offer ${row.ask_contract_id}`;
  if (differ(machineId, row.machine_id) || differ(hostId, row.host_id)) return 'on another machine';
  if (isOtherGpu(gpu, row)) return `has ${gpuLabel(row) ?? `${row.num_gpus} GPUs`}`;
  if (image !== undefined && row.image_uuid !== undefined && isOtherImage(image, row.image_uuid))
    return `image ${row.image_uuid}`;
  const sent = rent.label ?? rent.tag;
  if (sent === undefined || sent === '' || row.label === undefined) return undefined;
  if (row.label.trim() === sent || row.label.includes(sent)) return undefined;
  return row.label.trim() === '' ? 'without the label that was sent' : `label ${row.label.trim()}`;
}

/** Whether a record has the offer, the label and the image that were sent: nothing else can hold that offer meanwhile. */
export const agrees = (rent: Unsettled, row: MatchRow): boolean =>
  rent.offerId === row.ask_contract_id &&
  [rent.label, rent.image, row.label, row.image_uuid].every(
    (text) => text !== undefined && text.trim() !== '',
  ) &&
  contradiction(rent, row) === undefined;

const differ = (sent: number | undefined, has: number | undefined): boolean =>
  sent !== undefined && has !== undefined && sent !== has;

/** `gpu` as gpuLabel writes it. */
function isOtherGpu(gpu: string | undefined, { gpu_name, num_gpus }: MatchRow): boolean {
  const [, count, name = gpu] = /^(\d+)x (.+)$/.exec(gpu ?? '') ?? [];
  if (count !== undefined && num_gpus !== undefined && Number(count) !== num_gpus) return true;
  return name !== undefined && gpu_name !== undefined && bareGpuName(name) !== bareGpuName(gpu_name);
}

/** Two names of one image: the usual registry and the usual tag may be written or not. */
function isOtherImage(sent: string, has: string): boolean {
  // An id of the service's own names no image that could be compared.
  if (!/[/:]/.test(has) && /^[0-9a-f-]{12,}$/i.test(has)) return false;
  const plain = (image: string) =>
    image
      .trim()
      .replace(/^(?:index\.)?docker\.io\//, '')
      .replace(/^library\//, '')
      .replace(/@sha256:.*$/, '')
      .replace(/:latest$/, '');
  return plain(sent) !== plain(has);
}
