import { useRef, useState } from 'react';
import { atStart } from '../../base/key-text.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { Instance } from '../../client/wire.ts';
import { laterQuestion, named } from '../../engine/auto-stop/messages.ts';
import type { LimitAct } from '../../engine/auto-stop/rules.ts';
import { callOffLimits, setLimits } from '../../engine/auto-stop/set.ts';
import { limitReadings, whenExamples } from '../../engine/auto-stop/when.ts';
import type { Engine } from '../../engine/engine.ts';
import { inTitle } from '../../engine/instances/messages.ts';
import { gpuLabel } from '../../engine/instances/names.ts';
import { readInstance } from '../../engine/instances/reading.ts';
import { dataOf } from '../../engine/read-health.ts';
import { useInstances } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useStanding } from '../../hooks/use-limits.ts';
import { useNow } from '../../hooks/use-now.ts';
import type { LimitModal } from '../../tui/dialog/modal.ts';
import { Panel } from '../../tui/dialog/panel.tsx';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { markedVerbatim } from '../../tui/reader/spoken-marks.ts';
import { useLine } from '../../tui/text/use-line.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { useTerminalSize } from '../../tui/use-viewport.ts';

const panelWidth = 70;
const indentCells = 14;
/** Lines of the box itself. */
const edges = 2;
const acts: readonly LimitAct[] = ['stop', 'destroy'];

/** Sets, changes or removes auto-stop or auto-destroy. Shows what the input means while it is typed. */
export function LimitDialog({ modal }: { modal: LimitModal }) {
  const engine = useStore(useDeck().engine);
  return engine === undefined ? null : <Asking modal={modal} engine={engine} />;
}

function Asking({ modal, engine }: { modal: LimitModal; engine: Engine }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs, spoken } = useTheme();
  useNow();
  const [kept, setKept] = useState<'here' | 'service'>('here');
  const when = useLine('');
  // Looked up by ID: a row may have changed since, or be gone.
  const listed = dataOf(useInstances())?.instances;
  const rows = modal.rows.map((row) => listed?.find(({ id }) => id === row.id) ?? row);
  const { timeZone } = deck.services;
  const now = deck.services.clock.now();
  const standing = useStanding(
    rows.map(({ id }) => id),
    now,
    glyphs.sep,
  );
  const [chosen, setAct] = useState<LimitAct>();
  // Shows what is set until a key is pressed: a later read must not change the act while the user is typing.
  const shown = useRef<LimitAct>('stop');
  if (when.text === '') shown.current = standing.has('destroy') && !standing.has('stop') ? 'destroy' : 'stop';
  const act = chosen ?? shown.current;
  const reading = limitReadings(when.text, rows, kept, { now, timeZone });
  // The rigdeck that rents does not learn what is set here.
  const other = useStore(deck.writer).state === 'other';
  const noKeeper =
    kept === 'service'
      ? standing.refusal
      : other
        ? 'Another rigdeck enforces auto-stops on this account. Set it there, or choose provider.'
        : undefined;
  const set = () => {
    deck.close();
    if (!reading.ok) return;
    const { ok: _, says, costs: __, ...wish } = reading;
    const run = () => void setLimits(engine, rows, { ...wish, act, kept });
    if (act === 'stop') run();
    else deck.open({ ...laterQuestion(rows, says, kept), run });
  };
  const otherAct: LimitAct = act === 'stop' ? 'destroy' : 'stop';
  const { unread } = standing;
  const onService = unread === undefined ? [] : [`At the provider: ${unread}`];
  const asked = standing.isAsked ? ['Still asking the provider'] : onService;
  const none = [`No ${named[act]} set`, ...asked].join('. ');
  useLayer({
    kind: 'modal',
    bindings: {
      'limit.set': { run: set, blocked: noKeeper ?? (reading.ok ? undefined : reading.message) },
      'limit.act': { run: () => setAct(otherAct) },
      'limit.kept': { run: () => setKept(kept === 'here' ? 'service' : 'here') },
      'limit.off': {
        run: () => {
          // A second press must not remove the other one, which would be shown now.
          setAct(act);
          const those = rows.filter(({ id }) => standing.withOne(act).includes(id));
          void callOffLimits(engine, those, { act, jobOf: (id) => standing.jobOf(act, id) });
        },
        blocked: standing.has(act)
          ? undefined
          : standing.has(otherAct)
            ? `${none}. Press ${deck.keyName('limit.act')} for ${named[otherAct]}`
            : none,
      },
      'limit.close': { run: deck.close },
    },
  });
  useLayer({ kind: 'modal-text', bindings: {}, ...when.layer });

  const inner = (spoken ? size.columns : Math.min(panelWidth, size.columns)) - 4;
  const nothing = when.text.trim() === '';
  const wrapped = (text: string, style: StyleName) =>
    wrapWords(text, inner - indentCells).map((line): Parts => [' '.repeat(indentCells), [line, style]]);
  // A screen reader spells out what to type.
  const asTyped = (text: string) => (spoken ? markedVerbatim(text) : text);
  const said = reading.ok
    ? [...wrapped(reading.says, 'plain'), ...wrapped(reading.costs, 'dim')]
    : wrapped(asTyped(nothing ? whenExamples : reading.message), nothing ? 'dim' : 'warn');
  const air: Parts[] = size.rows < 20 ? [] : [[]];
  const below: Parts[] = [
    ...air,
    ['  Do          ', ...choice(acts, act)],
    ['  When        ', ...when.draw(34, glyphs.caret)],
    ...said,
    ...air,
    ['  Enforced by ', ...choice(['rigdeck', 'provider'], kept === 'here' ? 'rigdeck' : 'provider')],
    ...wrapped(noKeeper ?? keptBy[kept], noKeeper === undefined ? 'dim' : 'warn'),
    ...(standing.lines.length + onService.length === 0 ? [] : [...air, [['  Set', 'bold']] as Parts]),
    ...standing.lines.flatMap((line) => wrapWords(line, inner - 4).map((part): Parts => [`    ${part}`])),
    ...onService.flatMap((line) =>
      wrapWords(line, inner - 4).map(
        (part): Parts => [
          ['    ', 'plain'],
          [part, 'warn'],
        ],
      ),
    ),
    ...air,
  ];
  const lines = [...targetLines(rows, inner - 4, size.rows - edges - below.length), ...below];
  const title = `${atStart(named[act])} ${rows.length === 1 ? inTitle(rows[0]) : `${rows.length} instances`}`;
  return <Panel title={title} lines={lines} width={panelWidth} columns={size.columns} rows={size.rows} />;
}

/** Every target: one line each, or only the IDs if there is no room. */
function targetLines(rows: readonly Instance[], cells: number, room: number): Parts[] {
  if (rows.length <= Math.max(1, room))
    return rows.map((row) => [
      [`  ${row.id}  ${row.label ?? ''}`.trimEnd(), 'bold'],
      `  ${gpuLabel(row) ?? ''}  ${readInstance(row).word}`,
    ]);
  return wrapWords(rows.map(({ id }) => id).join(', '), cells).map((line): Parts => [[`  ${line}`, 'bold']]);
}

const keptBy = {
  here: 'Only while rigdeck runs. Otherwise you are asked on the next start.',
  service: 'Works with rigdeck closed (scheduled job).',
} as const;

function choice(words: readonly string[], chosen: string): Parts {
  return words.flatMap(
    (word): Parts => [[word === chosen ? `[ ${word} ]` : `  ${word}  `, word === chosen ? 'sel' : 'plain']],
  );
}
