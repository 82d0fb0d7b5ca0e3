import { describe, expect, it } from 'vitest';
import { merged, type Results, type Run, resultTables, summaryTable, verdict } from '../../bench/report.ts';
import type { Group, Result } from '../../bench/result.ts';

const run = (node: string, commit: string): Run => ({
  ...{ node, cpu: 'a processor', cores: 2, date: '2026-01-31', commit, load: 0.25 },
});
const row = (group: Group, id: string, value = 1): Result => ({
  ...{ id: `${group}-${id}`, group, what: `${id} of ${group}`, value, unit: 'ms', runs: 3 },
});
const before: Results = {
  '20': {
    runs: { start: run('20.1.0', 'aaaaaaa'), bytes: run('20.1.0', 'aaaaaaa') },
    results: [row('start', 'text'), row('bytes', 'move'), row('bytes', 'gone')],
  },
  '24': {
    runs: { bytes: run('24.1.0', 'bbbbbbb'), decode: run('24.1.0', 'bbbbbbb') },
    results: [row('bytes', 'gone'), row('decode', 'time')],
  },
};
const after = merged(before, run('20.2.0', 'ccccccc'), [row('bytes', 'page', 7), row('bytes', 'move', 8)]);

describe('what is kept of a measurement', () => {
  it('is each group with what it was measured on, as it was measured', () => {
    expect(after['20']?.results).toEqual([
      row('start', 'text'),
      row('bytes', 'page', 7),
      row('bytes', 'move', 8),
    ]);
    expect(after['20']?.runs).toEqual({ start: run('20.1.0', 'aaaaaaa'), bytes: run('20.2.0', 'ccccccc') });
  });

  it('is no number that is not measured any more, of another Node either', () => {
    expect(after['24']).toEqual({
      runs: { decode: run('24.1.0', 'bbbbbbb') },
      results: [row('decode', 'time')],
    });
  });

  it('stands in a table for each group, below where and when it was measured', () => {
    const text = resultTables(after);
    expect(text.match(/^(?:###|Node) .*$/gm)).toEqual([
      '### start, Node 20',
      'Node 20.1.0 · a processor, 2 cores · 2026-01-31 · commit aaaaaaa · load 0.3',
      '### bytes, Node 20',
      'Node 20.2.0 · a processor, 2 cores · 2026-01-31 · commit ccccccc · load 0.3',
      '### decode, Node 24',
      'Node 24.1.0 · a processor, 2 cores · 2026-01-31 · commit bbbbbbb · load 0.3',
    ]);
    expect(text).toContain('| page of bytes | 7 ms |');
  });
});

describe('the summary', () => {
  it('has a column for each Node version, with the ratio and whether a target is missed', () => {
    const move = { ...row('frames', '100000', 40), what: 'cursor move', target: 1.1 };
    const base = { what: 'bare Ink', value: 20 };
    const text = summaryTable({
      '20': { runs: {}, results: [{ ...move, base, ratio: 2 }] },
      '24': { runs: {}, results: [{ ...move, base, ratio: 0.5 }] },
    });
    expect(text.split('\n')[0]).toBe('| What | Node 20 | Node 24 |');
    expect(text).toContain('| cursor move | 40 ms (2× bare Ink; target missed) | 40 ms (0.5× bare Ink) |');
  });
});

describe('what is said of a number', () => {
  it('holds the ratio against its target where there is one, else the number', () => {
    const one = { ...row('frames', 'move', 40), target: 1.1, stretch: 0.6 };
    expect(verdict({ ...one, ratio: 0.6 })).toBe('stretch met');
    expect(verdict({ ...one, ratio: 1.1 })).toBe('met');
    expect(verdict(one)).toBe('missed');
    expect(verdict(row('frames', 'move'))).toBe('');
  });
});
