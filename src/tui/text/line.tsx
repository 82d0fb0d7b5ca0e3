import { Text } from 'ink';
import { createContext, memo, useContext } from 'react';
import type { Parts } from '../../base/parts.ts';
import { spokenLine } from '../reader/spoken-text.ts';
import { useTheme } from '../theme/theme.ts';
import { asciiParts, cutParts, partsWidth, sameParts, steadyParts } from './parts.ts';

type LineProps = {
  parts: Parts;
  columns: number;
  selected?: boolean;
  dimmed?: boolean;
  /** The text of somebody else, as a line of a log: it is told as it is. */
  verbatim?: boolean;
};

/**
 * Lines inside are told when they are asked for: `m` the figures of the account, `a` whatever stands aside, and `s` also
 * when it changes, but not at each place anew.
 */
const QuietContext = createContext<'' | 'm' | 'a' | 's'>('');
export const Quiet = QuietContext.Provider;

/** What in a line is the text of somebody else, whatever it looks like, as far as the deck knows. */
const OutsideNames = createContext<() => readonly string[]>(() => []);
export const OutsideNamesProvider = OutsideNames.Provider;
export const useOutsideNames = (): (() => readonly string[]) => useContext(OutsideNames);

/**
 * One line of the screen, exactly `columns` wide, so that nothing of an earlier frame shines through. One that says the
 * same is not drawn again.
 */
export const Line = memo(
  DrawnLine,
  (was, now) =>
    was.columns === now.columns &&
    was.selected === now.selected &&
    was.dimmed === now.dimmed &&
    was.verbatim === now.verbatim &&
    sameParts(was.parts, now.parts),
);

function DrawnLine({ parts, columns, selected = false, dimmed = false, verbatim = false }: LineProps) {
  const { ascii, letters, spoken, styles } = useTheme();
  const quiet = useContext(QuietContext);
  const names = useOutsideNames();
  if (spoken) return <Text>{spokenLine(parts, { focused: selected, quiet, verbatim, names: names() })}</Text>;
  const plain = (text: Parts) => (ascii ? asciiParts(text, letters) : text);
  const fitted = plain(cutParts(plain(steadyParts(parts)), columns));
  const rest = ' '.repeat(Math.max(0, columns - partsWidth(fitted)));
  const base = selected ? styles.sel : dimmed ? styles.dim : styles.plain;
  // A row that has a ground or a grey of its own keeps to it: other colours may not be told from it.
  const alone = selected ? base.backgroundColor !== undefined : dimmed && base.color !== undefined;
  if (fitted.every((part) => typeof part === 'string')) {
    return (
      <Text {...base} wrap="truncate-end">
        {fitted.join('') + rest}
      </Text>
    );
  }
  return (
    <Text {...base} wrap="truncate-end">
      {fitted.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no identity beyond their place
          <Text key={index} {...styles[part[1]]} {...(alone ? base : {})}>
            {part[0]}
          </Text>
        ),
      )}
      {rest}
    </Text>
  );
}

/** Several lines below each other; they have no identity beyond their place. */
export function Lines({
  lines,
  columns,
  dimmed = false,
  verbatim = false,
}: {
  lines: readonly Parts[];
  columns: number;
  dimmed?: boolean;
  verbatim?: boolean;
}) {
  return lines.map((parts, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity beyond its place
    <Line key={index} parts={parts} columns={columns} dimmed={dimmed} verbatim={verbatim} />
  ));
}
