import { amount, count, disk, dollars, memory, ratePerDay, ratePerHour } from '../../base/format.ts';
import { epochMs, timeOrDate } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import { type WorkersSeen, workerGroupOf, workerWords } from '../../engine/groups/group-workers.ts';
import { canSsh, readInstance, sshTarget } from '../../engine/instances/lifecycle.ts';
import { costOfWaiting, leftByStop } from '../../engine/money/act-effect.ts';
import { gpuIsBilled, instanceBurn, isLeast, isMost, type Spent } from '../../engine/money/money.ts';
import { runtypeOf, runtypes } from '../../engine/rent/runtypes.ts';
import type { Services } from '../../engine/services.ts';

type Words = { sep: string };
const joined = (parts: readonly (string | undefined)[], sep: string) =>
  parts.filter((part) => part !== undefined && part !== '').join(` ${sep} `);

/** How sure the figure is, as a word before it. */
const sure = (spent: Spent): string =>
  isLeast(spent) ? 'at least ' : isMost(spent) ? 'at most ' : spent.basis === 'charged' ? '' : 'about ';

const launchMode = (words: string | undefined): string | undefined => {
  const runtype = runtypeOf(words);
  return runtype === undefined ? words : runtypes[runtype].label;
};

/** What it costs as it is, and what a stop would leave; for one that does nothing, what a month of that comes to. */
function costNow(instance: Instance): (string | undefined)[] {
  const { perHour, isMost } = instanceBurn(instance);
  const { kind, neverRuns } = readInstance(instance);
  if (perHour === undefined) return [];
  if (kind === 'stopped' || neverRuns) {
    const { perMonth } = costOfWaiting([instance]);
    return [`disk ${ratePerHour(perHour)}, ${ratePerDay(perHour)}, ${dollars(perMonth)}/month`];
  }
  const left = gpuIsBilled(instance.actual_status) ? leftByStop(instance) : undefined;
  return [
    ratePerDay(perHour),
    isMost === true ? 'two prices sent, the higher one counts' : undefined,
    left === undefined ? undefined : `a stop leaves disk ${ratePerHour(left)}`,
  ];
}

/** GPU load and memory in use, where the service sends them. */
function load({
  gpu_util: util,
  vmem_usage: used,
  gpu_ram: ram,
  num_gpus: gpus = 1,
}: Instance): string | undefined {
  const whole = ram === undefined ? '' : ` of ${memory(ram * gpus)}`;
  const words = [
    ...(util === undefined ? [] : [`GPU ${count(Math.round(util))} %`]),
    ...(used === undefined ? [] : [`VRAM ${amount(used)}${whole === '' ? 'G' : whole}`]),
  ];
  return words.length === 0 ? undefined : words.join('   ');
}

/** A worker looks like any other instance, and nobody here has rented it: that it is one is said. */
function workerLine(instance: Instance, seen: WorkersSeen, groupsKey: string): Parts[] {
  const group = workerGroupOf(instance, seen);
  return group === undefined
    ? []
    : [[...workerWords(group).split(/(?= )/), [`   ${groupsKey} shows the groups`, 'dim']]];
}

/** What is known of an instance beside its record as of `now` (epoch ms): what it has cost, what ends it, and who was seen as a worker. */
type InstanceFacts = { now: number; spent: Spent | undefined; ends?: readonly Parts[]; workers: WorkersSeen };

/** How to reach an instance, what ends it by itself (`ends`), what it is, what it costs and has cost. */
export function instanceDetail(
  instance: Instance,
  { sep }: Words,
  {
    services: { timeZone, sshUser },
    keyName,
  }: Pick<Deck, 'keyName'> & { services: Pick<Services, 'timeZone' | 'sshUser'> },
  { now, spent: total, ends = [], workers }: InstanceFacts,
): Parts[] {
  const ssh = sshTarget(instance, sshUser);
  const can = canSsh(instance);
  const use = load(instance);
  const since =
    instance.start_date === undefined
      ? ''
      : ` since ${timeOrDate(epochMs(instance.start_date), now, timeZone)}`;
  return [
    can.ok && ssh !== undefined
      ? [
          [ssh.command, 'bold'],
          [`   ${keyName('instance.ssh')} opens it here`, 'dim'],
        ]
      : [[can.ok ? '' : can.reason, 'dim']],
    ...ends,
    ...workerLine(instance, workers, keyName('app.groups')),
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
          total === undefined ? undefined : `Spent ${sure(total)}${dollars(total.dollars)}${since}`,
          ...costNow(instance),
        ],
        sep,
      ),
    ],
    ...(use === undefined ? [] : [[use] as Parts]),
    ...(instance.status_msg === undefined || instance.status_msg === ''
      ? []
      : [[[instance.status_msg, 'dim']] as Parts]),
  ];
}
