import { describe, expect, it } from 'vitest';
import { paneCells, panePlace } from '../../../src/tui/list/split.tsx';

describe('a pane beside a list', () => {
  it('leaves the list what it has on a screen of 80 columns, however wide the screen is', () => {
    for (let columns = 120; columns <= 300; columns += 1) {
      expect(panePlace(columns, 40, undefined)).toBe('right');
      expect(columns - paneCells(columns)).toBeGreaterThanOrEqual(80);
    }
    expect(paneCells(120)).toBe(40);
  });
});
