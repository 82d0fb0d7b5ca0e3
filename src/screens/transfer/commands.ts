import type { Parts } from '../../base/parts.ts';
import type { Deck } from '../../engine/deck.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { type CopyRead, knownFlags, shownCopy } from '../../engine/transfer/cloud-copy.ts';
import type { CopyRecord } from '../../engine/transfer/copy-progress.ts';
import type { FormView } from '../../hooks/use-form.ts';
import type { CopyCommands } from './use-copy.ts';

export const copyActions = [
  'copy.review',
  'copy.flags',
  'copy.cancel',
  'copy.link',
  'form.json',
  'app.escape',
] as const satisfies readonly ActionId[];
export type CopyAction = (typeof copyActions)[number];

type CopyKeys = {
  form: FormView;
  read: CopyRead;
  /** The flags as typed. */
  flags: string;
  records: readonly CopyRecord[];
  /** Instances at which something may be being copied. */
  copying: readonly number[];
  nameOf: (instance: number) => string;
  command: CopyCommands;
  /** Why nothing can be sent. */
  blocked: string | undefined;
  hidden: string;
  /** What a field is called in the form. */
  labelOf: (field: string) => string;
  review: () => void;
  set: (id: string, text: string) => void;
};

/** The flags with one of them put in, or taken out where it is there. */
function turnFlag(flags: string, flag: string): string {
  const words = flags.split(/\s+/).filter((word) => word !== '');
  return (words.includes(flag) ? words.filter((word) => word !== flag) : [...words, flag]).join(' ');
}

/** What the keys of the copy screen do beyond those of every form. */
export function copyBindings(deck: Deck, keys: CopyKeys): Bindings<CopyAction> {
  const { form, read, records, copying, nameOf, command } = keys;
  const link = records.findLast(({ resultUrl }) => resultUrl !== undefined)?.resultUrl;
  const callOff = (instance: number) => {
    const copy = records.findLast((one) => one.instance === instance);
    deck.open({
      kind: 'confirm',
      action: 'copy.cancel',
      title: 'Call off this copy?',
      body: [
        [[`${instance}`, 'bold'], nameOf(instance) === String(instance) ? '' : `  ${nameOf(instance)}`],
        ...(copy === undefined ? [] : [[`${copy.request.src} to ${copy.request.dst}`] as Parts]),
        [],
        ['Whatever is being copied from or to this instance ends.'],
        ['What is copied already stays where it is.'],
      ],
      no: 'No, go on',
      yes: 'Call it off',
      run: () => void command.cancel(instance),
    });
  };
  return {
    'copy.review': { run: keys.review, blocked: keys.blocked },
    'copy.flags': {
      run: () =>
        deck.open({
          kind: 'menu',
          title: 'Flags that are known',
          entries: knownFlags.map(({ flag, what }) => ({
            label: flag,
            hint: keys.flags.split(/\s+/).includes(flag) ? `${what}; picked, again takes it out` : what,
            run: () => keys.set('flags', turnFlag(keys.flags, flag)),
          })),
        }),
    },
    'copy.cancel': {
      run: () => {
        const [only, ...more] = copying;
        if (only !== undefined && more.length === 0) return callOff(only);
        deck.open({
          kind: 'menu',
          title: 'Call off the copy of',
          entries: copying.map((instance) => ({
            label: `${instance}`,
            hint: nameOf(instance),
            run: () => callOff(instance),
          })),
        });
      },
      blocked: copying.length === 0 ? 'Nothing is being copied that is known of' : keys.blocked,
    },
    'copy.link': {
      run: () =>
        link !== undefined &&
        void deck.services.terminal
          .copy(link)
          .then(({ how, text }) => deck.messages.say(how === 'not-copied' ? 'warn' : 'info', text)),
      blocked: link === undefined ? 'No copy has a link yet' : undefined,
    },
    'form.json': {
      run: () =>
        deck.open({
          kind: 'pager',
          title: 'The request',
          lines: [
            'POST /api/v0/commands/rclone/',
            ...JSON.stringify(shownCopy(read.ok ? read.body : read.soFar, keys.hidden), null, 2).split('\n'),
            ...(read.ok
              ? []
              : [
                  '',
                  'It cannot be sent yet:',
                  ...read.errors.map(({ field, message }) => `  ${keys.labelOf(field)}: ${message}`),
                ]),
          ],
        }),
    },
    'app.escape': form.escape,
  };
}
