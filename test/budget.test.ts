/** The size of the source and of what the tests compare whole: raised only by a commit that says why. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { codeBytes, filesOf, frameCount } from '../scripts/shape.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const budget = JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8'));

it('keeps within test/budget.json (npm run shape)', () => {
  expect(codeBytes(filesOf('src', root))).toBeLessThanOrEqual(budget.codeBytes);
  expect(frameCount(root)).toBeLessThanOrEqual(budget.frames);
});

it('counts code, and neither comments nor imports nor indentation', () => {
  const bytes = (text: string) => codeBytes([{ path: 'a.ts', text, lines: 1, imports: [] }]);
  const code = "const a = 'x // y';\nconst b = `/* a */`;\n";
  expect(bytes(code)).toBe(bytes(`import { c } from './c.ts';\n// why\n/** What. */\n  ${code}`));
  expect(bytes(code)).toBeGreaterThan(bytes("const a = 'x';\nconst b = `a`;\n"));
});
