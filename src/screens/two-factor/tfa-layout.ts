import { width } from '../../base/cells.ts';
import type { StyleName } from '../../base/parts.ts';
import { waitLine } from '../../engine/read-health.ts';
import { tfaChain } from '../../engine/two-factor/tfa-chain.ts';
import type { TfaAt, TfaState } from '../../engine/two-factor/tfa-flow-state.ts';
import { waitWords } from '../../engine/two-factor/tfa-wait.ts';
import { type TfaWords, tfaWords } from '../../engine/two-factor/tfa-words.ts';
import type { TfaFlow } from '../../hooks/use-tfa-flow.ts';
import { blank, fitRows, indent, prose, type Row, row } from '../../tui/text/row-lines.tsx';
import type { Theme } from '../../tui/theme/theme.ts';
import { chainLines } from './chain.ts';

/** Rows that give way before anything that was said does. */
const hintDrop = 4;
/** That the service is being asked, and for how long; no row for a moment. */
export function waitRows({ waiting }: Pick<TfaFlow, 'waiting'>): Row[] {
  const line = waitLine(waiting?.ms ?? 0);
  return line === '' ? [] : [{ ...row([[line, 'busy']]), waits: true }];
}

/** What to say of a wait that takes too long; nothing before that. */
const longWait = ({ state, waiting }: Pick<TfaFlow, 'state' | 'waiting'>): TfaWords | undefined =>
  waiting && waitWords(state, waiting.flight, waiting.ms);

/** What there is to say at a step: what happened, and in a wait that takes too long how to get away, whatever stood there. */
export function saidOf(flow: TfaFlow, timeZone: string | undefined): TfaWords | undefined {
  const [words, wait] = [tfaWords(flow.state, flow.at, timeZone), longWait(flow)];
  return words === undefined || wait === undefined ? (words ?? wait) : { ...words, next: wait.next };
}

/** Below this height the chain is one line. */
const chainFrom = 14;

/** Where the person is in the flow, with the clock of the window (mock-up 5.7); on a small screen the step alone. */
export function chainRows(
  state: TfaState,
  at: TfaAt,
  size: { columns: number; rows: number },
  theme: Theme,
): Row[] {
  const links = tfaChain(state, at);
  const lines = chainLines(links, size.columns, theme);
  if (size.rows >= chainFrom && lines.length <= 5)
    return [blank(9), ...lines.map((parts) => ({ parts, drop: 6 })), blank(9)];
  const window = links.find(({ name }) => name === 'ADD WINDOW');
  // An open window is no step where somebody stands; behind the last step that is the last one done.
  const stands = links.findLastIndex(
    (link) => link !== window && (link.mark === 'here' || link.mark === 'failed'),
  );
  const index = Math.max(0, stands < 0 ? links.findLastIndex(({ mark }) => mark === 'done') : stands);
  const link = links[index];
  if (link === undefined) return [];
  const clock = window === undefined || window === link || window.note === '' ? '' : `window ${window.note}`;
  return [
    row(
      [
        [`${index + 1}/${links.length} ${link.name}`, link.mark === 'failed' ? 'bad' : 'accent'],
        ...[link.note, clock].filter((note) => note !== '').map((note) => ` ${theme.glyphs.sep} ${note}`),
      ],
      5,
    ),
  ];
}

const toneOf = { plain: 'busy', warn: 'warn', bad: 'bad' } as const satisfies Record<
  TfaWords['tone'],
  StyleName
>;

/** What happened, `sentences` of what it means, and what to press. */
function noticeRows(
  words: TfaWords,
  sentences: number,
  columns: number,
  { theme, margin }: { theme: Theme; margin: string },
): Row[] {
  const sign = words.tone === 'plain' ? '' : `${theme.glyphs.warn} `;
  // What is said of it stands below its words where no cell is missed for that.
  const below = columns < hungFrom ? margin : margin + ' '.repeat(width(sign));
  const more = (words.more.match(sentence) ?? []).slice(0, sentences).join('').trim();
  return [
    ...prose(`${sign}${words.title}`, columns, toneOf[words.tone], 0, margin),
    ...prose(more, columns, 'plain', 0, below),
    ...prose(words.next, columns, 'plain', 0, below),
  ];
}

const hungFrom = 72;
const sentence = /.+?[.!?](?:\s+|$)|.+$/g;
const most = 20;

/**
 * The rows of a step with what there is to say under them, cut to `room`: hints and blank lines give way first, then
 * what it means, a whole sentence at a time.
 */
export function withNotice(
  rows: readonly Row[],
  words: TfaWords | undefined,
  size: { columns: number; rows: number },
  theme: Theme,
  margin = indent,
): readonly Row[] {
  if (words === undefined) return fitRows(rows, size.rows);
  const needed = rows.filter(({ drop }) => drop < hintDrop).length;
  for (let sentences = most; sentences > 0; sentences -= 1) {
    const notice = noticeRows(words, sentences, size.columns, { theme, margin });
    if (needed + notice.length <= size.rows) return fitRows([...rows, ...notice], size.rows);
  }
  return fitRows([...rows, ...noticeRows(words, 0, size.columns, { theme, margin })], size.rows);
}
