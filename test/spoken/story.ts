import type { TestDeck } from '../support/deck.tsx';

/** What is said, step by step, as a text that a person can read: what was pressed in brackets, below it the lines. */
export function storyOf(app: TestDeck) {
  const told: string[] = [];
  let known = 0;
  let last: string | undefined;
  /** What stands in a field is overwritten by what is said next. */
  const isOpen = (line: string | undefined) => line?.startsWith('>') === true;
  return {
    step(what: string) {
      const said = app.heard();
      const from = isOpen(last) && said[known - 1] !== last ? known - 1 : known;
      told.push(`[${what}]`, ...said.slice(from).filter((line) => line !== ''), '');
      known = said.length;
      last = said.at(-1);
    },
    /** What was said since the last step is looked at elsewhere. */
    skip() {
      known = app.heard().length;
      last = app.heard().at(-1);
    },
    text: () => told.map(steady).join('\n'),
  };
}

/** A line without what depends on how long a step took: times, ages, and what a machine measures of itself. */
const steady = (line: string): string =>
  line
    .replace(/(?<![.:\w])\d+(?::\d\d)+(?!\w)/g, '0:00')
    .replace(/\d+ (second|minute)s?/g, '0 $1s')
    .replace(/^GPU \d+ percent, VRAM [\d.]+/, 'GPU 0 percent, VRAM 0');
