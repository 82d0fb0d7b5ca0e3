import { Box } from 'ink';
import { useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import { createStore } from '../../base/store.ts';
import { wrapJson, wrapWords } from '../../base/wrap-words.ts';
import type { PermissionCategory } from '../../client/wire.ts';
import {
  callsWords,
  categoryMeans,
  mayCall,
  readPermissions,
  spendingCategories,
} from '../../engine/api-keys/permission-scopes.ts';
import type { ActionId } from '../../engine/keymap.ts';
import { useMakeKey } from '../../hooks/new-key.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { type FormAction, formActions, useForm } from '../../hooks/use-form.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useLackingReason } from '../../hooks/use-write.ts';
import { Beside } from '../../tui/dialog/beside.tsx';
import { Form } from '../../tui/form/form.tsx';
import type { FormState } from '../../tui/form/form-state.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Rule } from '../../tui/text/header.tsx';
import { Lines, Quiet } from '../../tui/text/line.tsx';
import { useStore } from '../../tui/use-store.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { documentOf, newKeyFields, newKeyForm, readNewKey, spacedJson, withDocument } from './fields.ts';
import { allowedLines } from './words.ts';

const newKeyActs = [
  'form.submit',
  'form.json',
  'new-key.editor',
  'app.escape',
] as const satisfies readonly ActionId[];
type NewKeyAct = (typeof newKeyActs)[number];

const call = 'POST /api/v0/auth/apikeys/';
const besideFrom = 120;
const labelCells = 15;

/** What a new key is called and what it may call; beside or below it what that means, and the body to the byte. */
function NewKey() {
  const deck = useDeck();
  const session = useSession();
  const { columns, rows } = useBody();
  const make = useMakeKey();
  const making = useStore(deck.newKey)?.state === 'making';
  const lacks = useLackingReason('user_write');
  const [store] = useState(() => {
    deck.keyDraft.current ??= createStore(newKeyForm());
    return deck.keyDraft.current;
  });
  const [tried, setTried] = useState(false);
  const state = useStore(store);
  const read = readNewKey(state);
  const blocked =
    session?.readOnly === true
      ? 'rigdeck is in read-only mode'
      : (lacks ?? (making ? 'The key is being made' : undefined));
  const submit = () => {
    if (blocked !== undefined) return deck.messages.say('warn', blocked);
    if (read.ok) return make(read.request);
    setTried(true);
    const [first] = read.errors.keys();
    if (first !== undefined) form.focus(first);
  };
  const fields = newKeyFields(state, tried && !read.ok ? read.errors : new Map(), submit);
  const form = useForm(store, fields, submit, () => deck.newKey.get()?.state === 'making');
  const document = documentOf(state);
  const body = read.ok ? read.request : { name: '', permissions: document };
  const allowed = mayCall(document);
  const edit = async () => {
    const { text, note } = await deck.services.terminal.edit(JSON.stringify(document, null, 2));
    if (text === undefined) return note === undefined ? undefined : deck.messages.say('warn', note);
    const edited = readPermissions(text);
    if (!edited.ok) return deck.messages.say('error', `${edited.reason} The document is as it was.`);
    store.set((now: FormState) => withDocument(now, edited.document));
  };
  useScreenLayer<FormAction | NewKeyAct>({
    ...form.bindings,
    'form.submit': { run: submit, blocked },
    'form.json': {
      run: () =>
        deck.open({
          kind: 'pager',
          title: call,
          lines: [...JSON.stringify(body, null, 2).split('\n'), '', ...allowedLines(allowed, columns - 12)],
        }),
    },
    'new-key.editor': { run: () => void edit() },
    'app.escape': {
      ...form.escape,
      run: () => {
        if (making)
          deck.messages.say('info', 'The key is being made: its value is shown as soon as it comes');
        form.escape.run();
      },
    },
  });
  const spends = spendingCategories(allowed);
  const risky = document.api.user_write !== undefined;
  useHint([
    risky
      ? 'user_write makes more keys: who has this one has the account.'
      : `${spends.length === 0 ? 'Its value is' : `Can spend money (${spends.join(', ')}). Value`} shown once.`,
  ]);

  const beside = columns >= besideFrom;
  const half = beside ? Math.floor(columns / 2) : columns;
  const at = form.focused?.id as PermissionCategory | undefined;
  const calls = at !== undefined && Object.hasOwn(categoryMeans, at) ? callsWords(at) : '';
  const json = wrapJson([spacedJson(body)], half - 4);
  const below = [...(calls === '' ? [] : wrapWords(`${at}: ${calls}`, half - 4).slice(0, 2)), ...json];
  const told = beside ? [...json, '', ...allowedLines(allowed, half - 4)] : below;
  const belowRows = beside
    ? 0
    : Math.min(told.length + 1, Math.max(4, rows - fields.length), Math.floor(rows / 2));
  const room = beside ? rows - 1 : belowRows - 1;
  return (
    <Beside row={beside}>
      <Form
        fields={fields}
        state={form.state}
        columns={columns - (beside ? half : 0)}
        rows={rows - belowRows}
        labelCells={labelCells}
      />
      <Quiet value="a">
        <Box flexDirection="column" width={half} overflow="hidden">
          <Rule columns={half} title={call} />
          <Lines columns={half} lines={told.slice(0, room).map((line): Parts => [[`  ${line}`, 'dim']])} />
        </Box>
      </Quiet>
    </Beside>
  );
}

export const newKey: ScreenDef<'new-key'> = {
  title: () => 'New API key',
  needs: 'api-key',
  actions: [...formActions, ...newKeyActs],
  View: NewKey,
};
