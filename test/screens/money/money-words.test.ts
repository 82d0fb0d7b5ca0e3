import { describe, expect, it } from 'vitest';
import type { AccountBurn } from '../../../src/engine/money/money.ts';
import { type MoneyFacts, moneyWordings } from '../../../src/screens/money/money-words.ts';
import { fitting, partsText } from '../../../src/tui/text/parts.ts';
import { spokenGlyphs } from '../../../src/tui/theme/spoken-glyphs.ts';

const now = Date.UTC(2026, 10, 27, 16, 43);
const glyphs = { sep: '·', arrow: '→', soon: '→' };
const priced: AccountBurn = {
  quoted: { perHour: 1.92, priced: 4, count: 4 },
  differs: false,
  reckoned: { perHour: 1.92, basis: 'quoted', atLeast: false },
};
const facts = (burn: AccountBurn | undefined, more: Partial<MoneyFacts> = {}): MoneyFacts => ({
  credit: 41.2,
  burn,
  now,
  timeZone: 'UTC',
  glyphs,
  ...more,
});
const at = (burn: AccountBurn | undefined, room: number, more: Partial<MoneyFacts> = {}) =>
  partsText(fitting(moneyWordings(facts(burn, more)), room));
const tone = (credit: number) =>
  moneyWordings(facts(priced, { credit }))[0]?.find((part) => typeof part !== 'string')?.[1];

describe('the money line', () => {
  it('says credit, burn, runway and the hour at which it ends', () => {
    expect(at(priced, 80)).toBe('$41.20 credit · $1.920/h burn · 21h 27m runway → Sat 14:10');
  });

  it('keeps the figure that matters as it gets narrow', () => {
    expect(at(priced, 57)).toBe('$41.20 · $1.920/h burn · 21h 27m runway → Sat 14:10');
    expect(at(priced, 50)).toBe('$41.20 · $1.920/h · 21h 27m runway → Sat 14:10');
    expect(at(priced, 40)).toBe('$41.20 · $1.920/h · 21h 27m → Sat 14:10');
    expect(at(priced, 30)).toBe('$41.20 · $1.920/h · 21h 27m');
    expect(at(priced, 20)).toBe('$41.20 · 21h 27m');
    expect(at(priced, 10)).toBe('21h 27m');
    expect(at(priced, 1)).toBe('21h 27m');
  });

  it('shows quoted and measured, with the basis and the span, when they are far apart', () => {
    const burn = { ...priced, differs: true, measured: { perHour: 0.98, spanMs: 30 * 60_000 } };
    expect(at(burn, 120)).toBe(
      '$41.20 credit · burn $1.920/h quoted, $0.980/h measured (30m) · 21h 27m runway → Sat 14:10',
    );
    expect(at(burn, 80)).toBe('$41.20 · $1.920/h, 0.980 measured · 21h 27m → Sat 14:10');
    expect(at(burn, 50)).toBe('$41.20 · $1.920/h · 21h 27m runway → Sat 14:10');
  });

  it('says how many prices are known, and that the burn is the least and the runway the most', () => {
    const burn: AccountBurn = {
      quoted: { perHour: 1.92, priced: 3, count: 4 },
      differs: false,
      reckoned: { perHour: 1.92, basis: 'quoted', atLeast: true },
    };
    expect(at(burn, 80)).toBe(
      '$41.20 credit · ≥ $1.920/h burn (3 of 4 priced) · ≤ 21h 27m runway → Sat 14:10',
    );
    expect(at(burn, 40)).toBe('$41.20 · ≥ $1.920/h · ≤ 21h 27m');
  });

  it('C021 without a price reckons with what is measured, or has no runway', () => {
    const none: AccountBurn = {
      quoted: { perHour: 0, priced: 0, count: 2 },
      differs: false,
      reckoned: { perHour: 0, basis: 'quoted', atLeast: true },
    };
    expect(at(none, 80)).toBe('$41.20 credit · burn not known (0 of 2 priced)');
    expect(at(none, 30)).toBe('$41.20 · burn not known');
    expect(at(none, 15)).toBe('$41.20');
    const seen: AccountBurn = {
      ...none,
      differs: true,
      measured: { perHour: 2, spanMs: 24 * 60_000 },
      reckoned: { perHour: 2, basis: 'measured', atLeast: false },
    };
    expect(at(seen, 120)).toBe(
      '$41.20 credit · burn $2.000/h measured (24m), 0 of 2 priced · 20h 36m runway as measured → Sat 13:19',
    );
    expect(at(seen, 50)).toBe('$41.20 · 2.000 measured · 20h 36m → Sat 13:19');
  });

  it('tells what is coming while something boots', () => {
    const burn: AccountBurn = {
      quoted: { perHour: 0.319, priced: 2, count: 2 },
      coming: 1.259,
      differs: false,
      reckoned: { perHour: 1.259, basis: 'quoted', atLeast: false },
    };
    expect(at(burn, 80)).toBe('$41.20 credit · $0.319/h → $1.259/h burn · 32h 43m runway → Sun 01:26');
    expect(at(burn, 60)).toBe('$41.20 · $0.319/h → $1.259/h · 32h 43m runway → Sun 01:26');
    expect(at(burn, 40)).toBe('$41.20 · → $1.259/h · 32h 43m');
    // Heard, an arrow tells neither side of it.
    expect(at(burn, 120, { glyphs: spokenGlyphs })).toContain('$0.319/h now, soon $1.259/h burn');
  });

  it('names what is not known, and never calls it nothing', () => {
    expect(at(undefined, 80)).toBe('$41.20 credit · burn not known yet');
    expect(at(undefined, 80, { credit: undefined })).toBe('credit and burn not known yet');
    expect(at(priced, 80, { credit: undefined })).toBe('credit not known · $1.920/h burn');
  });

  it('says so when nothing is spent', () => {
    const burn: AccountBurn = {
      quoted: { perHour: 0, priced: 0, count: 0 },
      differs: false,
      reckoned: { perHour: 0, basis: 'quoted', atLeast: false },
    };
    expect(at(burn, 80)).toBe('$41.20 credit · $0.000/h burn · nothing is being spent');
  });

  it('is amber below a day and red below two hours', () => {
    expect(tone(1.92 * 24)).toBe('plain');
    expect(tone(1.92 * 23.9)).toBe('warn');
    expect(tone(1.92 * 2)).toBe('warn');
    expect(tone(1.92 * 1.9)).toBe('bad');
  });

  it('stays within the room, whatever the figures', () => {
    for (const room of [20, 30, 40, 50, 60, 80, 120]) {
      expect(at(priced, room).length).toBeLessThanOrEqual(room);
      expect(at(priced, room)).toContain('21h 27m');
    }
  });
});
