/** `docs/cases.md`: every case, and the test files that hold it. */

import { chapters } from '../test/cases.ts';
import { table } from './markdown.ts';

/** A test file: its path below the project, and its text. */
export type TestFile = { path: string; text: string };

/** The ids in the names of tests: `it('C004 …')`, `it.each(…)("C004 …")`. */
export const idsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/['"`]([CF]\d{3}) /g)].map(([, id]) => id as string));

const head = `# Cases

Trouble that people had with tools of this kind, and what fuzzing found here (F). The name of each test that holds a case
begins with its id: \`npx vitest run -t C008\` runs those of one. This page is written by \`npm run readme\`.
`;

export function casePage(tests: readonly TestFile[]): string {
  const held = tests.map(({ path, text }) => ({ path, ids: idsIn(text) }));
  const files = (id: string) =>
    held.flatMap(({ path, ids }) => (ids.has(id) ? [`[${path.replace(/^test\//, '')}](../${path})`] : []));
  return [
    head,
    ...chapters.map(({ title, cases }) => {
      const rows = Object.entries(cases).map(([id, what]) => [id, what, files(id).join(', ')]);
      return `## ${title}\n\n${table(['Id', 'What must not happen', 'Tests'], rows)}\n`;
    }),
  ].join('\n');
}
