import { Box, Text } from 'ink';
import { width as cells, cut } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import { marks } from '../reader/spoken-marks.ts';
import { spokenText } from '../reader/spoken-text.ts';
import { Line, Lines, useOutsideNames } from '../text/line.tsx';
import { MarkedText } from '../text/marked-text.tsx';
import { cutParts, partsText, partsWidth } from '../text/parts.ts';
import { useTheme } from '../theme/theme.ts';

/** The last lines of the screen: a message of two lines, as an answer to a key may be, and the keys. */
const answerRows = 3;

/** A shorter line was not broken for want of room. */
const brokenFrom = 40;
const mostNameWords = 4;

type PanelProps = {
  title: string;
  lines: readonly Parts[];
  width: number;
  columns: number;
  rows: number;
  /** The text of somebody else: it is told as it is. */
  verbatim?: boolean;
  /** Which part of something longer these lines are, when they are told: another part is read from its beginning. */
  page?: number;
};

/**
 * A box that stands over the screen, in the middle of it. Every line is drawn to its full width, so that nothing
 * below shines through.
 */
export function Panel({ title, lines, width, columns, rows, verbatim = false, page }: PanelProps) {
  const { glyphs, spoken } = useTheme();
  const names = useOutsideNames();
  if (spoken) {
    return (
      <Box flexDirection="column">
        <Text>{marks.modal + spokenText(title, names())}</Text>
        {page === undefined ? null : <MarkedText of="page" text={[String(page)]} />}
        <Lines columns={columns} lines={verbatim ? lines : unwrapped(lines)} verbatim={verbatim} />
      </Box>
    );
  }
  const inner = Math.max(1, Math.min(width, columns) - 4);
  const shown = lines.slice(0, Math.max(1, rows - 2));
  const left = Math.max(0, Math.floor((columns - inner - 4) / 2));
  const spare = rows - shown.length - 2;
  const top = Math.max(0, Math.min(Math.floor(spare / 2), spare - answerRows));
  const heading = title === '' ? '' : ` ${cut(title, inner - 1)} `;
  const edge = (from: string, to: string, text: string): Parts => [
    [from + glyphs.rule, 'rule'],
    [text, 'bold'],
    [glyphs.rule.repeat(Math.max(0, inner + 1 - cells(text))) + to, 'rule'],
  ];
  const framed = (parts: Parts): Parts => {
    const fitted = cutParts(parts, inner);
    const room = ' '.repeat(inner - partsWidth(fitted) + 1);
    return [[`${glyphs.side} `, 'rule'], ...fitted, [room + glyphs.side, 'rule']];
  };
  return (
    <Box position="absolute" marginLeft={left} marginTop={top} flexDirection="column" width={inner + 4}>
      <Line parts={edge(glyphs.topLeft, glyphs.topRight, heading)} columns={inner + 4} />
      <Lines columns={inner + 4} lines={shown.map(framed)} />
      <Line parts={edge(glyphs.bottomLeft, glyphs.bottomRight, '')} columns={inner + 4} />
    </Box>
  );
}

/** A sentence that was broken for the box is one line again: what goes on has a small letter or a figure. */
function unwrapped(lines: readonly Parts[]): Parts[] {
  const whole: Parts[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    const said = partsText(before ?? []).trim();
    // A figure goes on from a sentence, and not from a name of something.
    const begins = said.split(' ').length > mostNameWords ? /^\s*(?!\d+ of \d+: )[a-z\d$(]/ : /^\s*[a-z]/;
    const goesOn = begins.test(partsText(line)) && /[\w,;]$/.test(said) && !/ [,·] | {2,}/.test(said);
    if (before !== undefined && goesOn && said.length > brokenFrom)
      whole[whole.length - 1] = [...before, ' ', partsText(line).trim()];
    else whole.push(line);
  }
  return whole;
}
