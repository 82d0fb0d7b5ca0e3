import { Box } from 'ink';
import { useState } from 'react';
import { Form } from '../../components/form.tsx';
import { Line, Lines } from '../../components/line.tsx';
import { span } from '../../domain/format.ts';
import { buildCreateRequest } from '../../domain/rent-request.ts';
import { isRuntype } from '../../domain/runtypes.ts';
import { withValue } from '../../form-state.ts';
import { useDeck } from '../../hooks/deck.ts';
import { useSshKeys, useTemplates, useUser, useVolumes } from '../../hooks/resources.ts';
import { useStore } from '../../hooks/store.ts';
import { type FormAction, formActions, useForm } from '../../hooks/use-form.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useRent } from '../../hooks/use-rent.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { dataOf } from '../../loadable.ts';
import { type Parts, spread } from '../../parts.ts';
import type { RouteOf } from '../../route.ts';
import { useTheme } from '../../theme.ts';
import { offerPrice } from '../offers/columns.ts';
import type { ScreenDef } from '../screen.ts';
import { type RentAction, rentActions, rentBindings } from './commands.ts';
import { keepDraft, rentDraft, rentValues } from './draft.ts';
import { pageOf, rentFields, rentPages } from './fields.ts';
import { costLines, lacksSshKey, machineLine, rentCost } from './review.ts';
import { useReview } from './use-review.ts';
import { draftOf, errorsByField, formFieldOf } from './values.ts';

/** From this width on the costs stand beside the form. */
const besideFrom = 80;
const costColumns = 30;
const noSshKey = 'The account has no SSH key: add one before you rent, or you cannot log in.';

function RentForm({ route }: { route: RouteOf<'rent'> }) {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const now = useNow();
  const [store] = useState(() => rentDraft(deck, route.offer, route.draftOf));
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<{ field: string; message: string; value: string }>();
  const held = useStore(store);
  const values = rentValues(held);
  const draft = draftOf(values);
  const page = pageOf(held.focus);

  const rent = useRent(route.offer, offerPrice);
  const { offer } = rent;
  const money = useMoney();
  const templates = dataOf(useTemplates(true));
  const volumes = dataOf(useVolumes(page === 1));
  const account = { sshKey: dataOf(useUser())?.ssh_key, keys: dataOf(useSshKeys()) };
  const template = templates?.find(({ hash_id }) => hash_id === draft.template.trim());
  const brought = draft.runtype ?? (isRuntype(template?.runtype ?? '') ? template?.runtype : undefined);
  const alsoSaid = lacksSshKey(
    { ...draft, runtype: isRuntype(brought ?? '') ? (brought as 'ssh') : undefined },
    account,
  )
    ? [noSshKey]
    : [];

  const request = buildCreateRequest(draft, offer);
  const wrong = errorsByField(request.ok ? [] : request.errors, values);
  if (refusal !== undefined && values[refusal.field] === refusal.value && !wrong.has(refusal.field))
    wrong.set(refusal.field, refusal.message);
  // An empty field is not blamed before the person has asked to go on.
  const said = new Map([...wrong].filter(([id]) => asked || (values[id] ?? '') !== ''));
  const review = useReview({
    rent,
    draft,
    templateDisk: template?.recommended_disk_space,
    alsoSaid,
    refused: ({ field, message }) => {
      const id = formFieldOf(field as 'image', values);
      setRefusal({ field: id, message, value: rentValues(store.get())[id] ?? '' });
      form.focus(id);
    },
  });
  const submit = () => {
    setAsked(true);
    keepDraft(deck, store);
    const [first] = request.ok ? [] : errorsByField(request.errors, values).keys();
    if (first !== undefined) form.focus(first);
    else if (rent.blocked === undefined) review();
  };
  const fields = rentFields({
    offer,
    values,
    errors: said,
    template,
    volumes,
    words: glyphs,
    review: submit,
  });
  const form = useForm(store, fields, submit);
  const warnings = [...alsoSaid, ...(request.ok ? request.warnings : [])];
  useScreenLayer<RentAction | FormAction>({
    ...form.bindings,
    ...rentBindings(deck, {
      form,
      offer,
      page,
      request,
      warnings,
      templates,
      blocked: rent.blocked,
      review: submit,
      leave: () => keepDraft(deck, store),
      set: (id, text) => store.set((was) => withValue(was, id, text)),
    }),
  });
  useHint(hint(rent.blocked, [...wrong.entries()], fields, values, glyphs));

  const cost = rentCost(offer, draft, template?.recommended_disk_space);
  const beside = body.columns >= besideFrom;
  const formColumns = beside ? body.columns - costColumns - 2 : body.columns;
  const shown = fields.filter(({ id }) => rentPages[page]?.includes(id));
  const age: Parts = [
    [`${page + 1} of 2  ${rent.readAt === undefined ? '' : `price ${span(now - rent.readAt)} old `}`, 'dim'],
  ];
  return (
    <Box flexDirection="column">
      <Line
        columns={body.columns}
        parts={spread([`   ${machineLine(offer, glyphs.sep)}`], age, body.columns)}
      />
      <Line columns={body.columns} parts={[]} />
      <Box>
        <Form fields={shown} state={form.state} columns={formColumns} rows={body.rows - 2} labelCells={13} />
        {beside ? (
          <Box flexDirection="column" marginLeft={1} height={body.rows - 2} overflow="hidden">
            <Lines
              columns={costColumns}
              lines={costLines({ cost, money, warnings, now, cells: costColumns - 2 }, glyphs).slice(
                0,
                body.rows - 2,
              )}
            />
          </Box>
        ) : null}
      </Box>
    </Box>
  );
}

/** What the message line says of the form: what keeps it from going on, or that nothing does. */
function hint(
  blocked: string | undefined,
  wrong: readonly [string, string][],
  fields: readonly { id: string; label: string }[],
  values: Readonly<Record<string, string>>,
  glyphs: { done: string },
): Parts {
  if (blocked !== undefined) return [[blocked, 'warn']];
  const [first] = wrong;
  if (first !== undefined) {
    const label = fields.find(({ id }) => id === first[0])?.label ?? first[0];
    return [[`${label}: ${first[1]}`, 'dim']];
  }
  const filled = fields.filter(({ id }) => (values[id] ?? '') !== '').length;
  return [[`${glyphs.done} ${filled} fields valid`, 'ok']];
}

export const rent: ScreenDef<'rent'> = {
  title: ({ offer }) => `Rent offer ${offer.id}`,
  needs: 'api-key',
  actions: [...formActions, ...rentActions],
  View: ({ route }) => <RentForm key={route.offer.id} route={route} />,
};
