import { amount, count, disk, dollars, memory, ratePerDay, ratePerHour } from '../../base/format.ts';
import { clockTime, dayMonth, epochMs, span, timeOrDate } from '../../base/format-time.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { contractEndCell } from '../../engine/auto-stop/messages.ts';
import { contractEnd } from '../../engine/auto-stop/rules.ts';
import type { Deck } from '../../engine/deck.ts';
import { type WorkersSeen, workerGroupOf, workerWords } from '../../engine/groups/group-workers.ts';
import { gpuLabel, shortPlace } from '../../engine/instances/names.ts';
import { readInstance, sshTarget } from '../../engine/instances/reading.ts';
import { canSsh } from '../../engine/instances/rules.ts';
import { costOfWaiting, leftByStop } from '../../engine/money/act-effect.ts';
import { burnCell, gpuIsBilled, instanceBurn, isLeast, isMost, type Spent } from '../../engine/money/money.ts';
import { runtypeOf, runtypes } from '../../engine/rent/runtypes.ts';
import type { Services } from '../../engine/services.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { SpentView } from '../../hooks/use-spent.ts';
import { useStopsAsked } from '../../hooks/use-writes.ts';
import type { Column } from '../../tui/list/columns.ts';
import { spentCell } from '../list-words.ts';
import { stateTone } from '../state-look.ts';

const known = (text: string): string | undefined => (text === '·' ? undefined : text);
const age = (instance: Instance, now: number): number | undefined => (instance.start_date === undefined ? undefined : Math.max(0, now - epochMs(instance.start_date)));

const perDay = (instance: Instance): number | undefined => {
  const { perHour } = instanceBurn(instance);
  return perHour === undefined ? undefined : perHour * 24;
};

/** Stops that the provider accepted and has reported nothing about since: when, in words, by ID. */
export type AskedStops = ReadonlyMap<number, string>;

/**
 * Columns of the instances list, after the glyph of the state. GPU and cost take precedence over the label: a long
 * label is cut for them. The age is dropped before either.
 */
export const instanceColumns = (asked: AskedStops, spent: Pick<SpentView, 'of' | 'isAsked'>): readonly Column<Instance>[] => [
  { id: 'id', title: 'ID', align: 'left', pinned: true, min: 7, ideal: 8, priority: 2, letter: 'i', cell: (i) => String(i.id), value: (i) => i.id },
  { id: 'label', title: 'LABEL', pinned: true, align: 'left', min: 6, ideal: 16, priority: 3, letter: 'l', cell: (i) => i.label, value: (i) => i.label },
  { id: 'gpu', fields: ['gpu_name', 'num_gpus'], title: 'GPU', align: 'left', min: 12, ideal: 18, priority: 2, letter: 'g', cell: gpuLabel, value: (i) => i.gpu_name },
  {
    id: 'state',
    fields: ['actual_status'],
    title: 'STATE',
    align: 'left',
    whole: true,
    min: 7,
    ideal: 12,
    priority: 1,
    letter: 's',
    cell: (i) => asked.get(i.id) ?? readInstance(i).word,
    tone: (i) => (asked.has(i.id) ? 'busy' : stateTone(readInstance(i))),
    value: (i) => readInstance(i).word,
  },
  {
    id: 'age',
    fields: ['start_date'],
    unit: 'span',
    title: 'AGE',
    align: 'right',
    min: 7,
    ideal: 7,
    priority: 4,
    letter: 'a',
    cell: (i, now) => contractEndCell(i, now) ?? known(span(age(i, now))),
    tone: (i, now) => (contractEnd(i, now) === undefined ? 'plain' : 'warn'),
    value: age,
  },
  {
    id: 'rate',
    unit: '$/h',
    name: 'price',
    title: '$/H',
    align: 'right',
    min: 5,
    ideal: 6,
    priority: 1,
    letter: 'p',
    cell: (i) => known(burnCell(i)),
    value: (i) => instanceBurn(i).perHour,
  },
  {
    id: 'day',
    unit: '$/day',
    name: 'price a day',
    title: '$/DAY',
    align: 'right',
    min: 6,
    ideal: 6,
    priority: 7,
    spare: true,
    cell: (i) => known(amount(perDay(i))),
    value: perDay,
  },
  {
    id: 'spent',
    unit: '$',
    title: 'SPENT',
    align: 'right',
    min: 5,
    ideal: 6,
    priority: 3,
    letter: 't',
    cell: spentCell(spent),
    value: (i, now) => spent.of(i, now)?.dollars,
  },
  { id: 'gpu_util', unit: '%', name: 'GPU load', title: 'LOAD', align: 'right', min: 4, ideal: 5, priority: 8, spare: true, cell: (i) => load(i.gpu_util), value: (i) => i.gpu_util },
  { id: 'disk_space', unit: 'GB', name: 'disk', title: 'DISK', align: 'right', min: 5, ideal: 5, priority: 8, spare: true, cell: (i) => known(disk(i.disk_space)), value: (i) => i.disk_space },
  { id: 'geolocation', name: 'place', title: 'WHERE', align: 'left', min: 5, ideal: 6, priority: 9, spare: true, cell: (i) => shortPlace(i.geolocation), value: (i) => i.geolocation },
];

const load = (percent: number | undefined): string | undefined => (percent === undefined ? undefined : `${Math.round(percent)}%`);

type Words = { sep: string };
const joined = (parts: readonly (string | undefined)[], sep: string) => parts.filter((part) => part !== undefined && part !== '').join(` ${sep} `);

/** How sure the figure is, as a word before it. */
const sure = (spent: Spent): string => (isLeast(spent) ? 'at least ' : isMost(spent) ? 'at most ' : spent.basis === 'charged' ? '' : 'about ');

const launchMode = (words: string | undefined): string | undefined => {
  const runtype = runtypeOf(words);
  return runtype === undefined ? words : runtypes[runtype].label;
};

/** What it costs now, and what a stop would leave. For one that does nothing, also what that costs in a month. */
function costNow(instance: Instance): (string | undefined)[] {
  const { perHour, isMost } = instanceBurn(instance);
  const { kind, neverRuns } = readInstance(instance);
  if (perHour === undefined) return [];
  if (kind === 'stopped' || neverRuns) {
    const { perMonth } = costOfWaiting([instance]);
    return [`disk ${ratePerHour(perHour)}, ${ratePerDay(perHour)}, ${dollars(perMonth)}/month`];
  }
  const left = gpuIsBilled(instance.actual_status) ? leftByStop(instance) : undefined;
  return [ratePerDay(perHour), isMost === true ? 'two prices reported, the higher one counts' : undefined, left === undefined ? undefined : `${ratePerHour(left)} after stopping`];
}

/** GPU load and memory in use, if the provider sends them. */
function loadLine({ gpu_util: util, vmem_usage: used, gpu_ram: ram, num_gpus: gpus = 1 }: Instance): string | undefined {
  const whole = ram === undefined ? '' : ` of ${memory(ram * gpus)}`;
  const words = [...(util === undefined ? [] : [`GPU ${count(Math.round(util))}%`]), ...(used === undefined ? [] : [`VRAM ${amount(used)}${whole === '' ? 'G' : whole}`])];
  return words.length === 0 ? undefined : words.join('   ');
}

/** Says that an instance is a worker: it looks like any other, and nobody here rented it. */
function workerLine(instance: Instance, seen: WorkersSeen, groupsKey: string): Parts[] {
  const group = workerGroupOf(instance, seen);
  return group === undefined ? [] : [[...workerWords(group).split(/(?= )/), [`   ${groupsKey} groups`, 'dim']]];
}

/**
 * What is known about an instance besides its record, as of `now` (epoch ms): what it has cost, what ends it, and which
 * instances were seen as workers.
 */
type InstanceFacts = { now: number; spent: Spent | undefined; ends?: readonly Parts[]; workers: WorkersSeen };

/** How to reach an instance, what ends it automatically (`ends`), what it is, and what it costs and has cost. */
export function instanceDetail(
  instance: Instance,
  { sep }: Words,
  { services: { timeZone, sshUser }, keyName }: Pick<Deck, 'keyName'> & { services: Pick<Services, 'timeZone' | 'sshUser'> },
  { now, spent: total, ends = [], workers }: InstanceFacts,
): Parts[] {
  const ssh = sshTarget(instance, sshUser);
  const can = canSsh(instance, { keyName });
  const { kind, word } = readInstance(instance);
  const isBooting = kind === 'provisioning' || kind === 'loading';
  const use = loadLine(instance);
  const since = instance.start_date === undefined ? '' : ` since ${timeOrDate(epochMs(instance.start_date), now, timeZone)}`;
  return [
    can.ok && ssh !== undefined
      ? [
          [ssh.command, 'bold'],
          [`   ${keyName('instance.ssh')} connect`, 'dim'],
        ]
      : [[can.ok ? '' : isBooting ? `${word.charAt(0).toUpperCase()}${word.slice(1)}…` : can.reason, 'dim']],
    ...ends,
    ...workerLine(instance, workers, keyName('app.groups')),
    [joined([launchMode(instance.image_runtype), instance.image_uuid, instance.disk_space === undefined ? undefined : `disk ${disk(instance.disk_space)}`, instance.geolocation], sep)],
    [joined([total === undefined ? undefined : `Spent ${sure(total)}${dollars(total.dollars)}${since}`, ...costNow(instance)], sep)],
    ...(use === undefined ? [] : [[use] as Parts]),
    ...(instance.status_msg === undefined || instance.status_msg === '' ? [] : [[[instance.status_msg, 'dim']] as Parts]),
  ];
}

/** The state from a stop until the provider reports something: its word for a stopped one is not in interface.md. */
export function useAskedStops(): AskedStops {
  const { services } = useDeck();
  const asked = useStopsAsked();
  const { clock, timeZone } = services;
  // The column has no room for both day and time.
  const at = (ms: number) => {
    const time = clockTime(ms, timeZone);
    return timeOrDate(ms, clock.now(), timeZone) === time ? time.slice(0, 5) : dayMonth(ms, timeZone);
  };
  return new Map([...asked].map(([id, stop]) => [id, `stopping ${at(stop.at)}`]));
}
