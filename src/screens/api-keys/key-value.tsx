import { Box } from 'ink';
import { useState } from 'react';
import { dateTime } from '../../base/format-time.ts';
import { atStart } from '../../base/key-text.ts';
import { keyFileName, keyFileText, keySheetText } from '../../engine/api-keys/key-copy.ts';
import type { NewKey } from '../../engine/api-keys/new-key.ts';
import { elsewhereActions } from '../../engine/keymap.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { Lines } from '../../tui/text/line.tsx';
import { blank, fitRows, prose, type Row, row, steadyRows } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { copyRows } from '../copy-rows.ts';
import { SavePath } from '../save-path.tsx';
import type { ScreenDef } from '../screen.ts';
import { useIdleBlank } from '../use-idle-blank.ts';
import { useKeepCopies } from '../use-keep-copies.ts';
import { useValueKeys } from './use-value-keys.ts';

/** The value of a new key, this once, with the care of backup codes: nothing leads away from it by itself. */
function KeyValue({ made }: { made: NewKey & { state: 'made' } }) {
  const deck = useDeck();
  const theme = useTheme();
  const session = useSession();
  const body = useBody();
  const { columns } = body;
  const { clock, timeZone } = deck.services;
  const [hidden, setHidden] = useState(false);
  const [saving, setSaving] = useState(false);
  const blanked = useIdleBlank();
  const keep = useKeepCopies({
    name: 'The key',
    store: made.copy,
    fileText: () => keyFileText(made.value),
    sheetText: () =>
      keySheetText(made, { at: dateTime(clock.now(), timeZone), baseUrl: session?.baseUrl ?? '' }),
    copyAction: 'key.copy',
    clipboardText: () => made.value,
    fileName: () => keyFileName(made.id),
  });
  useValueKeys(made, keep, {
    saving,
    save: () => setSaving(true),
    hide: () => setHidden((now) => !now),
  });
  useHint([['It stands nowhere else; it can be deleted and made anew.', 'dim']]);

  const shown = hidden || blanked ? theme.glyphs.dot.repeat([...made.value].length) : made.value;
  const head: Row[] = [
    blank(9),
    ...prose('Shown once. The service will not show it again.', columns, 'warn', 0),
    blank(8),
    row(
      [
        ['Key ', 'dim'],
        [`${made.id} (${made.name})`, 'plain'],
      ],
      2,
    ),
    ...prose(shown, columns, hidden || blanked ? 'dim' : 'bold', 0),
    blank(7),
  ];
  const draw = (more: readonly Row[]) => (
    <Box flexDirection="column">
      <Lines
        columns={columns}
        lines={steadyRows((rows) => fitRows([...head, ...more], rows), body).map(({ parts }) => parts)}
      />
    </Box>
  );
  if (blanked) {
    return draw(
      prose('Hidden: nobody has pressed a key for two minutes. Any key shows it again.', columns, 'bold'),
    );
  }
  if (saving) {
    return (
      <SavePath
        what="the key"
        accept="key.done"
        draw={draw}
        initial={keep.fileName()}
        save={(path) => keep.save(path, () => setSaving(false))}
        cancel={() => setSaving(false)}
      />
    );
  }
  const keys = {
    saved: deck.keyName('key.save'),
    copied: deck.keyName('key.copy'),
    printed: deck.keyName('key.print'),
    written: deck.keyName('key.written'),
  };
  const warning =
    keep.warning === undefined ? [] : prose(`${theme.glyphs.warn} ${keep.warning}`, columns, 'warn', 3);
  return draw([
    ...prose('Keep at least one copy before you leave:', columns, 'plain', 3),
    ...copyRows(keep.copy, keep.notes, { theme, columns, mayPrint: keep.mayPrint, keys }),
    blank(7),
    ...prose(`${atStart(deck.keyName('key.done'))} lets go of it.`, columns, 'dim', 3),
    ...warning,
  ]);
}

function KeyValueScreen() {
  const made = useStore(useDeck().newKey);
  return made?.state === 'made' ? <KeyValue made={made} /> : null;
}

export const keyValue: ScreenDef<'key-value'> = {
  title: () => 'New API key',
  needs: 'api-key',
  actions: [
    ...elsewhereActions,
    'key.done',
    'key.save',
    'key.copy',
    'key.print',
    'key.written',
    'key.hide',
    'app.back',
    'app.escape',
  ],
  View: KeyValueScreen,
};
