import { wrapWords } from '../../base/wrap-words.ts';
import type { ListReply, Offer, Template, Volume } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import type { ActionId, Bindings } from '../../engine/keymap.ts';
import { isWhole, lackWords, missingWords } from '../../engine/missing-rows.ts';
import { dataOf, type Loadable } from '../../engine/read-health.ts';
import type { RentRequest } from '../../engine/rent/rent-request.ts';
import type { FormView } from '../../hooks/use-form.ts';
import { rentPages } from './fields.ts';
import { idleStopBinding } from './idle-stop.ts';
import { mergeLines } from './merge.ts';
import { requestLines } from './review.ts';
import { templateEntries } from './template-entries.ts';
import { volumeBinding } from './volume.ts';

export const rentActions = [
  'rent.review',
  'form.page',
  'form.json',
  'form.editor',
  'form.template',
  'rent.volume',
  'rent.idle-stop',
  'app.escape',
] as const satisfies readonly ActionId[];
export type RentAction = (typeof rentActions)[number];

type RentKeys = {
  form: FormView;
  offer: Offer;
  page: number;
  request: RentRequest;
  warnings: readonly string[];
  /** The account's templates and its volumes, as far as they are known. */
  templates: Loadable<ListReply<Template>>;
  volumes: Loadable<ListReply<Volume>>;
  blocked: string | undefined;
  /** Cells of a line in a text over the screen. */
  cells: number;
  /** What stands in place of a secret. */
  hidden: string;
  review: () => void;
  set: (id: string, text: string) => void;
};

/** What the keys of the rent form do beyond those of every form. */
export function rentBindings(deck: Deck, keys: RentKeys): Bindings<RentAction> {
  const { form, offer, page, request, warnings, set } = keys;
  const templates = dataOf(keys.templates);
  const { terminal } = deck.services;
  const sent = request.ok ? request.body : request.soFar;
  const chosen = templates?.rows.find(({ hash_id }) => hash_id === sent.template_hash_id);
  const edit = async () => {
    form.focus('onstart');
    const { text, note } = await terminal.edit(form.state.texts.onstart?.text ?? '');
    if (text !== undefined) set('onstart', text);
    if (note !== undefined) deck.messages.say('warn', note);
  };
  const pick = (template: Template) => {
    const { hash_id, name } = template;
    set('template_hash_id', hash_id);
    // The form's own choice would go over the template's without a word.
    set('runtype', '');
    const { runtype: _, ...body } = sent;
    deck.open({
      kind: 'pager',
      title: `Template ${name ?? hash_id}`,
      lines: [
        ...wrapWords('What you fill in wins, what you leave open comes from the template.', keys.cells),
        '',
        ...mergeLines(template, body, keys.cells),
      ],
    });
  };
  return {
    'rent.review': { run: keys.review, blocked: keys.blocked },
    'form.page': { run: () => form.focus(rentPages[1 - page]?.[0] ?? 'image') },
    'form.json': {
      run: () =>
        deck.open({
          kind: 'pager',
          title: request.ok ? 'The request as it is sent' : 'The request so far',
          lines: [
            ...requestLines(offer.id, sent, keys.hidden),
            ...(chosen === undefined
              ? []
              : [
                  '',
                  `With template ${chosen.name ?? chosen.hash_id}:`,
                  ...mergeLines(chosen, sent, keys.cells),
                ]),
            '',
            ...(request.ok
              ? warnings
              : [
                  'It cannot be sent yet:',
                  ...request.errors.map(({ field, message }) => `  ${field}: ${message}`),
                ]),
          ],
        }),
    },
    'form.editor': { run: () => void edit() },
    'form.template': {
      run: () =>
        deck.open({
          kind: 'menu',
          title: 'Templates: type part of a name or an image',
          search: true,
          lacks: templates && lackWords(templates, 'template'),
          entries: templateEntries(templates?.rows ?? [], pick),
        }),
      blocked:
        templates === undefined
          ? keys.templates.state === 'loading'
            ? 'The templates are still being asked for'
            : 'The list of templates is not known'
          : templates.rows.length === 0
            ? isWhole(templates)
              ? 'The account has no template'
              : missingWords(templates.missing ?? 0, 'template')
            : undefined,
    },
    'rent.volume': volumeBinding(deck, {
      ...{ offer, page, read: keys.volumes },
      set: (volumeId) => {
        form.focus('volume_info');
        set('volume_info', volumeId);
      },
    }),
    'rent.idle-stop': idleStopBinding(deck, {
      onstart: form.state.texts.onstart?.text ?? '',
      runtype: form.state.picks.runtype,
      set: (script) => {
        form.focus('onstart');
        set('onstart', script);
      },
    }),
    'app.escape': form.escape,
  };
}
