import { Box } from 'ink';
import { Fragment } from 'react';
import { Line, Lines } from '../../components/line.tsx';
import { moreLine } from '../../components/more-line.ts';
import { Waiting } from '../../components/waiting.tsx';
import { useDeck } from '../../hooks/deck.ts';
import { useCursor } from '../../hooks/use-cursor.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { cursorThenScroll, useScroll } from '../../hooks/use-scroll.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { useKeyName } from '../../key-names.ts';
import { type MoveAction, moveActions } from '../../keymap.ts';
import { useTheme } from '../../theme.ts';
import type { ScreenDef } from '../screen.ts';
import { scrollHint } from '../scrolled.ts';
import { type SecurityAct, securityActs } from './blocked.ts';
import { headLine, securityBlocks } from './blocks.tsx';
import { useSecurityActs } from './commands.ts';
import { scrolledStretches } from './layout.ts';
import { useSecurity } from './use-security.ts';
import { securityHint, troubleLines } from './words.ts';

/** Two-factor protection of the account: its methods, its clocks, and the keys that begin each flow. */
function Security() {
  const deck = useDeck();
  const theme = useTheme();
  const { columns, rows } = useBody();
  const view = useSecurity();
  const { read, status, trouble } = view;
  const cursor = useCursor('security', view.methods, ({ id }) => id);
  const acts = useSecurityActs(view, cursor.row);
  const scroll = useScroll();
  const keyName = useKeyName();
  const place = { columns, theme, cursor: cursor.index };
  const blocks = status === undefined ? [] : securityBlocks(view, place);
  const { stretches, last, hidden } = scrolledStretches(blocks, rows, scroll.top);
  useScreenLayer<MoveAction | SecurityAct | 'security.keys'>({
    ...cursorThenScroll(cursor, view.methods.length, scroll.bindings(last, rows), hidden?.above ?? 0),
    ...acts,
    'security.keys': { run: () => deck.go({ go: 'push', route: { screen: 'keys' } }) },
  });
  useHint(securityHint(view, theme.glyphs, columns));

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
      {stretches.map(({ id, from, rows: taken }) => (
        <Fragment key={id}>{blocks.find((block) => block.id === id)?.draw(taken, from)}</Fragment>
      ))}
      {hidden === undefined ? null : (
        <Line
          parts={moreLine(hidden, theme.glyphs, { margin: '    ', keys: scrollHint(keyName) })}
          columns={columns}
        />
      )}
    </Box>
  );
}

export const security: ScreenDef<'security'> = {
  title: () => 'Security',
  jump: { action: 'app.security', name: 'Security' },
  needs: 'api-key',
  actions: [...moveActions, ...securityActs, 'security.keys'],
  View: Security,
};
