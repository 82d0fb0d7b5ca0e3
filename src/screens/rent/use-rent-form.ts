import { useEffect, useState } from 'react';
import type { Template } from '../../client/wire.ts';
import { isWhole } from '../../engine/missing-rows.ts';
import { dataOf } from '../../engine/read-health.ts';
import { buildCreateRequest, type RentDraft } from '../../engine/rent/rent-request.ts';
import { templateRuntype } from '../../engine/rent/template-merge.ts';
import { lowCap, usualCap } from '../../engine/rescue/rescue-consent.ts';
import type { RouteOf } from '../../engine/route.ts';
import { volumeWarning } from '../../engine/volumes/volumes.ts';
import { useSshKeys, useTemplates, useUser, useVolumes } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { type FormAction, type FormView, useForm } from '../../hooks/use-form.ts';
import { type RentView, useRent } from '../../hooks/use-rent.ts';
import { type FieldSpec, withValue } from '../../tui/form/form-state.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';
import { offerPrice } from '../offers/columns.ts';
import { type RentAction, rentBindings } from './commands.ts';
import { keepDraft, rentDraft, rentValues } from './draft.ts';
import { pageOf, rentFields } from './fields.ts';
import { lacksSshKey, type RentCost, rentCost } from './review.ts';
import { useReview } from './use-review.ts';
import { consentOf, draftOf, errorsByField, formFieldOf, type RentValues } from './values.ts';

/** Cells of a text over the screen that are not its lines. */
const pagerFrame = 8;
const noSshKey = 'The account has no SSH key: add one before you rent, or you cannot log in.';

export type RentForm = {
  form: FormView;
  fields: readonly FieldSpec[];
  values: RentValues;
  /** From 0. */
  page: number;
  rent: RentView;
  cost: RentCost;
  /** What may surprise in a request that is good. */
  warnings: readonly string[];
  /** What keeps it from going on, by field, whether it is shown beside the field yet or not. */
  wrong: ReadonlyMap<string, string>;
};

/** The rent form of one offer: what was typed, what is made of it, and the keys that work on it. */
export function useRentForm(route: RouteOf<'rent'>): RentForm {
  const deck = useDeck();
  const { glyphs } = useTheme();
  const size = useTerminalSize();
  const [store] = useState(() => rentDraft(deck, route.offer, route.draftOf));
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<{ field: string; message: string; value: string }>();
  const held = useStore(store);
  // However the form is left, what was typed stays.
  useEffect(() => () => keepDraft(deck, store), [deck, store]);
  const values = rentValues(held);
  const draft = draftOf(values);
  const page = pageOf(held.focus);

  const rent = useRent(route.offer, offerPrice);
  const { offer } = rent;
  const templatesRead = useTemplates(true);
  const volumesRead = useVolumes(page === 1 || draft.volumeId !== '');
  const volumes = dataOf(volumesRead);
  const template = dataOf(templatesRead)?.rows.find(({ hash_id }) => hash_id === draft.template.trim());
  const volumeSaid = volumeWarning(draft.volumeId, volumes, offer);
  const alsoSaid = [...useKeyWarning(draft, template), ...(volumeSaid === undefined ? [] : [volumeSaid])];
  const templateDisk = template?.recommended_disk_space;

  const request = buildCreateRequest(draft, offer);
  const wrong = errorsByField(request.ok ? [] : request.errors, values);
  const cost = rentCost(offer, draft, templateDisk);
  const consent = consentOf(values, cost.total);
  for (const { field, message } of consent.ok ? [] : consent.errors) wrong.set(field, message);
  // What the service said of a value holds until that value is changed.
  if (refusal !== undefined && values[refusal.field] === refusal.value && !wrong.has(refusal.field))
    wrong.set(refusal.field, refusal.message);
  // An empty field is not blamed before the person has asked to go on.
  const errors = new Map([...wrong].filter(([id]) => asked || (values[id] ?? '') !== ''));

  const review = useReview({
    rent,
    draft,
    template,
    rescueFor: (total) => {
      const read = consentOf(values, total);
      return read.ok ? read.plan : undefined;
    },
    alsoSaid,
    refused: ({ field, message }) => {
      const id = formFieldOf(field, values);
      if (!Object.hasOwn(values, id)) return;
      setRefusal({ field: id, message, value: values[id] ?? '' });
      form.focus(id);
    },
  });
  const submit = () => {
    if (rent.blocked !== undefined || rent.isBusy()) return;
    setAsked(true);
    const [first] = request.ok && consent.ok ? [] : wrong.keys();
    if (first === undefined) review();
    else form.focus(first);
  };
  const fields = rentFields({
    offer,
    values,
    errors,
    template,
    volumes,
    volumesAsked: volumesRead.state === 'loading',
    words: glyphs,
    keyName: deck.keyName,
    usualCap: usualCap(cost.total),
    review: submit,
    isSent: rent.isSent,
  });
  const form = useForm(store, fields, submit, rent.isBusy);
  const low = consent.ok ? lowCap(consent.plan, cost.total) : undefined;
  const warnings = [
    ...(low === undefined ? [] : [low]),
    ...alsoSaid,
    ...(request.ok ? request.warnings : []),
  ];
  useScreenLayer<RentAction | FormAction>({
    ...form.bindings,
    ...rentBindings(deck, {
      form,
      offer,
      page,
      request,
      warnings,
      templates: templatesRead,
      volumes: volumesRead,
      blocked: rent.blocked,
      review: submit,
      cells: size.columns - pagerFrame,
      hidden: glyphs.dot.repeat(4),
      set: (id, text) => store.set((was) => withValue(was, id, text)),
    }),
  });
  return { form, fields, values, page, rent, cost, warnings, wrong };
}

/** The sentence for an account that is known to have no SSH key, while the launch mode needs one. */
function useKeyWarning(draft: RentDraft, template: Template | undefined): readonly string[] {
  const keys = dataOf(useSshKeys());
  const account = {
    sshKey: dataOf(useUser())?.ssh_key,
    keys: keys && isWhole(keys) ? keys.rows : undefined,
  };
  const brought = template === undefined ? undefined : templateRuntype(template);
  return lacksSshKey(draft.runtype ?? brought, account) ? [noSshKey] : [];
}
