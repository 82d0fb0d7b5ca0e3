#!/usr/bin/env node
/**
 * Draws a scene of the frames tests in the terminal.
 *
 *   npm run look                              lists the scenes
 *   npm run look -- SCENE [80x24] [--ascii]   draws one
 */
import { importSource } from './bundle-source.mjs';
import { inVitest } from './in-vitest.mjs';

const wrong = (text) => {
  console.error(text);
  process.exit(2);
};
const words = process.argv.slice(2).filter((word) => word !== '--ascii');
const ascii = words.length < process.argv.length - 2;
const [name, size = '80x24', ...rest] = words;
const [, cols, rows] = /^(\d+)x(\d+)$/.exec(size) ?? [];
if (rest.length > 0 || cols === undefined || name?.startsWith('-'))
  wrong('usage: npm run look -- SCENE [80x24] [--ascii]');

const { decideDisplay } = await importSource('src/platform/terminal/colour.ts', 'colour');
const { env, platform, stdout } = process;
const { level, forceColor } = decideDisplay({ env, platform, isTTY: stdout.isTTY === true });
const place = { cols: Number(cols), rows: Number(rows), ascii };
const { names, near, lines } = await inVitest(
  'scripts/look.ts',
  { name, place, color: level > 0 },
  { FORCE_COLOR: forceColor },
);
if (name === undefined) console.log(names.join('\n'));
else if (lines === undefined)
  wrong(
    `Unknown scene "${name}". ${near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'List them: npm run look'}`,
  );
else console.log(lines.join('\n'));
