import { useRef, useState } from 'react';
import { Panel } from '../components/panel.tsx';
import { readInstance } from '../domain/instance-reading.ts';
import { limitReading } from '../domain/limit-reading.ts';
import { whenExamples } from '../domain/limit-when.ts';
import type { LimitAct } from '../domain/limits.ts';
import { gpuLabel, instanceName } from '../domain/names.ts';
import { useDeck, useSession } from '../hooks/deck.ts';
import { confirmDestroyLimit } from '../hooks/limit-question.ts';
import { callOffLimit, setLimit } from '../hooks/limit-set.ts';
import type { LimitModal } from '../hooks/modal.ts';
import { useInstances } from '../hooks/resources.ts';
import { useStore } from '../hooks/store.ts';
import { useLayer } from '../hooks/use-layer.ts';
import { useLine } from '../hooks/use-line.ts';
import { useNow } from '../hooks/use-now.ts';
import { useStanding } from '../hooks/use-standing-limits.ts';
import { useTerminalSize } from '../hooks/use-viewport.ts';
import { dataOf } from '../loadable.ts';
import type { Parts } from '../parts.ts';
import type { Session } from '../services.ts';
import { type StyleName, useTheme } from '../theme.ts';
import { wrapWords } from '../wrap-words.ts';

const panelWidth = 70;
const indentCells = 11;
const acts: readonly LimitAct[] = ['stop', 'destroy'];

/** Sets, changes or calls off what is to stop or destroy an instance by itself; says what that means while it is typed. */
export function LimitDialog({ modal }: { modal: LimitModal }) {
  const session = useSession();
  return session === undefined ? null : <Asking modal={modal} session={session} />;
}

function Asking({ modal, session }: { modal: LimitModal; session: Session }) {
  const deck = useDeck();
  const size = useTerminalSize();
  const { glyphs } = useTheme();
  useNow();
  const [kept, setKept] = useState<'here' | 'service'>('here');
  const when = useLine('');
  // It is named by its id: the row may have changed since, or be gone.
  const row = dataOf(useInstances())?.instances.find(({ id }) => id === modal.row.id) ?? modal.row;
  const { timeZone } = deck.services;
  const now = deck.services.clock.now();
  const standing = useStanding(row.id, now, glyphs.sep);
  const [chosen, setAct] = useState<LimitAct>();
  // It shows what stands until a key is pressed: what is read later must not turn what is being typed.
  const shown = useRef<LimitAct>('stop');
  if (when.text === '') shown.current = standing.has('destroy') && !standing.has('stop') ? 'destroy' : 'stop';
  const act = chosen ?? shown.current;
  const reading = limitReading(when.text, row, { act, kept }, { now, timeZone });
  // The one that rents does not hear of what is set here.
  const other = useStore(deck.writer).state === 'other';
  const noKeeper =
    kept === 'service'
      ? standing.refusal
      : other
        ? 'Another rigdeck keeps the limits of this account: set it there, or on the service.'
        : undefined;
  const set = () => {
    deck.close();
    if (!reading.ok) return;
    const { ok: _, says, costs: __, ...wish } = reading;
    const run = () => void setLimit(deck, session, row, { ...wish, act, kept });
    if (act === 'stop') run();
    else deck.open(confirmDestroyLimit(row, { says, kept }, run));
  };
  const otherAct: LimitAct = act === 'stop' ? 'destroy' : 'stop';
  const none = `There is no limit that would ${act} it`;
  useLayer({
    kind: 'modal',
    bindings: {
      'limit.set': { run: set, blocked: noKeeper ?? (reading.ok ? undefined : reading.message) },
      'limit.act': { run: () => setAct(otherAct) },
      'limit.kept': { run: () => setKept(kept === 'here' ? 'service' : 'here') },
      'limit.off': {
        run: () => {
          // A second press must not call off the other one, which would be shown now.
          setAct(act);
          void callOffLimit(deck, session, row, act, standing.jobOf(act));
        },
        blocked: standing.has(act)
          ? undefined
          : standing.has(otherAct)
            ? `${none}; Tab goes to the one that would ${otherAct} it`
            : none,
      },
      'limit.close': { run: deck.close },
    },
  });
  useLayer({ kind: 'modal-text', bindings: {}, ...when.layer });

  const inner = Math.min(panelWidth, size.columns) - 4;
  const nothing = when.text.trim() === '';
  const wrapped = (text: string, style: StyleName) =>
    wrapWords(text, inner - indentCells).map((line): Parts => [' '.repeat(indentCells), [line, style]]);
  const said = reading.ok
    ? [...wrapped(reading.says, 'plain'), ...wrapped(reading.costs, 'dim')]
    : wrapped(nothing ? whenExamples : reading.message, nothing ? 'dim' : 'warn');
  const air: Parts[] = size.rows < 20 ? [] : [[]];
  const lines: Parts[] = [
    [[`  ${instanceName(row)}`, 'bold'], `  ${gpuLabel(row) ?? ''}  ${readInstance(row).word}`],
    ...air,
    ['  Do       ', ...choice(acts, act)],
    ['  When     ', ...when.draw(34, glyphs.caret)],
    ...said,
    ...air,
    ['  Kept by  ', ...choice(['rigdeck', 'the service'], kept === 'here' ? 'rigdeck' : 'the service')],
    ...wrapped(noKeeper ?? keptBy[kept], noKeeper === undefined ? 'dim' : 'warn'),
    ...(standing.lines.length === 0 ? [] : [...air, [['  Set', 'bold']] as Parts]),
    ...standing.lines.flatMap((line) => wrapWords(line, inner - 4).map((part): Parts => [`    ${part}`])),
    ...air,
  ];
  // A label is as wide as somebody wanted it; the edge of the box counts letters.
  const title = `Limit of ${modal.row.id}`;
  return <Panel title={title} lines={lines} width={panelWidth} columns={size.columns} rows={size.rows} />;
}

const keptBy = {
  here: 'Only while it runs. Closed or asleep when it is due, it asks the next time.',
  service: 'As a scheduled job, at a full hour, also when rigdeck is closed.',
} as const;

function choice(words: readonly string[], chosen: string): Parts {
  return words.flatMap(
    (word): Parts => [[word === chosen ? `[ ${word} ]` : `  ${word}  `, word === chosen ? 'sel' : 'plain']],
  );
}
