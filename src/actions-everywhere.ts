import type { ActionRow } from './action-row.ts';

/** Actions of every screen, and of every list. */
export const everywhereActions = {
  // everywhere
  'app.quit': { keys: ['ctrl+c'], label: 'quit', help: 'Quit and give the terminal back', group: 'global', always: true },
  'app.back': { keys: ['q'], label: 'back', help: 'Go back one screen; quit at the first', group: 'global' },
  'app.escape': { keys: ['esc'], label: 'back', help: 'Close, clear or go back: never loses work', group: 'global' },
  'app.help': { keys: ['?', 'f1'], label: 'help', help: 'The keys that work here', group: 'global', footer: 90 },
  'app.palette': { keys: [':', 'ctrl+p'], label: 'command', help: 'Find a command by name', group: 'global', footer: 80 },
  'app.offers': { keys: ['1'], label: 'offers', help: 'Go to Offers', group: 'global' },
  'app.instances': { keys: ['2'], label: 'instances', help: 'Go to Instances', group: 'global' },
  'app.groups': { keys: ['3'], label: 'groups', help: 'Go to Groups: endpoint groups and their worker groups', group: 'global' },
  'app.copy': { keys: ['4'], label: 'copy', help: 'Go to Copy: between an instance and cloud storage', group: 'global' },
  'app.security': { keys: ['5'], label: 'security', help: 'Go to Security: two-factor protection of the account', group: 'global' },
  'app.money': { keys: ['6'], label: 'money', help: 'Go to Money: what each machine costs, and how long the credit lasts', group: 'global' },
  'app.last': { keys: ['-'], label: 'last view', help: 'Go to where you were before', group: 'global' },
  'app.needs-you': { keys: ['!'], label: 'needs you', help: 'Go to the next machine that needs you', group: 'global' },
  'app.calls': { keys: ['@'], label: 'calls', help: 'Go to Calls: what rigdeck asked the service, and what came', group: 'global' },
  'app.messages': { keys: ['m'], label: 'messages', help: 'What has been said so far', group: 'global' },
  'app.refresh': { keys: ['r'], label: 'refresh', help: 'Ask the service again now', group: 'global' },
  'app.undo': { keys: ['u'], label: 'undo', help: 'Call back what waits to be sent, or undo what was changed here last, as a filter, marks, an order or columns', group: 'global' },
  'app.repaint': { keys: ['ctrl+l'], label: 'repaint', help: 'Draw the whole screen anew', group: 'global' },
  'app.suspend': { keys: ['ctrl+z'], label: 'suspend', help: 'Stop the deck and give the shell back; fg returns', group: 'global', always: true },

  // what was confirmed and waits to be sent
  'held.send': { keys: ['enter'], label: 'send now', help: 'Send at once what was confirmed and still waits, where Enter does nothing else', group: 'act' },

  // lists
  'list.down': { keys: ['j', 'down'], label: 'down', help: 'Next row', group: 'move' },
  'list.up': { keys: ['k', 'up'], label: 'up', help: 'Row above', group: 'move' },
  'list.top': { keys: ['g', 'home'], label: 'top', help: 'First row', group: 'move' },
  'list.bottom': { keys: ['G', 'end'], label: 'bottom', help: 'Last row', group: 'move' },
  'list.page-down': { keys: ['pagedown', 'ctrl+f'], label: 'page down', help: 'A page down', group: 'move' },
  'list.page-up': { keys: ['pageup', 'ctrl+b'], label: 'page up', help: 'A page up', group: 'move' },
  'list.half-down': { keys: ['ctrl+d'], label: 'half down', help: 'Half a page down', group: 'move' },
  'list.half-up': { keys: ['ctrl+u'], label: 'half up', help: 'Half a page up', group: 'move' },
  'list.filter': { keys: ['/'], label: 'filter', help: 'Narrow the rows that are loaded', group: 'view', footer: 30 },
  'list.sort': { keys: ['o'], label: 'sort', help: 'Sort by a column', group: 'view', footer: 50 },
  'list.reverse': { keys: ['O'], label: 'reverse', help: 'Turn the order round', group: 'view' },
  'list.sort-left': { keys: ['<'], label: 'sort left', help: 'Sort by the column to the left', group: 'view' },
  'list.sort-right': { keys: ['>'], label: 'sort right', help: 'Sort by the column to the right', group: 'view' },
  'list.pane': { keys: ['p'], label: 'pane', help: 'Show or hide the detail pane', group: 'view' },
  'list.mark': { keys: ['space'], label: 'mark', help: 'Mark this row, or take its mark off, and go to the next', group: 'act', footer: 28 },
  'list.mark-range': { keys: ['V'], label: 'mark range', help: 'Begin a range of marks here, or end it here', group: 'act' },
  'list.mark-all': { keys: ['*'], label: 'mark all', help: 'Mark every row that is shown', group: 'act' },
  'list.mark-none': { keys: ['U'], label: 'no marks', help: 'Take all marks off', group: 'act' },
  'list.raw': { keys: ['v'], label: 'raw', help: 'The record as the service sent it', group: 'view' },
} as const satisfies Record<string, ActionRow>;
