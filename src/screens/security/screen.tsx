import { Box } from 'ink';
import { Fragment } from 'react';
import { Line, Lines } from '../../components/line.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { useDeck } from '../../hooks/deck.ts';
import { type CursorAction, cursorActions, useCursor } from '../../hooks/use-cursor.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useScreenLayer } from '../../hooks/use-layer.ts';
import { useBody } from '../../hooks/use-viewport.ts';
import { useTheme } from '../../theme.ts';
import type { ScreenDef } from '../screen.ts';
import { type SecurityAct, securityActs } from './blocked.ts';
import { headLine, securityBlocks } from './blocks.tsx';
import { useSecurityActs } from './commands.ts';
import { fitBlocks } from './layout.ts';
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
  useScreenLayer<CursorAction | SecurityAct | 'security.keys'>({
    ...cursor.bindings,
    ...acts,
    'security.keys': { run: () => deck.go({ go: 'push', route: { screen: 'keys' } }) },
  });
  useHint(securityHint(view, theme.glyphs, columns));

  const place = { columns, theme, cursor: cursor.index };
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
  const blocks = securityBlocks(view, place);
  const shown = fitBlocks(blocks, rows);
  return (
    <Box flexDirection="column">
      {blocks
        .filter(({ id }) => shown.has(id))
        .map(({ id, draw }) => (
          <Fragment key={id}>{draw(shown.get(id) ?? 1)}</Fragment>
        ))}
    </Box>
  );
}

export const security: ScreenDef<'security'> = {
  title: () => 'Security',
  jump: { action: 'app.security', name: 'Security' },
  needs: 'api-key',
  actions: [...cursorActions, ...securityActs, 'security.keys'],
  View: Security,
};
