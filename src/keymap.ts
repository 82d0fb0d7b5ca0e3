/**
 * Every action of the deck, as data. The key line, the help overlay, the palette, the README and the tests read
 * these rows, so they cannot disagree. A screen binds, for exactly the ids that it declares, what an action does.
 *
 * Keys are written as strokes.ts names them. In text fields printable keys are text, so the actions of forms
 * use Tab, Enter, Esc and Ctrl keys that no line editor uses.
 */
export type ActionGroup = 'move' | 'act' | 'view' | 'global';

export type ActionRow = {
  keys: readonly string[];
  /** One or two words, for the key line. */
  label: string;
  /** One sentence, for the help overlay. */
  help: string;
  group: ActionGroup;
  /** Place on the key line, smaller first; absent from it when not given. */
  footer?: number;
  /** The action opens a dialog: a plain question, or one that wants a word typed. */
  danger?: 'confirm' | 'type-name';
  /** Works under an open dialog too. */
  always?: true;
};

export const actions = {
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
  'app.undo': { keys: ['u'], label: 'undo', help: 'Call back what waits to be sent, or undo the last filter, mark or order', group: 'global' },
  'app.repaint': { keys: ['ctrl+l'], label: 'repaint', help: 'Draw the whole screen anew', group: 'global' },
  'app.suspend': { keys: ['ctrl+z'], label: 'suspend', help: 'Stop the deck and give the shell back; fg returns', group: 'global' },

  // what was confirmed and waits to be sent
  'held.send': { keys: ['enter'], label: 'send now', help: 'Send at once what was confirmed and still waits', group: 'act' },

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

  // offers
  'offer.rent': { keys: ['enter'], label: 'rent', help: 'Fill in the form for this offer; nothing is bought yet', group: 'act', footer: 10 },
  'offers.search': { keys: ['f'], label: 'search', help: 'Change what the service is asked for', group: 'act', footer: 40 },
  'offers.bid': { keys: ['B'], label: 'on-demand/bid', help: 'Switch between fixed price and bids', group: 'act' },
  'offers.loosen': { keys: ['x'], label: 'loosen', help: 'How many offers there are without each condition, to pick from', group: 'act' },
  'offers.next-best': { keys: ['n'], label: 'next best', help: 'Go to the best offer like one that is gone', group: 'act' },

  // forms
  'form.next': { keys: ['tab', 'down'], label: 'next', help: 'Next field', group: 'move', footer: 10 },
  'form.previous': { keys: ['shift+tab', 'up'], label: 'back', help: 'Field before', group: 'move' },
  'form.press': { keys: ['enter'], label: 'choose', help: 'Choose, switch, or press the button', group: 'act' },
  'form.submit': { keys: ['ctrl+s'], label: 'go on', help: 'Check the form and go on', group: 'act', footer: 20 },
  'form.page': { keys: ['ctrl+n'], label: 'more fields', help: 'The other page of the form', group: 'view', footer: 30 },
  'form.json': { keys: ['ctrl+r'], label: 'JSON', help: 'The request as it will be sent', group: 'view', footer: 40 },
  'form.editor': { keys: ['ctrl+g'], label: 'editor', help: 'Edit the on-start script in $EDITOR', group: 'act', footer: 50 },
  'form.template': { keys: ['ctrl+t'], label: 'template', help: 'Pick one of your templates', group: 'act' },
  'rent.volume': { keys: ['ctrl+y'], label: 'volume', help: 'Link one of your volumes', group: 'act' },
  'rent.idle-stop': { keys: ['ctrl+o'], label: 'stop when idle', help: 'Have the machine stop itself when its GPUs are idle', group: 'act' },
  'rent.review': { keys: ['ctrl+s'], label: 'review', help: 'Check the form, then see what it costs and decide', group: 'act', footer: 20, danger: 'confirm' },
  'rent.settle': { keys: ['Z'], label: 'unsettled', help: 'A rent without an answer: look again, decide, or rent anyway', group: 'act', footer: 15 },
  'search.names': { keys: ['ctrl+g'], label: 'GPU names', help: 'Pick a GPU name that was seen', group: 'act', footer: 50 },
  'form.reveal': { keys: ['ctrl+r'], label: 'reveal', help: 'Show or hide the key', group: 'view', footer: 40 },

  // instances
  'instance.open': { keys: ['enter'], label: 'open', help: 'Boot, connection and history of this instance', group: 'act', footer: 10 },
  'instance.ssh': { keys: ['s'], label: 'ssh', help: 'Connect by SSH in this terminal', group: 'act', footer: 20 },
  'instance.ssh-direct': { keys: ['S'], label: 'ssh direct', help: 'Connect by SSH straight to the machine, past the proxy of the service', group: 'act' },
  'instance.copy': { keys: ['y'], label: 'copy', help: 'Copy the ssh command, the id, an address, a line for scp and more', group: 'act', footer: 60 },
  'instance.logs': { keys: ['l'], label: 'logs', help: 'The log of this instance, to follow and to search', group: 'act', footer: 25 },
  'instance.label': { keys: ['e'], label: 'label', help: 'Give this instance another label, or none', group: 'act' },
  'instance.tunnel': { keys: ['t'], label: 'tunnel', help: 'Lead a port of this machine to one of the instance', group: 'act', footer: 75 },
  'instance.jupyter': { keys: ['N'], label: 'notebook', help: 'Open its Jupyter in your browser; over SSH show its address or copy it', group: 'act' },
  'instance.execute': { keys: ['E'], label: 'execute', help: 'Run ls, du or rm on it without a session', group: 'act', danger: 'confirm' },
  'instance.reboot': { keys: ['B'], label: 'reboot', help: 'Reboot: what runs in it ends and starts again, the disk stays', group: 'act', danger: 'confirm' },
  'instance.recycle': { keys: ['W'], label: 'recycle', help: 'Recycle: made anew from its image, everything in the container is lost', group: 'act', danger: 'type-name' },
  'instance.stop': { keys: ['x'], label: 'stop', help: 'Stop: compute billing halts, the disk is still charged', group: 'act', footer: 30, danger: 'confirm' },
  'instance.start': { keys: ['a'], label: 'start', help: 'Start a stopped instance', group: 'act', footer: 35, danger: 'confirm' },
  'instance.destroy': { keys: ['D'], label: 'destroy', help: 'Destroy: all billing stops, the disk is erased', group: 'act', footer: 40, danger: 'type-name' },
  'instance.limit': { keys: ['L'], label: 'limit', help: 'Stop or destroy it by itself, at a time or at a budget', group: 'act', footer: 70 },
  'instance.rescue': { keys: ['R'], label: 'rescue', help: 'Destroy a machine that does not boot and rent the next best; again: call it off', group: 'act', footer: 45, danger: 'type-name' },
  'instance.bid': { keys: ['$'], label: 'raise bid', help: 'Another bid for an interruptible machine', group: 'act', danger: 'confirm' },
  'instance.attach-key': { keys: ['K'], label: 'SSH key', help: 'Let an SSH key of the account open this instance', group: 'act' },
  'instance.rent-like': { keys: ['n'], label: 'rent', help: 'Look for another machine', group: 'act' },

  'instance.cloud-copy': { keys: ['C'], label: 'cloud copy', help: 'Copy between this instance and cloud storage', group: 'act' },

  // cloud copy
  'copy.review': { keys: ['ctrl+s'], label: 'review', help: 'Check the form, then see what goes where and decide', group: 'act', footer: 20, danger: 'confirm' },
  'copy.flags': { keys: ['ctrl+g'], label: 'flags', help: 'Pick extra flags from those that are known', group: 'act', footer: 30 },
  'copy.cancel': { keys: ['ctrl+x'], label: 'call off', help: 'Call off a copy that is under way', group: 'act', footer: 50, danger: 'confirm' },
  'copy.link': { keys: ['ctrl+y'], label: 'copy link', help: 'Copy the link to the result of the newest copy', group: 'act', footer: 60 },
  // logs
  'logs.search': { keys: ['/'], label: 'search', help: 'Search the lines that are loaded', group: 'view', footer: 10 },
  'logs.next': { keys: ['n'], label: 'next', help: 'The next line that holds it', group: 'move', footer: 20 },
  'logs.previous': { keys: ['N'], label: 'before', help: 'The line before that holds it', group: 'move', footer: 25 },
  'logs.end': { keys: ['G', 'end'], label: 'follow', help: 'To the end, and on with what is written', group: 'move', footer: 30 },
  'logs.left': { keys: ['left'], label: 'left', help: 'Back from the end of long lines', group: 'move' },
  'logs.right': { keys: ['right'], label: 'right', help: 'On to the end of long lines', group: 'move' },
  'logs.save': { keys: ['w'], label: 'save', help: 'Write the lines to a new file that only you can read', group: 'act', footer: 40 },
  'logs.daemon': { keys: ['d'], label: 'other log', help: 'Between the log of the container and that of what runs it', group: 'view', footer: 50 },

  // volumes
  'volume.offers': { keys: ['enter'], label: 'offers there', help: 'Look for offers on the machine of this volume', group: 'act', footer: 10 },

  // money
  'money.what-if': { keys: ['w'], label: 'stop/destroy', help: 'What if: reckon with a stop, or with a destroy', group: 'view', footer: 10 },

  // calls
  'call.open': { keys: ['enter'], label: 'open', help: 'What was sent and what came, with secrets masked', group: 'act', footer: 1 },
  'call.copy': { keys: ['y'], label: 'copy', help: 'Copy the call as a curl line, with $RIGDECK_API_KEY for the key', group: 'act', footer: 3 },
  // groups
  'group.change': { keys: ['enter', 'e'], label: 'change', help: 'Change fields of this group', group: 'act', footer: 10 },
  'group.new': { keys: ['n'], label: 'new workers', help: 'Fill in a new worker group; nothing is rented yet', group: 'act', footer: 20 },
  'group.new-endpoint': { keys: ['N'], label: 'new endpoint', help: 'Fill in a new endpoint group', group: 'act', footer: 25 },
  'group.workers': { keys: ['w'], label: 'workers', help: 'The instances that work for this group', group: 'act', footer: 27 },
  'group.delete': { keys: ['D'], label: 'delete', help: 'Delete the group: no further workers, those that run may go on', group: 'act', footer: 40, danger: 'type-name' },
  'group.review': { keys: ['ctrl+s'], label: 'review', help: 'Check the form, then see what is sent and decide', group: 'act', footer: 20, danger: 'confirm' },

  // security
  'security.add': { keys: ['a'], label: 'add', help: 'Add an authenticator app, or a phone number for texts', group: 'act', footer: 10 },
  'security.label': { keys: ['enter'], label: 'edit label', help: 'Give the method another label', group: 'act', footer: 20 },
  'security.primary': { keys: ['P'], label: 'make primary', help: 'Make the method the primary one', group: 'act', footer: 30 },
  'security.codes': { keys: ['B'], label: 'new backup codes', help: 'Make ten new backup codes; the old ones end', group: 'act', footer: 40, danger: 'type-name' },
  'security.remove': { keys: ['X'], label: 'remove', help: 'Remove the method; the last one turns two-factor off', group: 'act', footer: 50, danger: 'type-name' },
  'security.verify': { keys: ['l'], label: 'verify', help: 'Log in with two-factor now', group: 'act', footer: 60 },
  'security.sign-out': { keys: ['o'], label: 'end session', help: 'End the two-factor session; the API key stays', group: 'act' },

  'security.keys': { keys: ['K'], label: 'API keys', help: 'The API keys of the account, and what this one may do', group: 'act', footer: 70 },

  // API keys
  'keys.open': { keys: ['enter'], label: 'what it may', help: 'What this key may call, and its permission document', group: 'view', footer: 20 },
  'keys.new': { keys: ['n'], label: 'new key', help: 'Make another API key, with the permissions that you pick', group: 'act', footer: 10 },
  'keys.delete': { keys: ['D'], label: 'delete', help: 'Delete this API key: whatever uses it stops working', group: 'act', footer: 30, danger: 'type-name' },
  'keys.ssh': { keys: ['S'], label: 'SSH keys', help: 'The public keys that open instances', group: 'view', footer: 40 },
  'ssh-keys.add': { keys: ['a'], label: 'add', help: 'Add a public key, from ~/.ssh or pasted', group: 'act', footer: 10 },
  'ssh-keys.open': { keys: ['enter'], label: 'show', help: 'The whole key with its fingerprint', group: 'view', footer: 20 },
  'ssh-keys.remove': { keys: ['X'], label: 'remove', help: 'Take this public key off the account', group: 'act', footer: 30, danger: 'confirm' },
  'new-key.editor': { keys: ['ctrl+g'], label: 'editor', help: 'Edit the permission document in $EDITOR, to narrow what stands in it', group: 'act', footer: 50 },
  'key.done': { keys: ['enter'], label: 'done', help: 'Let go of the value; it is not shown again', group: 'act', footer: 10, danger: 'confirm' },
  'key.save': { keys: ['f'], label: 'save', help: 'Save the key to a new file that only you can read', group: 'act', footer: 22 },
  'key.copy': { keys: ['y'], label: 'copy', help: 'Copy the key, on the second press', group: 'act', footer: 25 },
  'key.print': { keys: ['p'], label: 'print', help: 'Print the key', group: 'act', footer: 26 },
  'key.written': { keys: ['h'], label: 'by hand', help: 'Say that you wrote the key down by hand', group: 'act', footer: 27 },
  'key.hide': { keys: ['v'], label: 'hide', help: 'Hide the key, or show it again', group: 'view', footer: 28 },

  // two-factor
  'tfa.go': { keys: ['enter'], label: 'go on', help: 'Take this way, send what was typed, or go on', group: 'act', footer: 10 },
  'tfa.resend': { keys: ['r'], label: 'send again', help: 'Have another code sent', group: 'act', footer: 20 },
  'tfa.ask-again': { keys: ['r'], label: 'ask again', help: 'Ask the service once more; no code is sent', group: 'act', footer: 21 },
  'tfa.other': { keys: ['t', 'ctrl+t'], label: 'another way', help: 'Another way to prove that it is you', group: 'act', footer: 30 },
  'tfa.step-again': { keys: ['s'], label: 'step again', help: 'This step from its beginning, with a new request', group: 'act', footer: 55 },
  'tfa.over': { keys: ['o'], label: 'start over', help: 'All of it from the beginning', group: 'act', footer: 60 },
  'tfa.number': { keys: ['e'], label: 'other number', help: 'Correct the phone number', group: 'act', footer: 40 },
  'tfa.prove': { keys: ['a'], label: 'prove again', help: 'Prove again that it is you; what was typed stays', group: 'act', footer: 15 },
  'tfa.plain': { keys: ['A'], label: 'without admin', help: 'Log in without an admin session', group: 'act', footer: 12 },
  'tfa.regen': { keys: ['B'], label: 'new codes', help: 'Make ten new backup codes; the old ones end', group: 'act', footer: 12 },
  'tfa.copy': { keys: ['y'], label: 'copy', help: 'Copy what is shown, on the second press', group: 'act', footer: 25 },
  'tfa.invert': { keys: ['i'], label: 'invert', help: 'Turn light and dark of the QR code round', group: 'view', footer: 27 },
  'tfa.full': { keys: ['F'], label: 'full-screen QR', help: 'The QR code alone, on the whole screen', group: 'view', footer: 28 },
  'tfa.words': { keys: ['w'], label: 'cannot scan', help: 'Three ways to enter the secret without scanning', group: 'view', footer: 29 },
  'tfa.secret': { keys: ['n'], label: 'new secret', help: 'Another secret; the one shown now is void then', group: 'act' },
  'tfa.field': { keys: ['tab', 'shift+tab'], label: 'other field', help: 'Between the code and its label', group: 'move', footer: 45 },
  'tfa.save': { keys: ['f'], label: 'save', help: 'Save the codes to a new file that only you can read', group: 'act', footer: 22 },
  'tfa.print': { keys: ['p'], label: 'print', help: 'Print the codes', group: 'act', footer: 26 },
  'tfa.written': { keys: ['h'], label: 'by hand', help: 'Say that you wrote the codes down by hand', group: 'act', footer: 27 },
  'tfa.hide': { keys: ['v'], label: 'hide', help: 'Hide the codes, or show them again', group: 'view', footer: 28 },

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

export type ActionId = keyof typeof actions;

/** The row of an action, widened so that optional parts can be read. */
export const actionRow = (id: ActionId): ActionRow => actions[id];

export const listActions = [
  'list.down',
  'list.up',
  'list.top',
  'list.bottom',
  'list.page-down',
  'list.page-up',
  'list.half-down',
  'list.half-up',
  'list.filter',
  'list.sort',
  'list.reverse',
  'list.sort-left',
  'list.sort-right',
  'list.pane',
  'list.raw',
  'list.mark',
  'list.mark-range',
  'list.mark-all',
  'list.mark-none',
] as const satisfies readonly ActionId[];

export const globalActions = [
  'app.quit',
  'app.back',
  'app.escape',
  'app.help',
  'app.palette',
  'app.offers',
  'app.instances',
  'app.groups',
  'app.copy',
  'app.security',
  'app.money',
  'app.last',
  'app.needs-you',
  'app.calls',
  'app.messages',
  'app.refresh',
  'app.undo',
  'app.repaint',
  'app.suspend',
] as const satisfies readonly ActionId[];

/** Global actions that lead to no other screen. */
const staying: readonly ActionId[] = ['app.quit', 'app.back', 'app.escape', 'app.help', 'app.palette', 'app.messages', 'app.refresh', 'app.repaint', 'app.suspend'];
/** Those that do: blocked where something is shown once. */
export const elsewhereActions: readonly ActionId[] = globalActions.filter((id) => !staying.includes(id));

/** Bound while a rent has no outcome, on every screen. */
export const settleActions = ['rent.settle'] as const satisfies readonly ActionId[];

/** Bound while an act waits to be sent, below whatever else takes their keys. */
export const heldActions = ['held.send'] as const satisfies readonly ActionId[];

/** What a binding does, and, while it cannot, a sentence that says why. */
export type Binding = { run: () => void; blocked?: string | undefined };
export type Bindings<Id extends ActionId = ActionId> = { [id in Id]: Binding };

/** Keys by action id, after the person's own bindings have been applied. */
export type Keymap = (id: ActionId) => readonly string[];
export const defaultKeymap: Keymap = (id) => actions[id].keys;
