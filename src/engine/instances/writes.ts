import type { Instance, InstanceListReply } from '../../client/wire.ts';
import { groupOfLabel } from '../groups/group-workers.ts';
import { bidOf, bidWords, readBid, winningBid } from '../money/bid.ts';
import { keys } from '../read-keys.ts';
import { type AnyWrite, defineWrite, type LocalDef, type Noun } from '../write.ts';
import {
  attachMessages,
  bidMessages,
  destroyMessages,
  detachMessages,
  executeMessages,
  type KeyOf,
  labelMessages,
  muteSaid,
  rebootMessages,
  recordShows,
  recycleMessages,
  startMessages,
  stopMessages,
} from './messages.ts';
import { instanceName } from './names.ts';
import { readInstance } from './reading.ts';
import {
  type Can,
  canDestroy,
  canRestart,
  canStart,
  canStop,
  commandFlaw,
  commandLimit,
  isAsked,
  labelLimit,
  readLabel,
  removes,
} from './rules.ts';
import type { InstanceState } from './state.ts';

export const instanceNoun: Noun<Instance, InstanceListReply> = {
  one: 'instance',
  many: 'instances',
  list: keys.instances,
  alone: keys.instance,
  rows: ({ instances }) => instances,
  without: (list, id) => {
    const instances = list.instances.filter((row) => row.id !== id);
    return { ...list, instances, instances_found: instances.length + (list.missing ?? 0) };
  },
  name: instanceName,
  word: (row) => readInstance(row).word,
  stage(row) {
    const { kind } = readInstance(row);
    // A boot goes through its stages on its own: that changes nothing that people decide by.
    return kind === 'provisioning' || kind === 'loading' ? 'booting' : kind;
  },
};

const define = defineWrite<InstanceState>()(instanceNoun as Noun<Instance>);
const reason = (can: Can) => (can.ok ? undefined : can.reason);
const listAndOne = (id: number) => [keys.instances, keys.instance(id)];
const listOneAndUser = (id: number) => [...listAndOne(id), keys.user];
/** How long a write that ends or loses something is pending before it is sent. */
export const holdMs = 5_000;

export const stop = define(
  'instance.stop',
  'stopInstance',
)({
  changes: 'intended_status',
  action: {
    keys: ['x'],
    label: 'stop',
    help: 'Stop instance (disk is still billed)',
    footer: 30,
  },
  on: 'rows',
  danger: 'confirm',
  holdMs,
  needsFreshData: true,
  disabledReason: (row) => reason(canStop(row)),
  request: (id) => [id],
  touches: listOneAndUser,
  confirmedBy: (row) => isAsked(row, 'stopped'),
  after: (state, id, row) => state.stopAsked(id, row?.actual_status),
  messages: stopMessages,
  command: {
    name: 'stop',
    help: 'Stop an instance (disk is still billed)',
    shows: recordShows,
    done: (id) => `Stopping ${id}. Its disk is billed until you destroy it.`,
  },
});

export const start = define(
  'instance.start',
  'startInstance',
)({
  changes: 'intended_status',
  action: { keys: ['a'], label: 'start', help: 'Start instance', footer: 35 },
  on: 'rows',
  danger: 'confirm',
  needsFreshData: true,
  disabledReason: (row) => reason(canStart(row)),
  request: (id) => [id],
  touches: listOneAndUser,
  confirmedBy: (row) => isAsked(row, 'running'),
  after: (state, id) => state.stopOver(id),
  messages: startMessages,
  command: {
    name: 'start',
    help: 'Start a stopped instance',
    shows: recordShows,
    done: (id) => `Starting ${id}. GPU billing begins once it is running.`,
  },
});

export const reboot = define(
  'instance.reboot',
  'rebootInstance',
)({
  action: {
    keys: ['B'],
    label: 'reboot',
    help: 'Restart the container (keeps the disk)',
  },
  on: 'rows',
  danger: 'confirm',
  holdMs,
  needsFreshData: true,
  disabledReason: (row, keyName) => reason(canRestart(row, keyName)),
  request: (id) => [id],
  touches: listOneAndUser,
  messages: rebootMessages,
  command: {
    name: 'reboot',
    help: 'Restart the container (kills running processes, keeps the disk)',
    done: (id) => `Rebooting ${id}. Its disk and GPU are kept.`,
  },
});

export const recycle = define(
  'instance.recycle',
  'recycleInstance',
)({
  action: {
    keys: ['W'],
    label: 'recycle',
    help: 'Recreate the container (deletes its data)',
  },
  on: 'rows',
  danger: 'type-name',
  holdMs,
  needsFreshData: true,
  disabledReason: (row, keyName) => reason(canRestart(row, keyName)),
  request: (id) => [id],
  touches: listOneAndUser,
  messages: recycleMessages,
  command: {
    name: 'recycle',
    help: 'Recreate the container from its image (deletes its data)',
    yes: "Don't ask for confirmation",
    ask: {
      what: 'recycle',
      effect: 'all data in the container is deleted',
      lost: 'All data in its container will be lost. You keep the machine.',
      nothing: 'Nothing was recycled.',
      question: (_id, name) => `Type ${name} to confirm: `,
    },
    done: (id) => `Recycling ${id}. Its container is recreated from the image.`,
  },
});

export const destroy = define(
  'instance.destroy',
  'destroyInstance',
)({
  action: {
    keys: ['D'],
    label: 'destroy',
    help: 'Destroy instance (deletes its disk, ends billing)',
    footer: 40,
  },
  on: 'rows',
  danger: 'type-name',
  holdMs,
  needsFreshData: true,
  disabledReason: (row) => reason(canDestroy(row)),
  request: (id) => [id],
  touches: listOneAndUser,
  removes: true,
  after: (state, id) => state.stopOver(id),
  gone: (state, id) => state.instanceGone(id),
  messages: destroyMessages,
  command: {
    name: 'destroy',
    help: 'Destroy an instance and all its data (ends its billing)',
    yes: "Don't ask for confirmation",
    ask: {
      what: 'destroy',
      effect: 'all data on the instance is deleted',
      lost: 'All its data will be deleted permanently.',
      nothing: 'Nothing was destroyed.',
      question: (_id, name) => `Type ${name} to confirm: `,
    },
    shows: ({ id }) => `instance ${id} is still there and billed`,
    done: (id) => `Destroyed ${id}. Billing ended.`,
  },
});

export const label = define(
  'instance.label',
  'labelInstance',
)<string | null>({
  action: { keys: ['e'], label: 'label', help: 'Edit label' },
  on: 'row',
  input: {
    name: 'text',
    title: (row) => `Label for ${instanceName(row)}`,
    initial: (row) => row.label ?? '',
    limit: labelLimit,
    notes: labelMessages.notes,
    read(typed) {
      const read = readLabel(typed);
      return read.ok ? { ok: true, value: read.label } : read;
    },
  },
  danger: (next, row) => {
    const group = groupOfLabel(row?.label);
    return group === undefined || groupOfLabel(next) === group ? 'none' : 'confirm';
  },
  request: (id, next) => [id, next],
  touches: listAndOne,
  confirmedBy: (row, next) => (row.label ?? '') === (next ?? ''),
  messages: labelMessages,
  command: {
    name: 'label',
    help: 'Set an instance\'s label ("" clears it)',
    examples: ['rigdeck label 9120441 train-a', 'rigdeck label 9120441 ""'],
    badInput: 'bad_label',
    before: labelMessages.loses,
    shows: ({ id, label: now }) =>
      (now ?? '') === '' ? `instance ${id} has no label` : `instance ${id} is labeled ${now}`,
    done: (id, next) => labelMessages.done({ id }, next),
    json: (next) => ({ label: next }),
  },
});

/** Bids have max three decimals, and a provider may store them less precisely than they were sent. */
const sameBid = 0.0005;

export const bid = define(
  'instance.bid',
  'changeBid',
)<number>({
  action: { keys: ['$'], label: 'raise bid', help: 'Change bid (interruptible instances)' },
  names: ['bid', 'raise-bid'],
  on: 'row',
  input: {
    name: 'price',
    title: (row) => `Bid for ${instanceName(row)} ($/h)`,
    initial: (row) => winningBid(row)?.toFixed(3) ?? '',
    limit: 10,
    notes: (row) => [`${bidWords(row)}.`],
    read(typed, row) {
      const read = readBid(typed, row?.num_gpus);
      return read.ok ? { ok: true, value: read.price } : read;
    },
    takesInitial: true,
    goesOn: true,
  },
  danger: 'confirm',
  needsFreshData: true,
  disabledReason: (row) => (row.is_bid === true ? undefined : 'On-demand instances have no bid.'),
  request: (id, price) => [id, price],
  touches: listOneAndUser,
  confirmedBy(row, price) {
    const now = bidOf(row);
    return now === undefined ? undefined : Math.abs(now - price) < sameBid;
  },
  messages: bidMessages,
});

export const execute = define(
  'instance.execute',
  'executeCommand',
)<string>({
  action: { keys: ['E'], label: 'execute', help: 'Run ls, du or rm without SSH' },
  on: 'row',
  input: {
    name: 'command',
    title: (row) => `Run on ${instanceName(row)}`,
    initial: () => '',
    limit: commandLimit,
    notes: () => ['ls, du or rm (e.g. du -d2 -h /workspace)'],
    read(typed) {
      const flaw = commandFlaw(typed);
      return flaw === undefined ? { ok: true, value: typed.trim() } : { ok: false, reason: flaw };
    },
    goesOn: true,
  },
  danger: (command) => (removes(command) ? 'confirm' : 'none'),
  request: (id, command) => [id, command],
  touches: () => [],
  output: (client, { result_url }, options) => client.readResult('executeCommand', result_url, options),
  messages: executeMessages,
  command: {
    name: 'execute',
    help: 'Run ls, du or rm on an instance',
    examples: [
      "rigdeck execute 9120441 'du -d2 -h /workspace'",
      "rigdeck execute 9120441 'rm -r /workspace/tmp' --yes",
    ],
    yes: "Don't ask before rm",
    ask: {
      what: 'rm',
      effect: 'files are deleted permanently',
      nothing: 'Nothing was run.',
      question: (id) => `This removes files on ${id} permanently. Type yes to confirm: `,
    },
    badInput: 'bad_command',
    instead: (id) => `rigdeck ssh ${id}`,
    done: () => '',
    json: (command) => ({ command }),
  },
});

export const attachKey = define(
  'instance.attach-key',
  'attachSshKey',
)<string>({
  on: 'row',
  danger: 'none',
  request: (id, line) => [id, line],
  touches: (id) => [keys.instanceSshKeys(id)],
  messages: attachMessages,
});

export const detachKey = define(
  'instance.attach-key',
  'detachSshKey',
)<KeyOf>({
  on: 'row',
  danger: 'confirm',
  request: (id, { key }) => [id, key.id],
  touches: (id) => [keys.instanceSshKeys(id)],
  messages: detachMessages,
});

/** Whether changes of one instance notify the user. */
export const mute: LocalDef<Instance> = {
  id: 'instance.bell',
  noun: instanceNoun as Noun<Instance>,
  action: {
    keys: ['b'],
    label: 'bell',
    help: 'Mute or unmute this instance',
    footer: 72,
  },
  label: ({ id }, { rings, silent }) => (rings && !silent.get().has(id) ? 'bell: on' : 'bell: off'),
  disabledReason: (_row, { rings }) => (rings ? undefined : 'All notifications are off'),
  run(row, { silent }) {
    const next = new Set(silent.get());
    if (!next.delete(row.id)) next.add(row.id);
    silent.set(next);
    return muteSaid(row, next.has(row.id));
  },
};

/** Every write to an instance. One without an `action` is opened elsewhere. */
export const instanceWrites = [
  label,
  execute,
  reboot,
  recycle,
  stop,
  start,
  destroy,
  bid,
  attachKey,
  detachKey,
] as const satisfies readonly AnyWrite[];

export const instanceLocals = [mute] as const;

/** Actions whose keys come from the records. */
export type InstanceWriteId = (typeof instanceWrites)[number]['id'];
