import { useState } from 'react';
import { padEnd } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { dataOf } from '../../engine/read-health.ts';
import { listWays, methodCount, type WayRow } from '../../engine/two-factor/tfa-methods.ts';
import { useUser } from '../../hooks/resources.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { blank, prose, type Row } from '../../tui/text/row-lines.tsx';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import { lastMethodRows } from './last-method.ts';
import { lostEverything, lostMail } from './lost-everything.ts';
import { StepView } from './step-view.tsx';
import { wayKinds, wayName, wayState } from './ways.ts';

/** The ways of proving that it is you: those that work first, then the locked ones, then what is left without any. */
export function Choose({ flow }: { flow: TfaFlow }) {
  const deck = useDeck();
  const { columns } = useBody();
  const { glyphs, ascii } = useTheme();
  const email = dataOf(useUser())?.email;
  const [cursor, setCursor] = useState(0);
  const ways = listWays(flow.state, flow.at);
  const last = ways.length;
  const here = Math.min(cursor, last);
  const picked = ways[here];
  const isFirst =
    flow.state.goal.kind === 'add' && flow.state.status !== undefined && methodCount(flow.state.status) === 0;

  const go = () => {
    if (picked === undefined)
      deck.open({
        kind: 'pager',
        title: 'None of these',
        lines: isFirst ? lostMail(flow.keyName('tfa.resend')) : lostEverything,
      });
    else flow.send({ kind: 'choose', way: picked.way });
  };
  const move = (by: number) => ({ run: () => setCursor(Math.max(0, Math.min(last, here + by))) });
  useLayer({
    kind: 'screen',
    bindings: {
      'tfa.go': { run: go, blocked: picked === undefined || picked.selectable ? undefined : whyNot(picked) },
      'list.down': move(1),
      'list.up': move(-1),
    },
  });

  const line = (index: number, rest: Parts): Row => ({
    parts: [[index === here ? ` ${glyphs.cursor}  ` : '    ', 'accent'], ...rest],
    drop: 0,
  });
  const left = flow.state.status?.backup_codes_remaining;
  const nameCells = Math.max(18, Math.min(48, columns - 40));
  const rows = ways.map((way, index) => {
    const star = 'primary' in way.way && way.way.primary === true ? (ascii ? 'P ' : '★ ') : '  ';
    const name = `${padEnd(wayKinds[way.way.kind], 7)}${padEnd(wayName(way.way, glyphs, email, nameCells), nameCells)}  `;
    return line(index, [star, [name, way.selectable ? 'plain' : 'dim'], wayState(way, left, glyphs)]);
  });
  return (
    <StepView
      flow={flow}
      rows={[
        ...lastMethodRows(flow.state, columns),
        ...prose('How do you want to prove that it is you?', columns, 'plain', 3),
        blank(8),
        ...rows,
        line(last, ['  I have none of these']),
        blank(7),
      ]}
    />
  );
}

const whyNot = ({ why }: WayRow): string =>
  why?.kind === 'none-left'
    ? 'No backup code is left: use another way'
    : 'This method is locked, the others are not: use another one, or wait';
