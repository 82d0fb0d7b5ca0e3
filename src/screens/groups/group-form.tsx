import { Box } from 'ink';
import { useRef, useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { ActionId } from '../../engine/keymap.ts';
import { isWhole, lackWords, missingWords } from '../../engine/missing-rows.ts';
import { dataOf } from '../../engine/read-health.ts';
import type { GroupForm, RouteOf } from '../../engine/route.ts';
import { useTemplates } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { type FormAction, formActions, useForm } from '../../hooks/use-form.ts';
import { useGroups } from '../../hooks/use-groups.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { Form } from '../../tui/form/form.tsx';
import { type FormState, withValue } from '../../tui/form/form-state.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Lines } from '../../tui/text/line.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { useWorstCaseWords } from './cost.ts';
import { bodyOf, errorsOf, heldDraft, typedOf, willBeSent } from './draft.ts';
import { groupFormFields } from './fields.ts';
import { requestLines, useGroupSend } from './use-group-send.ts';

const screenActions = [
  'group.review',
  'form.json',
  'form.template',
  'app.escape',
] as const satisfies readonly ActionId[];
type ScreenAction = (typeof screenActions)[number];

const labelCells = 13;

function GroupFormView({ of }: { of: GroupForm }) {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const [{ store, before }] = useState(() => heldDraft(deck, of));
  const [asked, setAsked] = useState(false);
  const state = useStore(store);
  const typed = typedOf(of, state);
  const request = bodyOf(of, typed, before);
  const wrong = errorsOf(request);
  // An empty field is not blamed before the person has asked to go on.
  const errors = new Map([...wrong].filter(([id]) => asked || (typed[id] ?? '') !== ''));
  const known = dataOf(useGroups());
  const templates = dataOf(useTemplates(of.kind === 'worker'));
  const cost = useWorstCaseWords(of, typed, before, { focus: state.focus, known });
  const { ask, pending, blocked } = useGroupSend(of, glyphs);
  const sent = useRef(pending);
  sent.current = pending;

  const review = () => {
    setAsked(true);
    const [first] = wrong.keys();
    if (request.ok) ask(request.body, cost);
    else if (first === undefined || first === '') deck.messages.say('info', wrong.get('') ?? '');
    else form.focus(first);
  };
  const fields = groupFormFields({
    of,
    before,
    errors,
    endpoints: known?.endpoints,
    templates: templates?.rows,
    dot: glyphs.dot,
    ...{ isSent: pending, keyName: deck.keyName },
    review,
  });
  const labelOf = (field: string) => fields.find(({ id }) => id === field)?.label ?? field;
  const form = useForm(store, fields, review, () => sent.current);
  const pick = (hash: string) => store.set((was: FormState) => withValue(was, 'template_hash', hash));
  useScreenLayer<ScreenAction | FormAction>({
    ...form.bindings,
    'group.review': { run: review, blocked },
    'form.json': {
      run: () =>
        deck.open({
          kind: 'pager',
          title: 'The request',
          lines: [
            ...requestLines(of, request.body, glyphs.dot),
            ...(request.ok ? [] : ['', 'It cannot be sent yet:']),
            ...[...wrong].map(([id, message]) => `  ${id === '' ? '' : `${labelOf(id)}: `}${message}`),
          ],
        }),
    },
    'form.template': {
      run: () =>
        deck.open({
          kind: 'menu',
          title: 'Templates',
          lacks: templates && lackWords(templates, 'template'),
          entries: (templates?.rows ?? []).map(({ hash_id, name, image, tag }) => ({
            label: name ?? hash_id,
            hint: [image, tag].filter(Boolean).join(':'),
            run: () => pick(hash_id),
          })),
        }),
      blocked:
        of.kind === 'endpoint'
          ? 'An endpoint group has no template'
          : templates === undefined
            ? 'The list of templates is not known'
            : templates.rows.length === 0
              ? isWhole(templates)
                ? 'The account has no template'
                : missingWords(templates.missing ?? 0, 'template')
              : undefined,
    },
    'app.escape': form.escape,
  });
  const [first] = wrong;
  const label = fields.find(({ id }) => id === first?.[0])?.label;
  useHint(
    first === undefined
      ? [[`${glyphs.ready} ${willBeSent(request)}`, 'ok']]
      : [[label === undefined ? first[1] : `${label}: ${first[1]}`, 'dim']],
  );
  const head =
    cost === undefined ? [] : wrapWords(cost, body.columns - 4).map((line): Parts => [`   ${line}`]);
  return (
    <Box flexDirection="column">
      <Lines lines={head} columns={body.columns} />
      <Form
        fields={fields}
        state={form.state}
        columns={body.columns}
        rows={body.rows - head.length}
        labelCells={labelCells}
      />
    </Box>
  );
}

function titleOf({ kind, change }: GroupForm): string {
  return change === undefined ? `New ${kind} group` : `Change ${kind} group ${change.id}`;
}

export const groupForm: ScreenDef<'group-form'> = {
  title: ({ of }: RouteOf<'group-form'>) => titleOf(of),
  needs: 'api-key',
  actions: [...formActions, ...screenActions],
  View: ({ route }) => <GroupFormView of={route.of} />,
};
