import { Box } from 'ink';
import type { ActionId } from '../../engine/keymap.ts';
import type { RouteOf } from '../../engine/route.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { formActions } from '../../hooks/use-form.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { Form } from '../../tui/form/form.tsx';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Lines } from '../../tui/text/line.tsx';
import { fitting } from '../../tui/text/parts.ts';
import { fitRows, type Row } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { homeRows, keyHintRows, reasonRows, remarkRows, resultRows } from './layout.ts';
import { resultLines } from './result.ts';
import { useCheckPause } from './use-key-check.ts';
import { useReveal } from './use-reveal.ts';
import { useSignIn } from './use-sign-in.ts';

const signInActions = [
  ...formActions,
  'form.reveal',
  'form.submit',
  'app.escape',
] as const satisfies readonly ActionId[];

/** The first that fits. */
const notSet = [
  'RIGDECK_API_KEY is not set. If you set it, it wins over the stored key.',
  'RIGDECK_API_KEY, if you set it, wins over a stored key.',
];
const textRows = 2;

function SignIn({ route }: { route: RouteOf<'sign-in'> }) {
  const deck = useDeck();
  const body = useBody();
  const { glyphs } = useTheme();
  const { stack } = useStore(deck.nav);
  const { form, fields, homes, entered, current, go, waiting, asking, giveUp } = useSignIn(route.reason);
  const leftMs = useCheckPause(current);
  const { state } = form;
  const onKey = state.focus === 'key' && state.editing;
  const reveal = useReveal(onKey);

  const leave = () => {
    if (giveUp()) return deck.messages.say('info', 'The key is no longer asked about. Nothing was kept');
    if (form.leaveField()) return;
    if (deck.messages.open()) deck.messages.dismiss();
    else if (stack.length > 1) deck.go({ go: 'back' });
  };
  useScreenLayer<(typeof signInActions)[number]>({
    ...form.bindings,
    // On the key, Enter is the question itself and not the way to the next field.
    'form.press': onKey ? { run: go } : form.bindings['form.press'],
    'form.submit': { run: go },
    'form.reveal': {
      run: reveal.toggle,
      blocked: onKey ? undefined : `Go to the key first: ${deck.keyName('form.next')}`,
    },
    'app.escape': { ...form.escape, run: leave, ...(asking ? { label: 'give up' } : {}) },
  });
  const lockedOut = state.focus === 'home' ? homes?.find(({ usable }) => !usable) : undefined;
  const { overriddenBy } = deck.services.signIn;
  const hints = overriddenBy === undefined ? notSet : [overriddenBy];
  useHint(
    lockedOut === undefined
      ? fitting(
          hints.map((text) => [text]),
          body.columns - 4,
        )
      : [`${lockedOut.label}: ${lockedOut.note}`],
  );

  const picked = state.picks.home ?? '';
  const buttons = fields.filter(({ kind }) => kind === 'button');
  const { columns } = body;
  const result =
    current === undefined ? [] : resultRows(resultLines(current.check, glyphs.sep, leftMs), glyphs, columns);
  const above = reasonRows(route.reason, columns, glyphs);
  const between = remarkRows(entered, 'url', columns);
  const below: Row[] = [
    ...remarkRows(entered, 'key', columns),
    ...keyHintRows(entered, columns),
    ...homeRows(
      homes,
      { picked, focused: state.focus === 'home', checked: result.length > 0 },
      glyphs,
      columns,
    ),
    ...(waiting === undefined
      ? result
      : [
          {
            parts: [
              ['    ', 'plain'],
              [`${glyphs.ellipsis} ${waiting}`, 'busy'],
            ],
            drop: 0,
          } as const,
        ]),
  ];
  const kept = fitRows([...above, ...between, ...below], body.rows - textRows - buttons.length);
  const shown = (rows: readonly Row[]) => kept.filter((row) => rows.includes(row)).map(({ parts }) => parts);
  return (
    <Box flexDirection="column">
      <Lines lines={shown(above)} columns={columns} />
      <Form fields={fields.slice(0, 1)} state={state} columns={columns} rows={1} />
      <Lines lines={shown(between)} columns={columns} />
      <Form
        fields={fields.slice(1, textRows)}
        state={state}
        columns={columns}
        rows={1}
        reveal={reveal.shown}
      />
      <Lines lines={shown(below)} columns={columns} />
      <Form fields={buttons} state={state} columns={columns} rows={buttons.length} />
    </Box>
  );
}

export const signIn: ScreenDef<'sign-in'> = {
  title: () => 'Sign in',
  needs: 'nothing',
  actions: signInActions,
  View: SignIn,
};
