import { useState } from 'react';
import { atStart } from '../../base/key-text.ts';
import { useHint } from '../../hooks/use-hint.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { blank, prose, type Row } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { copiesFrom, copyRows } from '../copy-rows.ts';
import { SavePath } from '../save-path.tsx';
import { useIdleBlank } from '../use-idle-blank.ts';
import { codesHead, codesRows } from './codes-words.ts';
import { ReadBack } from './read-back.tsx';
import { StepView } from './step-view.tsx';
import { useKeepCodes } from './use-keep-codes.ts';

const sameMachine = 'It lies on the same machine as your key: move it.';

/** New backup codes (mock-up 5.9). They are left only with a copy that was kept and read back. */
export function Codes({ flow }: { flow: TfaFlow }) {
  const { columns } = useBody();
  const theme = useTheme();
  const keep = useKeepCodes(flow);
  const [hidden, setHidden] = useState(false);
  const [saving, setSaving] = useState(false);
  const blanked = useIdleBlank();
  const { copy, codes } = keep;
  const keys = {
    saved: flow.keyName('tfa.save'),
    copied: flow.keyName('tfa.copy'),
    printed: flow.keyName('tfa.print'),
    written: flow.keyName('tfa.written'),
  };
  const go = atStart(flow.keyName('tfa.go'));
  const again = flow.keyName('security.codes');
  const asked = copy.asked;
  const none =
    copy.kept.length === 0
      ? `Keep at least one copy first: ${keys.saved}, ${keys.copied}, ${keys.printed} or ${keys.written}`
      : undefined;
  const loss = 'Quit now and these codes are lost';
  useHint([
    [
      columns < 72 ? `${loss}; ${again} makes new ones.` : `${loss}. You can make a new set with ${again}.`,
      'dim',
    ],
  ]);
  const open = asked === undefined && !saving;
  useLayer({
    kind: 'screen',
    bindings: {
      ...(open
        ? {
            'tfa.save': {
              run: () => setSaving(true),
              blocked: keep.maySave ? undefined : 'Files cannot be written here',
            },
            'tfa.copy': keep.copyTwice,
            'tfa.print': { run: keep.print, blocked: keep.mayPrint ? undefined : 'There is no printer here' },
            'tfa.written': { run: keep.written },
            'tfa.hide': { run: () => setHidden((now) => !now) },
            'tfa.go': { run: keep.ask, blocked: none },
          }
        : {}),
    },
  });

  const dots = blanked || hidden || asked !== undefined;
  const rows: Row[] = [
    ...codesHead(flow.state.codes?.from ?? 'first', columns),
    ...codesRows(codes, { columns, hidden: dots, ...(asked === undefined ? {} : { asked }) }, theme),
    blank(7),
  ];
  if (blanked) {
    const text = 'Hidden: nobody has pressed a key for two minutes. Any key shows the codes again.';
    return <StepView flow={flow} rows={[...rows, ...prose(text, columns, 'bold')]} notice={false} steady />;
  }
  if (asked !== undefined) {
    return (
      <ReadBack
        flow={flow}
        rows={rows}
        asked={asked}
        refused={copy.refused}
        answer={keep.answer}
        showAgain={keep.show}
      />
    );
  }
  if (saving) {
    return (
      <SavePath
        what="the codes"
        accept="tfa.go"
        draw={(more) => <StepView flow={flow} notice={false} steady rows={[...rows, ...more]} />}
        initial={keep.fileName()}
        save={(path) => keep.save(path, () => setSaving(false))}
        cancel={() => setSaving(false)}
      />
    );
  }
  const narrow = columns < copiesFrom;
  // What the file lies beside stands first in the warning; the rest of it gives way on a small screen.
  const more =
    keep.warning === undefined
      ? []
      : prose(`${theme.glyphs.warn} ${narrow ? sameMachine : keep.warning}`, columns, 'warn', 3);
  const isKept = copy.kept.length > 0;
  return (
    <StepView
      flow={flow}
      steady
      rows={[
        ...rows,
        ...(narrow && isKept ? [] : prose('Keep at least one copy before you leave:', columns, 'plain', 3)),
        ...copyRows(copy, keep.notes, { theme, columns, mayPrint: keep.mayPrint, keys }),
        blank(7),
        ...prose(
          narrow
            ? `${go} hides them and asks for one from your copy.`
            : `${go} hides the codes, then asks for one of them from your own copy.`,
          columns,
          'dim',
          3,
        ),
        ...more,
      ]}
    />
  );
}
