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
    // A boot goes through its stages by itself: that is no news for whoever decided about it.
    return kind === 'provisioning' || kind === 'loading' ? 'booting' : kind;
  },
};

const define = defineWrite<InstanceState>()(instanceNoun as Noun<Instance>);
const reason = (can: Can) => (can.ok ? undefined : can.reason);
const listAndOne = (id: number) => [keys.instances, keys.instance(id)];
const listOneAndUser = (id: number) => [...listAndOne(id), keys.user];
/** What ends or loses something waits so long in plain sight before it is sent. */
export const holdMs = 5_000;

export const stop = define(
  'instance.stop',
  'stopInstance',
)({
  action: {
    keys: ['x'],
    label: 'stop',
    help: 'Stop: compute billing halts, the disk is still charged',
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
    done: (id) => `${id}: Stopped: the compute charge halts. The disk is charged until you destroy it.`,
  },
});

export const start = define(
  'instance.start',
  'startInstance',
)({
  action: { keys: ['a'], label: 'start', help: 'Start a stopped instance', footer: 35 },
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
    done: (id) => `${id}: Asked to start. It runs, and is charged, once a GPU is free.`,
  },
});

export const reboot = define(
  'instance.reboot',
  'rebootInstance',
)({
  action: {
    keys: ['B'],
    label: 'reboot',
    help: 'Reboot: what runs in it ends and starts again, the disk stays',
  },
  on: 'rows',
  danger: 'confirm',
  holdMs,
  needsFreshData: true,
  disabledReason: (row) => reason(canRestart(row)),
  request: (id) => [id],
  touches: listOneAndUser,
  messages: rebootMessages,
  command: {
    name: 'reboot',
    help: 'Restart the container (kills running processes, keeps the disk)',
    done: (id) => `${id}: Asked to reboot. Its disk stays, and it keeps its machine.`,
  },
});

export const recycle = define(
  'instance.recycle',
  'recycleInstance',
)({
  action: {
    keys: ['W'],
    label: 'recycle',
    help: 'Recycle: made anew from its image, everything in the container is lost',
  },
  on: 'rows',
  danger: 'type-name',
  holdMs,
  needsFreshData: true,
  disabledReason: (row) => reason(canRestart(row)),
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
      lost: 'Everything in its container is lost for good; the machine stays yours.',
      nothing: 'Nothing was recycled.',
      question: (_id, name) => `Type ${name} to recycle it: `,
    },
    done: (id) => `${id}: Asked to recycle. It is made anew from its image and keeps its machine.`,
  },
});

export const destroy = define(
  'instance.destroy',
  'destroyInstance',
)({
  action: {
    keys: ['D'],
    label: 'destroy',
    help: 'Destroy: all billing stops, the disk is erased',
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
      lost: 'Everything on it is removed for good.',
      nothing: 'Nothing was destroyed.',
      question: (_id, name) => `Type ${name} to destroy it: `,
    },
    shows: ({ id }) => `instance ${id} is still there, and is charged`,
    done: (id) => `${id}: Destroyed. All its charges end here.`,
  },
});

export const label = define(
  'instance.label',
  'labelInstance',
)<string | null>({
  action: { keys: ['e'], label: 'label', help: 'Give this instance another label, or none' },
  on: 'row',
  input: {
    name: 'text',
    title: ({ id }) => `Label of ${id}`,
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
      (now ?? '') === '' ? `instance ${id} has no label` : `instance ${id} is called ${now}`,
    done: (id, next) => (next === null ? `${id} has no label any more.` : `${id} is called ${next} now.`),
    json: (next) => ({ label: next }),
  },
});

/** Bids have three decimals at most, and a service may keep them less exactly than they were sent. */
const sameBid = 0.0005;

export const bid = define(
  'instance.bid',
  'changeBid',
)<number>({
  action: { keys: ['$'], label: 'raise bid', help: 'Another bid for an interruptible machine' },
  names: ['bid', 'raise-bid'],
  on: 'row',
  input: {
    name: 'price',
    title: (row) => `Bid for ${instanceName(row)}, $/h`,
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
  disabledReason: (row) => (row.is_bid === true ? undefined : 'It is paid on demand: it has no bid'),
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
  action: { keys: ['E'], label: 'execute', help: 'Run ls, du or rm on it without a session' },
  on: 'row',
  input: {
    name: 'command',
    title: (row) => `Run on ${instanceName(row)}`,
    initial: () => '',
    limit: commandLimit,
    notes: () => ['ls, du or rm, as  du -d2 -h /workspace'],
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
      question: (id) => `It removes files on ${id} for good. Type yes to go on: `,
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

/** Whether what becomes of one instance calls the person. */
export const mute: LocalDef<Instance> = {
  id: 'instance.bell',
  noun: instanceNoun as Noun<Instance>,
  action: {
    keys: ['b'],
    label: 'bell',
    help: 'Call you, or not, when something becomes of this instance while you look elsewhere',
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

/** Every write on an instance. One without an `action` is asked for elsewhere. */
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

/** Actions of the keys that the records bring. */
export type InstanceWriteId = (typeof instanceWrites)[number]['id'];
