/** `npm run look`: every scene of test/frames/ by name, drawn as the test of it compares it. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inColor } from '../../scripts/look-lines.ts';
import { createScreen } from '../support/screen.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const frames = new URL('../frames/', import.meta.url);
const look = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['scripts/look.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

describe('npm run look', () => {
  it('lists every scene that has a frame', () => {
    const drawn = readdirSync(frames).flatMap((file) =>
      file.endsWith('.txt') ? [file.replace(/(?:-ascii)?-\d+x\d+\.txt$/, '')] : [],
    );
    const listed = look([]).stdout.trimEnd().split('\n');
    expect(new Set(listed).size).toBe(listed.length);
    expect([...new Set(drawn)].sort()).toEqual([...listed].sort());
  });

  it.each([
    ['destroy-dialog', '60x16', '3'],
    ['groups', '80x24', '0'],
  ])('draws %s at %s with colors of level %s', (name, size, level) => {
    const { stdout, status } = look([name, size], { FORCE_COLOR: level });
    expect(status).toBe(0);
    expect(stdout.includes('\x1b[')).toBe(level !== '0');
    const [cols = 0, rows = 0] = size.split('x').map(Number);
    const screen = createScreen(cols, rows + 1);
    screen.write(stdout.replaceAll('\n', '\r\n'));
    const frame = readFileSync(new URL(`${name}-${size}.txt`, frames), 'utf8');
    expect(`${screen.lines().join('\n').trimEnd()}\n`).toBe(frame);
  });

  it('names the nearest scenes of one that it does not know', () => {
    const { stderr, status } = look(['grops']);
    expect([status, stderr]).toEqual([2, 'Unknown scene "grops". Did you mean groups?\n']);
    expect(look(['offers', '80']).status).toBe(2);
  });
});

it('keeps colors, attributes and the room of wide characters', () => {
  const line = '\x1b[1;38;5;12mbold\x1b[0m 汉字 \x1b[7;48;2;1;2;3mend\x1b[0m';
  const [first, second] = [createScreen(20, 1), createScreen(20, 1)];
  first.write(line);
  second.write(inColor(first.cells()[0] ?? []));
  expect(second.cells()).toEqual(first.cells());
  expect(second.lines()).toEqual(['bold 汉字 end']);
});
