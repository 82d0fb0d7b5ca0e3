import { padEnd, width } from '../../base/cells.ts';
import type { Parts, StyleName } from '../../base/parts.ts';
import type { ChainLink, ChainMark } from '../../engine/two-factor/tfa-chain.ts';
import { partsWidth } from '../../tui/text/parts.ts';
import type { Theme } from '../../tui/theme/theme.ts';

export type { ChainLink, ChainMark };

const styleOf: Record<ChainMark, StyleName> = {
  done: 'ok',
  here: 'accent',
  ahead: 'dim',
  skipped: 'dim',
  failed: 'bad',
};

const words: Record<ChainMark, string> = {
  done: 'done',
  here: 'now',
  ahead: 'to come',
  skipped: '',
  failed: 'failed',
};

function glyphOf(mark: ChainMark, { glyphs, ascii }: Theme): string {
  const signs: Record<ChainMark, string> = {
    done: glyphs.done,
    here: ascii ? '*' : glyphs.running,
    ahead: glyphs.ahead,
    skipped: glyphs.absent,
    failed: glyphs.fail,
  };
  return signs[mark];
}

const indent = '    ';

/**
 * Steps that follow each other, with how each stands below its name (mock-up 5.7); one below the other where they do
 * not fit side by side. Each mark is a sign and a colour, so that it reads without colour.
 */
export function chainLines(links: readonly ChainLink[], columns: number, theme: Theme): Parts[] {
  if (theme.spoken) {
    return links.map(({ name, mark, note }, index): Parts => {
      const said = [words[mark], note].filter((word) => word !== '').join(', ');
      return [`step ${index + 1} of ${links.length}, ${name.toLowerCase()}: ${said}`];
    });
  }
  const notes = links.map(
    ({ mark, note }): Parts => [[`${glyphOf(mark, theme)}${note === '' ? '' : ` ${note}`}`, styleOf[mark]]],
  );
  const dash = theme.ascii ? '-' : '─';
  const head = theme.ascii ? '>' : '▶';
  const last = links.length - 1;
  const cells = links.map(({ name }, index) => {
    const note = partsWidth(notes[index] ?? []);
    // Room for the shortest arrow after the name, and for two blanks after the note.
    return index === last ? Math.max(width(name), note) : Math.max(width(name) + 5, note + 2);
  });
  const total = indent.length + cells.reduce((sum, one) => sum + one, 0);
  if (total > columns) {
    const widest = Math.max(0, ...links.map(({ name }) => width(name)));
    return links.map(
      ({ name, mark, note }): Parts => [
        '  ',
        [padEnd(glyphOf(mark, theme), 3), styleOf[mark]],
        [padEnd(name, widest + 2), mark === 'here' ? 'accent' : 'plain'],
        [note, styleOf[mark]],
      ],
    );
  }
  const top = links.flatMap(({ name, mark }, index): Parts => {
    const style: StyleName =
      mark === 'here' ? 'accent' : mark === 'ahead' || mark === 'skipped' ? 'dim' : 'plain';
    const arrow = (cells[index] ?? 0) - width(name) - 3;
    return [[name, style], index === last ? '' : [` ${dash.repeat(arrow)}${head} `, 'dim']];
  });
  const below = notes.flatMap(
    (note, index): Parts => [...note, ' '.repeat(Math.max(0, (cells[index] ?? 0) - partsWidth(note)))],
  );
  return [
    [indent, ...top],
    [indent, ...below],
  ];
}
