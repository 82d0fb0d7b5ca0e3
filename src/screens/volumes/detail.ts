import { disk, ratePerDay, ratePerHour } from '../../base/format.ts';
import { dateTime, epochMs } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance, Volume } from '../../client/wire.ts';
import { nameOfId } from '../../engine/instances/names.ts';
import { volumeRate } from '../../engine/volumes/volumes.ts';

/** All that is told of a volume, its label and the names of its instances whole. */
export function volumeDetail(
  volume: Volume,
  instances: readonly Instance[] | undefined,
  sep: string,
  timeZone: string,
): Parts[] {
  const { id, label, disk_space, status, machine_id, cluster_id, instances: ids, start_date } = volume;
  const rate = volumeRate(volume);
  const given = (words: readonly (string | undefined)[]) =>
    words.filter((one) => one !== undefined && one !== '').join(` ${sep} `);
  return [
    [
      given([
        label ?? `volume ${id}`,
        disk_space === undefined ? undefined : disk(disk_space),
        status,
        machine_id === undefined ? undefined : `machine ${machine_id}`,
        typeof cluster_id === 'number' ? `shared by cluster ${cluster_id}` : undefined,
      ]),
    ],
    [
      ids === undefined
        ? 'What it is attached to is not told.'
        : ids.length === 0
          ? 'Attached to nothing.'
          : `Attached to ${ids.map((one) => nameOfId(instances, one)).join(` ${sep} `)}`,
    ],
    [
      given([
        rate === undefined ? 'cost not told' : `${ratePerHour(rate)} ${sep} ${ratePerDay(rate)}`,
        start_date === undefined ? undefined : `since ${dateTime(epochMs(start_date), timeZone)}`,
      ]),
    ],
  ];
}
