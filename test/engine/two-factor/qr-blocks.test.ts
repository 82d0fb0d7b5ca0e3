import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planQr, type QrLook } from '../../../src/engine/two-factor/qr-blocks.ts';
import { qrModules } from '../../../src/engine/two-factor/qr-modules.ts';

const uri = `otpauth://totp/${'x'.repeat(80)}`;
const modules = qrModules(uri);
const look: QrLook = { ascii: false, level: 3, background: 'dark' };
const plan = (columns: number, rows: number, more: Partial<QrLook> = {}) =>
  planQr(modules, { columns, rows }, { ...look, ...more });

describe('the plan of a QR code', () => {
  test('an address of 95 bytes is 37 squares wide: 41 by 21 cells with a margin of 2, 45 by 23 with 4', () => {
    expect(uri).toHaveLength(95);
    expect(plan(45, 23).drawing).toMatchObject({ columns: 45, rows: 23, quiet: 4 });
    expect(plan(44, 23).drawing).toMatchObject({ columns: 41, rows: 21, quiet: 2 });
    expect(plan(41, 21).drawing).toMatchObject({ columns: 41, rows: 21, quiet: 2 });
    expect(plan(40, 21).drawing).toMatchObject({ columns: 39, rows: 20, quiet: 1 });
  });

  test('C052 it is not drawn where it does not fit, and says how much room it needs', () => {
    expect(plan(38, 60)).toEqual({ needs: { columns: 39, rows: 20 } });
    expect(plan(60, 19)).toEqual({ needs: { columns: 39, rows: 20 } });
    expect(plan(60, 20, { ascii: true })).toEqual({ needs: { columns: 78, rows: 39 } });
    expect(plan(78, 39, { ascii: true }).drawing).toMatchObject({ quiet: 1 });
  });

  test('C052 it never takes more room than there is, and is never without a light margin', () => {
    const rooms = fc.record({
      columns: fc.integer({ min: 0, max: 120 }),
      rows: fc.integer({ min: 0, max: 70 }),
      ascii: fc.boolean(),
      invert: fc.boolean(),
    });
    fc.assert(
      fc.property(rooms, ({ columns, rows, ascii, invert }) => {
        const { drawing, needs } = plan(columns, rows, { ascii, invert });
        if (drawing === undefined) {
          expect(needs.columns > columns || needs.rows > rows).toBe(true);
          return;
        }
        expect(drawing.columns).toBeLessThanOrEqual(columns);
        expect(drawing.lines).toHaveLength(drawing.rows);
        expect(drawing.rows).toBeLessThanOrEqual(rows);
        const texts = drawing.lines.map((runs) => runs.map(({ text }) => text).join(''));
        for (const text of texts) expect(text).toHaveLength(drawing.columns);
        const margin = ascii ? drawing.quiet * 2 : drawing.quiet;
        for (const text of texts) expect(text.slice(0, margin)).toBe(' '.repeat(margin));
        for (const text of texts) expect(text.slice(-margin)).toBe(' '.repeat(margin));
      }),
    );
  });

  test('C052 it sets both colours where there are any: true ones, or 30 on 107', () => {
    expect(plan(45, 23).drawing?.lines[0]?.[0]).toMatchObject({
      color: '#000000',
      backgroundColor: '#ffffff',
    });
    for (const level of [1, 2] as const) {
      const [run] = plan(45, 23, { level }).drawing?.lines[0] ?? [];
      expect(run).toMatchObject({ color: 'black', backgroundColor: 'whiteBright' });
    }
    expect(plan(45, 23, { level: 0 }).drawing?.lines[0]?.[0]).toEqual({ text: '█'.repeat(45) });
  });
});
