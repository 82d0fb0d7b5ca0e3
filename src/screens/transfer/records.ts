import { span } from '../../base/format-time.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import type { Instance } from '../../client/wire.ts';
import { instanceName } from '../../engine/instances/names.ts';
import { type CopyRecord, type CopyState, readCopyNews } from '../../engine/transfer/copy-progress.ts';
import { moreLine } from '../../tui/text/more-line.ts';
import type { GlyphName, Glyphs } from '../../tui/theme/theme.ts';

const looks: Readonly<Record<CopyState, readonly [glyph: GlyphName, word: string, tone: StyleName]>> = {
  sent: ['provisioning', 'sending', 'busy'],
  started: ['provisioning', 'started', 'busy'],
  going: ['loading', 'copying', 'busy'],
  finished: ['done', 'finished', 'ok'],
  cancelled: ['stopped', 'called off', 'plain'],
  failed: ['fail', 'failed', 'bad'],
  silent: ['unknown', 'end not seen', 'warn'],
  unknown: ['unclear', 'not known', 'warn'],
};

/** What is to be known of a state beyond its word. */
const facts: Readonly<Partial<Record<CopyState, string>>> = {
  started: 'The status of the instance tells of it about 30 s late.',
  silent: 'The status of the instance tells of it no more; the link has its result.',
  unknown:
    'The answer got lost, and it may be under way. The status of the instance tells within a minute; look there before you start it again.',
};

export type CopyLook = {
  /** What an instance and a connection are called, by id. */
  nameOf: (instance: number) => string;
  connectionOf: (id: string) => string;
  now: number;
  cells: number;
  glyphs: Glyphs;
};

const stateParts = (state: CopyState, percent: number | undefined, glyphs: Glyphs): Parts => {
  const [glyph, word, tone] = looks[state];
  return [[`${glyphs[glyph]} ${word}${percent === undefined ? '' : ` ${percent} %`}`, tone]];
};

function block(copy: CopyRecord, { nameOf, connectionOf, now, cells, glyphs }: CopyLook): Parts[] {
  const { state, percent, request, said, msg, resultUrl, at } = copy;
  const cloud = connectionOf(request.selected);
  const name = nameOf(copy.instance);
  const [from, to] = /^instance/i.test(request.transfer) ? [name, cloud] : [cloud, name];
  const words = (text: string | undefined, tone: StyleName): Parts[] =>
    text === undefined ? [] : wrapWords(text, cells - 5).map((line): Parts => ['     ', [line, tone]]);
  return [
    [
      '   ',
      ...stateParts(state, percent, glyphs),
      `  ${from} ${glyphs.arrow} ${to}`,
      [`  ${span(Math.max(0, now - at))} ago`, 'dim'],
    ],
    ...words(`${request.src} ${glyphs.arrow} ${request.dst}`, 'plain'),
    ...words(facts[state], state === 'unknown' ? 'warn' : 'dim'),
    ...words(said ?? msg, 'dim'),
    ...words(resultUrl, 'plain'),
  ];
}

/** A line for a copy that somebody else has begun, as far as the status of its instance tells. */
function elsewhereLine(row: Instance, glyphs: Glyphs): Parts {
  const percent = readCopyNews(row.status_msg)?.percent;
  return [
    '   ',
    ...stateParts('going', percent, glyphs),
    `  ${instanceName(row)}`,
    ['  begun elsewhere', 'dim'],
  ];
}

/** The copies of this run and those begun elsewhere, the newest first, each as whole as there is room for. */
export function copyLines(
  records: readonly CopyRecord[],
  elsewhere: readonly Instance[],
  rows: number,
  look: CopyLook,
): Parts[] {
  if (records.length === 0 && elsewhere.length === 0) return [[['   What is copied shows here.', 'dim']]];
  const blocks = [
    ...[...records].reverse().map((copy) => block(copy, look)),
    ...elsewhere.map((row) => [elsewhereLine(row, look.glyphs)]),
  ];
  // Each has its first line before the newest ones have all of theirs.
  let spare = Math.max(0, rows - blocks.length);
  const lines = blocks.flatMap((lines) => {
    const more = lines.slice(1, 1 + spare);
    spare -= more.length;
    return [...lines.slice(0, 1), ...more];
  });
  if (lines.length <= rows) return lines;
  const hidden = lines.length - rows + 1;
  return [...lines.slice(0, rows - 1), moreLine({ above: 0, below: hidden }, look.glyphs)];
}
