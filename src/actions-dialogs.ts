import type { ActionRow } from './action-row.ts';

/** Actions of dialogs, menus and overlays. */
export const dialogsActions = {
  // dialogs, menus, overlays
  'dialog.cancel': { keys: ['esc'], label: 'no', help: 'Close; nothing happens', group: 'act', footer: 20 },
  'dialog.yes': { keys: ['y'], label: 'yes', help: 'Say yes', group: 'act', footer: 10 },
  'dialog.no': { keys: ['n'], label: 'no', help: 'Say no', group: 'act' },
  'dialog.press': { keys: ['enter'], label: 'press', help: 'Press the button that is lit', group: 'act' },
  'dialog.other': { keys: ['tab', 'shift+tab', 'left', 'right'], label: 'other button', help: 'Go to the other button', group: 'move' },
  'dialog.down': { keys: ['down'], label: 'down', help: 'Scroll what it is about down', group: 'move' },
  'dialog.up': { keys: ['up'], label: 'up', help: 'Scroll what it is about up', group: 'move' },
  'prompt.keep': { keys: ['enter'], label: 'save', help: 'Take what was typed', group: 'act', footer: 10 },
  'answer.go': { keys: ['enter'], label: 'go on', help: 'Go on with what was typed', group: 'act', footer: 10 },
  'prompt.close': { keys: ['esc'], label: 'cancel', help: 'Close; nothing changes', group: 'act', footer: 20 },
  'limit.set': { keys: ['enter'], label: 'set', help: 'Set the limit in the place of the one that stands', group: 'act', footer: 10 },
  'limit.act': { keys: ['tab', 'shift+tab'], label: 'stop/destroy', help: 'What it does: stop or destroy', group: 'act', footer: 20 },
  'limit.kept': { keys: ['ctrl+t'], label: 'who keeps it', help: 'Who keeps it: rigdeck while it runs, or the service', group: 'act', footer: 30 },
  'limit.off': { keys: ['ctrl+x'], label: 'call off', help: 'Call off the limit that stands', group: 'act', footer: 40 },
  'limit.close': { keys: ['esc'], label: 'close', help: 'Close; what is set stays set', group: 'act', footer: 35 },
  'menu.down': { keys: ['down', 'ctrl+n'], label: 'down', help: 'Next entry', group: 'move' },
  'menu.up': { keys: ['up'], label: 'up', help: 'Entry above', group: 'move' },
  'menu.pick': { keys: ['enter'], label: 'pick', help: 'Take this entry', group: 'act', footer: 10 },
  'menu.close': { keys: ['esc', 'ctrl+p'], label: 'close', help: 'Close the list', group: 'act', footer: 20 },
  'pager.down': { keys: ['j', 'down', 'pagedown', 'space'], label: 'down', help: 'Scroll down', group: 'move', footer: 10 },
  'pager.up': { keys: ['k', 'up', 'pageup'], label: 'up', help: 'Scroll up', group: 'move', footer: 15 },
  'pager.close': { keys: ['esc', 'q', '?', 'enter', 'v', 'm', 'f1'], label: 'close', help: 'Close', group: 'act', footer: 20 },
  'filter.keep': { keys: ['enter'], label: 'keep', help: 'Keep the filter and go back to the rows', group: 'act', footer: 10 },
  'filter.clear': { keys: ['esc'], label: 'clear', help: 'Clear the filter', group: 'act', footer: 20 },
  'filter.down': { keys: ['down'], label: 'down', help: 'Next row', group: 'move' },
  'filter.up': { keys: ['up'], label: 'up', help: 'Row above', group: 'move' },
} as const satisfies Record<string, ActionRow>;
