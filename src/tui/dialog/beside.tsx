import { Box } from 'ink';
import type { ReactNode } from 'react';
import { useTheme } from '../theme/theme.ts';

/** Two blocks beside each other, or below where `row` is false; told, they come one after the other. */
export function Beside({ row = true, children }: { row?: boolean; children: ReactNode }) {
  const { spoken } = useTheme();
  return <Box flexDirection={row && !spoken ? 'row' : 'column'}>{children}</Box>;
}
