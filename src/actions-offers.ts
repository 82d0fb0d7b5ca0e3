import type { ActionRow } from './action-row.ts';

/** Actions of Offers, its search, the rent form and every other form. */
export const offersActions = {
  // offers
  'offer.rent': { keys: ['enter'], label: 'rent', help: 'Fill in the form for this offer; nothing is bought yet', group: 'act', footer: 10 },
  'offers.search': { keys: ['f'], label: 'search', help: 'Change what the service is asked for', group: 'act', footer: 40 },
  'offers.saved': { keys: ['F'], label: 'saved', help: 'Your saved searches, to run, to watch and to be rid of', group: 'act', footer: 85 },
  'offers.bid': { keys: ['B'], label: 'on-demand/bid', help: 'Switch between fixed price and bids', group: 'act' },
  'offers.compare': { keys: ['='], label: 'compare', help: 'Two to four marked offers side by side', group: 'view' },
  'offers.loosen': { keys: ['x'], label: 'loosen', help: 'How many offers there are without each condition, to pick from', group: 'act' },
  'offers.next-best': { keys: ['n'], label: 'next best', help: 'Go to the best offer like one that is gone', group: 'act' },

  // saved searches
  'searches.run': { keys: ['enter'], label: 'run', help: 'Ask for this, and show the offers', group: 'act', footer: 10 },
  'searches.watch': { keys: ['w'], label: 'watch', help: 'Ask each minute while rigdeck is open, and call you at a new best price; again: no more', group: 'act', footer: 20 },
  'searches.rename': { keys: ['e'], label: 'rename', help: 'Give this search another name', group: 'act', footer: 30 },
  'searches.delete': { keys: ['D', 'x'], label: 'delete', help: 'Delete this search; u brings it back', group: 'act', footer: 40 },

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
  'search.run': { keys: ['ctrl+o'], label: 'offers', help: 'Ask for this, and show the offers', group: 'act', footer: 20 },
  'search.save': { keys: ['ctrl+s'], label: 'save', help: 'Save this search under a name', group: 'act', footer: 25 },
  'search.names': { keys: ['ctrl+g'], label: 'GPU names', help: 'Pick a GPU name that was seen', group: 'act', footer: 50 },
  'form.reveal': { keys: ['ctrl+r'], label: 'reveal', help: 'Show or hide the key', group: 'view', footer: 40 },
} as const satisfies Record<string, ActionRow>;
