import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasPrinter } from '../../../src/platform/terminal/printer.ts';

it('looks for lp in the folders of the path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rigdeck-lp-'));
  expect(hasPrinter({ PATH: `/nowhere:${folder}` })).toBe(false);
  expect(hasPrinter({})).toBe(false);
  writeFileSync(join(folder, 'lp'), '');
  expect(hasPrinter({ PATH: `/nowhere:${folder}` })).toBe(true);
});
