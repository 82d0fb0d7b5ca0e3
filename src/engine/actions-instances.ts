import type { ActionRow } from './action-row.ts';
import { bid, destroy, execute, type InstanceWriteId, instanceWrites, label, mute, reboot, recycle, start, stop } from './instances/writes.ts';
import { actionOf } from './write.ts';

/** Logs, copies, volumes, money, calls and groups are here, too. */
const named = {
  // instances
  'instance.open': {
    keys: ['enter'],
    label: 'open',
    help: 'Instance details',
    group: 'act',
    footer: 10,
  },
  'instance.ssh': {
    keys: ['s'],
    label: 'ssh',
    help: 'SSH in this terminal',
    group: 'act',
    footer: 20,
  },
  'instance.ssh-pane': {
    keys: ['S'],
    label: 'ssh in a pane',
    help: 'SSH in a new tmux, zellij or WezTerm pane',
    group: 'act',
  },
  'instance.ssh-direct': {
    keys: ['H'],
    label: 'ssh direct',
    help: 'SSH directly (no proxy)',
    group: 'act',
  },
  'instance.copy': {
    keys: ['y'],
    label: 'copy',
    help: 'Copy SSH command, id, address, scp line',
    group: 'act',
    footer: 60,
  },
  'instance.logs': {
    keys: ['l'],
    label: 'logs',
    help: 'Logs',
    group: 'act',
    footer: 25,
  },
  'instance.label': actionOf(label),
  'instance.tunnel': {
    keys: ['t'],
    label: 'tunnel',
    help: 'Forward a port',
    group: 'act',
    footer: 75,
  },
  'instance.jupyter': {
    keys: ['N'],
    label: 'notebook',
    help: 'Open Jupyter (over SSH: show or copy its URL)',
    group: 'act',
  },
  'instance.execute': actionOf(execute),
  'instance.reboot': actionOf(reboot),
  'instance.recycle': actionOf(recycle),
  'instance.stop': actionOf(stop),
  'instance.start': actionOf(start),
  'instance.destroy': actionOf(destroy),
  'instance.limit': {
    keys: ['L'],
    label: 'auto-stop',
    help: 'Set auto-stop or auto-destroy',
    group: 'act',
    footer: 58,
  },
  'instance.rescue': {
    keys: ['R'],
    label: 'rescue',
    help: "Replace an instance that won't boot, or cancel",
    group: 'act',
    footer: 45,
    danger: 'type-name',
  },
  'instance.bell': actionOf(mute),
  'instance.bid': actionOf(bid),
  'instance.attach-key': {
    keys: ['A'],
    label: 'SSH key',
    help: 'Attach or detach an SSH key',
    group: 'act',
  },
  'instance.rent-like': { keys: ['n'], label: 'rent', help: 'Find another offer', group: 'act' },
  'instance.cloud-copy': {
    keys: ['C'],
    label: 'cloud copy',
    help: 'Copy to or from cloud storage',
    group: 'act',
  },

  // cloud copy
  'copy.review': {
    keys: ['ctrl+s'],
    label: 'review',
    help: 'Review copy',
    group: 'act',
    footer: 20,
    danger: 'confirm',
  },
  'copy.flags': {
    keys: ['ctrl+g'],
    label: 'flags',
    help: 'Pick extra flags',
    group: 'act',
    footer: 30,
  },
  'copy.cancel': {
    keys: ['ctrl+x'],
    label: 'call off',
    help: 'Cancel the copy',
    group: 'act',
    footer: 50,
    danger: 'confirm',
  },
  'copy.link': {
    keys: ['ctrl+y'],
    label: 'copy link',
    help: 'Copy the link to the result of the newest copy',
    group: 'act',
    footer: 60,
  },

  // logs
  'logs.search': {
    keys: ['/'],
    label: 'search',
    help: 'Search lines',
    group: 'view',
    footer: 10,
  },
  'logs.next': { keys: ['n'], label: 'next', help: 'Next match', group: 'move', footer: 20 },
  'logs.previous': {
    keys: ['N'],
    label: 'before',
    help: 'Previous match',
    group: 'move',
    footer: 25,
  },
  'logs.end': {
    keys: ['G', 'end'],
    label: 'follow',
    help: 'Jump to the end and follow',
    group: 'move',
    footer: 30,
  },
  'logs.left': { keys: ['left'], label: 'left', help: 'Scroll left', group: 'move' },
  'logs.right': { keys: ['right'], label: 'right', help: 'Scroll right', group: 'move' },
  'logs.save': {
    keys: ['w'],
    label: 'save',
    help: 'Save lines to a new private file',
    group: 'act',
    footer: 40,
  },
  'logs.daemon': {
    keys: ['d'],
    label: 'other log',
    help: 'Switch container / daemon log',
    group: 'view',
    footer: 50,
  },

  // volumes
  'volume.offers': {
    keys: ['enter'],
    label: 'offers there',
    help: "Find offers on this volume's machine",
    group: 'act',
    footer: 10,
  },

  // money
  'money.what-if': {
    keys: ['w'],
    label: 'stop/destroy',
    help: 'Preview stop or destroy',
    group: 'view',
    footer: 10,
  },

  // calls
  'call.open': {
    keys: ['enter'],
    label: 'open',
    help: 'What was sent and what came, with secrets masked',
    group: 'act',
    footer: 1,
  },
  'call.copy': {
    keys: ['y'],
    label: 'copy',
    help: 'Copy the call as a curl line, with $RIGDECK_API_KEY for the key',
    group: 'act',
    footer: 3,
  },

  // groups
  'group.change': {
    keys: ['enter', 'e'],
    label: 'change',
    help: 'Edit group',
    group: 'act',
    footer: 10,
  },
  'group.new': {
    keys: ['n'],
    label: 'new workers',
    help: 'New worker group (opens the form)',
    group: 'act',
    footer: 20,
  },
  'group.new-endpoint': {
    keys: ['N'],
    label: 'new endpoint',
    help: 'Fill in a new endpoint group',
    group: 'act',
    footer: 25,
  },
  'group.workers': {
    keys: ['W'],
    label: 'workers',
    help: 'Show its workers',
    group: 'act',
    footer: 27,
  },
  'group.delete': {
    keys: ['D'],
    label: 'delete',
    help: 'Delete group (running workers may continue)',
    group: 'act',
    footer: 40,
    danger: 'type-name',
  },
  'group.review': {
    keys: ['ctrl+s'],
    label: 'review',
    help: 'Review group',
    group: 'act',
    footer: 20,
    danger: 'confirm',
  },
} as const satisfies Record<string, ActionRow>;

const unplaced = Object.fromEntries(instanceWrites.flatMap((write) => (Object.hasOwn(named, write.id) ? [] : [[write.id, actionOf(write)]])));

/** Actions of instances and of what surrounds them. A write that has no place of its own above comes last. */
export const instancesActions = { ...named, ...unplaced } as typeof named & Record<InstanceWriteId, ActionRow>;
