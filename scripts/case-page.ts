/** `docs/cases.md`: every case, the test that holds it, and what of the source that test hangs by. */

import { type Case, chapters, type Hold, holdsOf } from '../test/cases/index.ts';
import { table } from './markdown.ts';

/** The name of a test as a pattern for `vitest -t`: what stands in for values there matches anything. */
export const namePattern = (name: string): string =>
  name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sdijo]/g, '.*');

/** A source without what a case hangs by. Throws where that does not stand there once. */
export function mutated(text: string, { id, source, anchor, instead = '' }: Hold & { id: string }): string {
  const found = text.split(anchor).length - 1;
  if (found !== 1)
    throw new Error(`${id}: ${source} has ${found} times ${JSON.stringify(anchor)}, and not once`);
  return text.replace(anchor, () => instead);
}

/** Source on one line of a table, whatever quotes it holds. */
function source(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}

const link = (path: string): string => `[${path}](../${path})`;

/** A row for each thing that a case hangs by; the title stands in the first. */
const rows = (one: Case): string[][] =>
  holdsOf(one).map(({ id, test: [path, name], source: file, anchor, instead }, index) => {
    const how = instead === undefined ? '' : ` → ${instead === '' ? 'nothing' : source(instead)}`;
    const title = index === 0 ? one.title : '(the same)';
    return [id, title, `${link(`test/${path}`)}: ${name}`, `${link(file)}: ${source(anchor)}${how}`];
  });

const head = `# Cases

Trouble that people have had with tools of this kind, and what fuzzing has found here (F). Each has an id, and a test
that carries it in its name; most have several. A row names one of them and the stretch of the source that it hangs by:
without it, or with what stands behind the arrow in its place, the test fails. A case that asks for several things has a
row for each of those that hang by something else.

\`npm run cases\` shows that: it makes a copy of the project, takes the stretches out one by one, and expects each test to
fail without and to pass with it. \`npm run cases -- C008 C031\` does so for some of them. This page is made by
\`npm run readme\` from \`test/cases/\`, and \`test/cases/cases.test.ts\` holds both against the tests and the sources.
`;

export function casePage(): string {
  const parts = chapters.map(
    ({ title, cases }) =>
      `## ${title}\n\n${table(['Id', 'What must not happen', 'Test', 'Hangs by'], cases.flatMap(rows))}\n`,
  );
  return [head, ...parts].join('\n');
}
