import type { Instance } from '../../client/wire.ts';
import { disk, dollars, ratePerDay, ratePerHour } from '../../domain/format.ts';
import { clockTime, epochMs } from '../../domain/format-time.ts';
import { canSsh, sshTarget } from '../../domain/lifecycle.ts';
import { gpuIsBilled, instanceBurn, instancePrices, spent } from '../../domain/money.ts';
import { runtypeOf, runtypes } from '../../domain/runtypes.ts';
import type { Parts } from '../../parts.ts';

type Words = { sep: string };
const joined = (parts: readonly (string | undefined)[], sep: string) =>
  parts.filter((part) => part !== undefined && part !== '').join(` ${sep} `);

const launchMode = (words: string | undefined): string | undefined => {
  const runtype = runtypeOf(words);
  return runtype === undefined ? words : runtypes[runtype].label;
};

/** How to reach an instance, what it is, and what it costs. */
export function instanceDetail(instance: Instance, now: number, { sep }: Words, timeZone: string): Parts[] {
  const ssh = sshTarget(instance);
  const can = canSsh(instance);
  const cost = instanceBurn(instance).perHour;
  const total = spent(instance, now);
  const storage = instancePrices(instance).disk;
  const since =
    instance.start_date === undefined ? '' : ` since ${clockTime(epochMs(instance.start_date), timeZone)}`;
  return [
    can.ok && ssh !== undefined
      ? [
          [ssh.command, 'bold'],
          ['   s opens it here', 'dim'],
        ]
      : [[can.ok ? '' : can.reason, 'dim']],
    [
      joined(
        [
          launchMode(instance.image_runtype),
          instance.image_uuid,
          instance.disk_space === undefined ? undefined : `disk ${disk(instance.disk_space)}`,
          instance.geolocation,
        ],
        sep,
      ),
    ],
    [
      joined(
        [
          total === undefined ? undefined : `Spent about ${dollars(total.dollars)}${since}`,
          cost === undefined ? undefined : `${ratePerDay(cost)} as it is`,
          storage === undefined || !gpuIsBilled(instance.actual_status)
            ? undefined
            : `stopped ${ratePerHour(storage)}`,
        ],
        sep,
      ),
    ],
    ...(instance.status_msg === undefined || instance.status_msg === ''
      ? []
      : [[[instance.status_msg, 'dim']] as Parts]),
  ];
}
