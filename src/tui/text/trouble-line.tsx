import { width } from '../../base/cells.ts';
import { useTheme } from '../theme/theme.ts';
import { Line } from './line.tsx';

/** One line over what is shown: why it is not as it is now. Takes the first of `words` that fits, else the last. */
export function TroubleLine({ words, columns }: { words: readonly string[]; columns: number }) {
  const { glyphs } = useTheme();
  const said = words.find((text) => width(text) <= columns - 4) ?? words.at(-1);
  return said === undefined ? null : <Line parts={[[` ${glyphs.warn} ${said}`, 'warn']]} columns={columns} />;
}
