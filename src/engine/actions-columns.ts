import type { ActionRow } from './action-row.ts';

/** Actions on the columns and the pane of a list, of the choice of an order, of the picker of columns, and of the comparison of offers. */
export const columnsActions = {
  // columns of a list
  'list.columns': {
    keys: ['c'],
    label: 'columns',
    help: 'Choose the columns of this list, and their order',
    group: 'view',
    footer: 55,
  },
  'list.wide': {
    keys: ['w'],
    label: 'wide',
    help: 'Toggle all columns',
    group: 'view',
  },
  'list.left': {
    keys: ['h', 'left'],
    label: 'left',
    help: 'Scroll the columns back; the first ones stay',
    group: 'move',
  },
  'list.right': {
    keys: ['l', 'right'],
    label: 'right',
    help: 'Scroll to the columns that do not fit',
    group: 'move',
  },

  // pane of a list
  'list.pane-grow': { keys: ['+'], label: 'larger pane', help: 'A larger detail pane', group: 'view' },
  'list.pane-shrink': { keys: ['_'], label: 'smaller pane', help: 'A smaller detail pane', group: 'view' },
  'list.pane-focus': {
    keys: ['tab', 'shift+tab'],
    label: 'list/pane',
    help: 'Move in the detail pane, or in the list again',
    group: 'move',
  },
  'list.pane-down': { keys: ['J'], label: 'pane down', help: 'Scroll the detail pane down', group: 'move' },
  'list.pane-up': { keys: ['K'], label: 'pane up', help: 'Scroll the detail pane up', group: 'move' },

  // order of a list
  'sort.right': {
    keys: ['right', 'down', 'tab'],
    label: 'right',
    help: 'Column to the right',
    group: 'move',
  },
  'sort.left': {
    keys: ['left', 'up', 'shift+tab'],
    label: 'left',
    help: 'Column to the left',
    group: 'move',
  },
  'sort.pick': {
    keys: ['enter'],
    label: 'sort',
    help: 'Sort by this column, or the other way round',
    group: 'act',
    footer: 10,
  },
  'sort.close': {
    keys: ['esc'],
    label: 'close',
    help: 'Close; the order stays as it is',
    group: 'act',
    footer: 20,
  },

  // picker of columns
  'columns.toggle': {
    keys: ['space'],
    label: 'show/hide',
    help: 'Show this column, or hide it',
    group: 'act',
    footer: 10,
  },
  'columns.later': {
    keys: ['J'],
    label: 'later',
    help: 'Move this column a place to the right',
    group: 'act',
    footer: 20,
  },
  'columns.earlier': {
    keys: ['K'],
    label: 'earlier',
    help: 'Move this column a place to the left',
    group: 'act',
    footer: 25,
  },
  'columns.keep': {
    keys: ['enter'],
    label: 'keep',
    help: 'Keep the columns as they are now',
    group: 'act',
    footer: 30,
  },
  'columns.undo': {
    keys: ['esc'],
    label: 'as before',
    help: 'Close; the columns are as they were',
    group: 'act',
    footer: 40,
  },
  'columns.down': { keys: ['j', 'down'], label: 'down', help: 'Next column', group: 'move' },
  'columns.up': { keys: ['k', 'up'], label: 'up', help: 'Column above', group: 'move' },

  // offers side by side
  'compare.all': {
    keys: ['a'],
    label: 'all fields',
    help: 'Every field, or only what differs',
    group: 'view',
    footer: 10,
  },
  'compare.down': { keys: ['j', 'down'], label: 'down', help: 'Scroll down', group: 'move', footer: 20 },
  'compare.up': { keys: ['k', 'up'], label: 'up', help: 'Scroll up', group: 'move' },
  'compare.close': {
    keys: ['esc', 'q', '=', 'enter'],
    label: 'close',
    help: 'Close the comparison',
    group: 'act',
    footer: 30,
  },
} as const satisfies Record<string, ActionRow>;
