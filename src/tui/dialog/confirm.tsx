import { useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import type { Bindings } from '../../engine/keymap.ts';
import { useAccountWords, useOldWords } from '../../hooks/live-reads.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useLayer } from '../keys/use-layer.ts';
import { markedVerbatim, marks } from '../reader/spoken-marks.ts';
import { fitting, partsText } from '../text/parts.ts';
import { useLine } from '../text/use-line.ts';
import { evenParts } from '../text/wrap-parts.ts';
import { useTheme } from '../theme/theme.ts';
import { useTerminalSize } from '../use-viewport.ts';
import type { ConfirmModal } from './modal.ts';
import { Panel } from './panel.tsx';

const panelWidth = 66;
/** What the edges of the box and the blanks beside them take from a line. */
const edgeCells = 4;
const margin = '  ';
/** Blank lines at the edges, which give way first. */
const airRows = 2;

/** A dialog of more lines than this is told in parts: these first of them, then so many at a time. */
const spokenWhole = 9;
const spokenFirst = 4;

/**
 * The question before an act. What is lit is what Enter does; it opens on `no`. Where a phrase is to be typed Enter
 * does nothing until it stands there, so nothing is lit before: what follows would else be read as commands.
 */
export function Confirm({ modal }: { modal: ConfirmModal }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  const [moved, setMoved] = useState(false);
  const [top, setTop] = useState(0);
  const phrase = useLine('');
  // Every question repeats it, so that none is answered for the wrong account.
  const account = useAccountWords();
  const old = useOldWords();
  const typed = modal.typed;
  const complete = typed !== undefined && phrase.text.trim() === typed;
  const typing = typed !== undefined && !complete;
  const lit = typing ? undefined : moved !== complete ? 'yes' : 'no';
  const cancel = () => deck.close();
  const agree = () => {
    deck.close();
    modal.run();
  };

  // Sentences are broken here and not before: the window may change while the question stands.
  const inner = Math.min(panelWidth, size.columns) - edgeCells;
  const broken = (lines: readonly Parts[]) =>
    spoken ? lines : lines.flatMap((parts) => evenParts(parts, inner - margin.length));
  const named = broken(modal.targets ?? []);
  const said = broken([
    ...(old === undefined ? [] : [[[old, 'warn']] as Parts]),
    ...modal.body,
    ...(account === undefined ? [] : [[[account, 'dim']] as Parts]),
  ]);
  // Edges, blank lines and buttons, and the line with the phrase.
  const least = 6 + (typed === undefined ? 0 : 2);
  // What is named is scrolled where it is long; all of it, where what is said leaves no line for that.
  const isTight = least + said.length + (named.length === 0 ? 0 : 2) > size.rows + airRows;
  const targets = isTight ? [...named, ...(named.length === 0 ? [] : [[] as Parts]), ...said] : named;
  const body = isTight ? [] : said;
  const whole = least + (targets.length === 0 || isTight ? 0 : 1);
  // The buttons are never pushed out: first the blank lines at the edges go.
  const air: Parts[] = isTight || whole + body.length + Math.min(1, targets.length) > size.rows ? [] : [[]];
  const frame = whole - 2 + 2 * air.length;
  const room = Math.max(1, size.rows - frame - body.length);
  const scrolls = targets.length > room;
  const height = scrolls ? Math.max(1, room - 1) : room;
  const at = Math.min(top, Math.max(0, targets.length - height));
  const shown = targets.slice(at, at + height);
  const told = useToldParts(spoken ? [...targets, ...body] : []);

  useLayer({
    kind: 'modal',
    bindings: {
      'dialog.cancel': { run: cancel },
      'dialog.press': {
        run: lit === 'yes' ? agree : cancel,
        blocked: typing ? `Type  ${typed}  or press ${deck.keyName('dialog.cancel')}` : undefined,
      },
      'dialog.other': {
        run: () => setMoved((now) => !now),
        blocked: typing ? `Type  ${typed}  first` : undefined,
      },
      ...(spoken ? told.bindings : {}),
      ...(scrolls && !spoken
        ? {
            'dialog.down': { run: () => setTop(at + 1) },
            'dialog.up': { run: () => setTop(Math.max(0, at - 1)) },
          }
        : {}),
      ...(typed === undefined ? { 'dialog.yes': { run: agree }, 'dialog.no': { run: cancel } } : {}),
    },
  });
  useLayer(typed === undefined ? undefined : { kind: 'modal-text', bindings: {}, ...phrase.layer });

  const button = (label: string, active: boolean): Parts[number] => [
    active ? `[ ${label} ]` : `  ${label}  `,
    active ? 'sel' : 'plain',
  ];
  const no: Parts = typing
    ? [`[ ${modal.no} ]`, [` ${deck.keyName('dialog.cancel')}`, 'dim']]
    : [button(modal.no, lit === 'no')];
  const [yesKey] = deck.keymap('dialog.yes');
  const yesHint = typed !== undefined || yesKey === undefined ? '' : ` (${yesKey})`;
  if (spoken) {
    const lines: Parts[] = [
      ...told.lines,
      ...(typed === undefined
        ? []
        : [[`Type ${markedVerbatim(typed)} to confirm: `, ...phrase.draw(30, glyphs.caret)] as Parts]),
      ...(complete ? [['The phrase matches.'] as Parts] : []),
      [marks.focus, spokenChoices(modal, lit, yesKey)],
    ];
    return <Panel title={modal.title} lines={lines} width={0} columns={0} rows={0} page={told.page} />;
  }
  const yes: Parts[number] = typing ? [`  ${modal.yes}  `, 'dim'] : button(modal.yes, lit === 'yes');
  const lines: Parts[] = [
    ...air,
    ...shown.map((parts): Parts => [margin, ...parts]),
    ...(scrolls
      ? [
          [
            [
              `  ${at + 1} to ${at + shown.length} of ${targets.length}, ${glyphs.moreUp} ${glyphs.moreDown} scroll`,
              'dim',
            ],
          ] as Parts,
        ]
      : []),
    ...(targets.length === 0 || isTight ? [] : [[] as Parts]),
    ...body.map((parts): Parts => [margin, ...parts]),
    [],
    ...(typed === undefined
      ? []
      : [
          ['  Type ', [typed, 'bold'], ' to confirm: ', ...phrase.draw(30, glyphs.caret)] as Parts,
          [] as Parts,
        ]),
    fitting(
      [
        ['     ', ...no, '    ', yes, [yesHint, 'dim']],
        [margin, ...no, '  ', yes, [yesHint, 'dim']],
        [margin, ...no, ' ', yes],
      ],
      inner,
    ),
    ...air,
  ];
  return (
    <Panel title={modal.title} lines={lines} width={panelWidth} columns={size.columns} rows={size.rows} />
  );
}

/** A dialog as it is told: whole where it is short, else what it is about, and the rest by the keys that scroll it. */
function useToldParts(all: readonly Parts[]): {
  lines: readonly Parts[];
  page: number;
  bindings: Partial<Bindings<'dialog.down' | 'dialog.up'>>;
} {
  const { keyName } = useDeck();
  const [page, setPage] = useState(0);
  const said = all.filter((parts) => partsText(parts).trim() !== '');
  if (said.length <= spokenWhole) return { lines: said, page: 0, bindings: {} };
  const starts = [0];
  for (let at = spokenFirst; at < said.length; at += spokenWhole) starts.push(at);
  const here = Math.min(page, starts.length - 1);
  const [from = 0, to = said.length] = starts.slice(here);
  const on = to < said.length ? `, ${keyName('dialog.down')} tells more` : '';
  return {
    lines: [...said.slice(from, to), [`lines ${from + 1} to ${to} of ${said.length}${on}`]],
    page: here,
    bindings: {
      'dialog.down': { run: () => setPage(Math.min(starts.length - 1, here + 1)) },
      'dialog.up': { run: () => setPage(Math.max(0, here - 1)) },
    },
  };
}

/** The two answers in a sentence each: what Enter does, and the other one. */
function spokenChoices(
  { yes, no, typed }: ConfirmModal,
  lit: 'yes' | 'no' | undefined,
  yesKey: string | undefined,
): string {
  if (lit === undefined) return `${no}: escape. ${yes}: type first.`;
  const key = typed === undefined && yesKey !== undefined ? `, key ${yesKey}` : '';
  return lit === 'no'
    ? `Chosen: ${no}. Other choice: ${yes}${key}.`
    : `Chosen: ${yes}. Other choice: ${no}, escape.`;
}
