import { Box } from 'ink';
import { Fragment } from 'react';
import { type MoveAction, moveActions } from '../../engine/keymap.ts';
import { useCursor } from '../../hooks/use-cursor.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { cursorThenScroll, useScroll } from '../../hooks/use-scroll.ts';
import { Beside } from '../../tui/dialog/beside.tsx';
import { useKeyName } from '../../tui/keys/key-names.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Line, Lines } from '../../tui/text/line.tsx';
import { moreLine } from '../../tui/text/more-line.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { scrollHint } from '../scrolled.ts';
import { Waiting } from '../waiting.tsx';
import { type SecurityAct, securityActs } from './blocked.ts';
import { headLine, securityBlocks, toldOfTime } from './blocks.tsx';
import { useSecurityActs } from './commands.ts';
import { fitBlocks, scrolledStretches } from './layout.ts';
import { useSecurity } from './use-security.ts';
import { securityHint, troubleLines } from './words.ts';

/** From this width on codes and session stand beside the methods, in this share of the line. */
const asideFrom = 150;
const asideShare = 0.4;
const asideGap = 2;

/** Two-factor protection of the account: its methods, its clocks, and the keys that begin each flow. */
function Security() {
  const deck = useDeck();
  const theme = useTheme();
  const { columns, rows } = useBody();
  const { view, viewAt, tells } = useSecurity();
  const { read, status, trouble } = view;
  const cursor = useCursor('security', view.methods, ({ id }) => id);
  const acts = useSecurityActs(view, cursor.row);
  const scroll = useScroll();
  const keyName = useKeyName();
  const aside = columns >= asideFrom && !theme.spoken ? Math.floor(columns * asideShare) : undefined;
  const place = { columns, theme, cursor: cursor.index };
  const main = aside === undefined ? columns : columns - aside - asideGap;
  const blocks = status === undefined ? [] : securityBlocks(view, { ...place, columns: main, aside });
  const room = aside === undefined ? rows : Math.max(1, rows - 1);
  const isBeside = (block: (typeof blocks)[number]) => aside !== undefined && block.aside === true;
  const below = blocks.filter((block) => !isBeside(block));
  const beside = blocks.filter(isBeside);
  const { stretches, last, hidden } = scrolledStretches(below, room, scroll.top);
  // It begins on the line of the methods.
  const methodsAt = stretches.findIndex(({ id }) => id === 'rule methods');
  const asideTop = stretches.slice(0, Math.max(0, methodsAt)).reduce((sum, one) => sum + one.rows, 0);
  const fitted = fitBlocks(beside, Math.max(1, room - asideTop));
  useScreenLayer<MoveAction | SecurityAct | 'security.keys'>({
    ...cursorThenScroll(cursor, view.methods.length, scroll.bindings(last, room), hidden?.above ?? 0),
    ...acts,
    'security.keys': { run: () => deck.go({ go: 'push', route: { screen: 'keys' } }) },
  });
  useHint(securityHint(view, theme.glyphs, columns));
  tells((now) => toldOfTime(viewAt(now), { columns: main, theme, cursor: 0, aside }));

  if (status === undefined) {
    return (
      <Box flexDirection="column">
        <Line parts={headLine(view, place)} columns={columns} />
        {trouble === undefined ? (
          <Waiting
            read={read}
            what="the methods of two-factor sign-in"
            columns={columns}
            empty={[]}
            again={view.again}
          />
        ) : (
          <Lines lines={troubleLines(trouble, columns, theme.glyphs)} columns={columns} />
        )}
      </Box>
    );
  }
  return (
    <Box flexDirection="column">
      {aside === undefined ? null : <Line parts={headLine(view, place)} columns={columns} />}
      <Beside row={aside !== undefined}>
        <Box flexDirection="column" width={main}>
          {stretches.map(({ id, from, rows: taken }) => (
            <Fragment key={id}>{below.find((block) => block.id === id)?.draw(taken, from)}</Fragment>
          ))}
          {hidden === undefined ? null : (
            <Line
              parts={moreLine(hidden, theme.glyphs, { margin: '    ', keys: scrollHint(keyName) })}
              columns={main}
            />
          )}
        </Box>
        {aside === undefined ? null : (
          <Box flexDirection="column" width={aside} marginLeft={asideGap} marginTop={asideTop}>
            {beside.map(({ id, draw }) => {
              const taken = fitted.get(id);
              return taken === undefined ? null : <Fragment key={id}>{draw(taken, undefined)}</Fragment>;
            })}
          </Box>
        )}
      </Beside>
    </Box>
  );
}

export const security: ScreenDef<'security'> = {
  title: () => 'Security',
  needs: 'api-key',
  actions: [...moveActions, ...securityActs, 'security.keys'],
  View: Security,
};
