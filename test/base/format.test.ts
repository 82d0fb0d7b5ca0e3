import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as format from '../../src/base/format.ts';
import { contractEndCell, contractEndWords, momentWords } from '../../src/engine/auto-stop/messages.ts';
import { readWhen } from '../../src/engine/auto-stop/when.ts';
import { runwayEnd } from '../../src/engine/money/runway.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('figures', () => {
  test.each([
    [format.rate(0.31), '0.310'],
    [format.ratePerHour(1.9204), '$1.920/h'],
    [format.ratePerDay(0.319), '$7.66/day'],
    [format.amount(2.456), '2.46'],
    [format.dollars(41.2), '$41.20'],
    [format.dollars(-1.5), '-$1.50'],
    [format.dollars(-0.001), '$0.00'],
    [format.memory(24_564), '24G'],
    [format.memory(81_559), '80G'],
    [format.memory(32_607), '32G'],
    [format.memory(24_000), '24G'],
    [format.memory(500), '0.5G'],
    [format.disk(210.4), '210G'],
    [format.speed(940.3), '940M'],
    [format.speed(999.7), '1.0G'],
    [format.speed(2100), '2.1G'],
    [format.percent(0.998), '99.8%'],
    [format.percent(0.5, 0), '50%'],
    [format.count(4), '4'],
    [format.days(12.5 * 86_400), '12d'],
    [format.days(3600 * 5), '5h'],
    [format.days(-5), '0h'],
  ])('%s is %s', (written, expected) => {
    expect(written).toBe(expected);
  });

  test('C021 what is unknown is a dot and never a zero', () => {
    const writers = [
      format.rate,
      format.ratePerHour,
      format.ratePerDay,
      format.amount,
      format.dollars,
      format.memory,
      format.disk,
      format.speed,
      format.percent,
      format.count,
      format.days,
      format.span,
      format.runwaySpan,
      format.countdown,
      format.clockTime,
      format.weekdayTime,
      format.dayMonth,
      format.dateTime,
    ];
    for (const write of writers) {
      for (const nothing of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(write(nothing)).toBe(format.UNKNOWN);
      }
    }
  });

  test('an amount of money never loses more than half a cent', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (n) => {
        expect(Math.abs(Number(format.dollars(n).replace('$', '')) - n)).toBeLessThanOrEqual(0.005001);
        expect(format.dollars(n)).toMatch(/^-?\$\d+\.\d\d$/);
      }),
    );
  });
});

describe('spans', () => {
  test.each([
    [31 * SECOND, '31s'],
    [151 * SECOND, '2m 31s'],
    [22 * 60 * SECOND, '22m'],
    [3 * HOUR + 12 * 60 * SECOND, '3h 12m'],
    [DAY + 4 * HOUR, '1d 4h'],
    [DAY, '1d'],
    [6 * DAY + HOUR, '6d'],
    [-5, '0s'],
  ])('%d ms is %s', (ms, expected) => {
    expect(format.span(ms)).toBe(expected);
  });

  test.each([
    [21 * HOUR + 27 * 60 * SECOND, '21h 27m'],
    [3 * DAY + 21 * HOUR + 5 * 60 * SECOND, '93h 5m'],
    [12 * DAY, '12d'],
    [59 * 60 * SECOND, '59m'],
    [5 * SECOND, '5s'],
  ])('a runway of %d ms is %s', (ms, expected) => {
    expect(format.runwaySpan(ms)).toBe(expected);
  });

  test.each([
    [8 * SECOND, '0:08'],
    [9 * 60 * SECOND + 5 * SECOND, '9:05'],
    [59 * 60 * SECOND + 59_500, '1h 0m'],
    [3 * HOUR + 12 * 60 * SECOND, '3h 12m'],
    [25 * HOUR, '25h 0m'],
    [1, '0:01'],
    [0, 'now'],
    [-HOUR, 'now'],
  ])('%d ms left is %s', (ms, expected) => {
    expect(format.countdown(ms)).toBe(expected);
  });

  test('no span and no countdown is ever negative', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (ms) => {
        expect(format.countdown(ms) + format.span(ms) + format.runwaySpan(ms)).not.toContain('-');
      }),
    );
  });
});

describe('times', () => {
  const at = Date.UTC(2026, 11, 9, 14, 10, 5);

  test('a moment of another day of the person is told with its date, and of another year with that', () => {
    const now = Date.UTC(2026, 11, 9, 21, 59);
    expect(format.timeOrDate(at, now, 'UTC')).toBe('14:10:05');
    expect(format.timeOrDate(at - DAY, now, 'UTC')).toBe('8 Dec 14:10');
    expect(format.timeOrDate(now - 23 * HOUR, now, 'UTC')).toBe('8 Dec 22:59');
    expect(format.timeOrDate(at, now, 'Asia/Tokyo')).toBe('9 Dec 23:10');
    expect(format.timeOrDate(at - 365 * DAY, now, 'UTC')).toBe('9 Dec 2025 14:10');
    expect(format.timeOrDate(undefined, now, 'UTC')).toBe(format.clockTime(undefined, 'UTC'));
  });

  test('C064 a time is shown in the zone of the person, and says which', () => {
    expect(format.clockTime(at, 'UTC')).toBe('14:10:05');
    expect(format.clockTime(at, 'Asia/Tokyo')).toBe('23:10:05');
    expect(format.weekdayTime(at, 'UTC')).toBe('Wed 14:10');
    expect(format.dayMonth(at, 'UTC')).toBe('9 Dec');
    expect(format.dateTime(at, 'UTC')).toBe('9 Dec 2026 14:10 UTC');
    expect(format.dateTime(at, 'Asia/Tokyo')).toMatch(/^9 Dec 2026 23:10 \S+$/);
    expect(format.clockTime(Date.UTC(2026, 0, 1), 'UTC')).toBe('00:00:00');
  });

  test('C064 seconds of the service are not read as milliseconds, nor the other way round', () => {
    expect(format.epochMs(at / 1000)).toBe(at);
    expect(format.epochMs(at)).toBe(at);
    expect(format.epochMs(0)).toBe(0);
  });

  test('a time outside the calendar is unknown', () => {
    expect(format.dateTime(1e300)).toBe(format.UNKNOWN);
  });

  test('no time zone and no moment makes any of them throw', () => {
    const zones = [
      'UTC0',
      ':/etc/localtime',
      'GMT+3',
      'GMT+03:00',
      'CET-1CEST,M3.5.0,M10.5.0/3',
      '<+03>-3',
      'Foo/Bar',
    ];
    const zone = fc.oneof(fc.constantFrom(...zones, 'Etc/Unknown', '', undefined), fc.string());
    const moment = fc.oneof(
      fc.double(),
      fc.constantFrom(at, 8.64e15, -8.64e15, 8.64e15 + 1, -1e19, Number.NaN),
    );
    const limit = { id: 1, actual_status: 'running' };
    fc.assert(
      fc.property(zone, moment, (timeZone, ms) => {
        const written = [
          ...[format.clockTime, format.weekdayTime, format.dayMonth, format.dateTime].map((f) =>
            f(ms, timeZone),
          ),
          format.timeOrDate(ms, at, timeZone),
          format.timeOrDate(at, ms, timeZone),
          format.isoTime(ms),
          momentWords(ms, at, timeZone),
          momentWords(at, ms, timeZone),
          contractEndWords({ endsAt: ms, leftMs: ms - at, stage: 1 }, at, timeZone),
          runwayEnd(DAY, ms, timeZone),
          contractEndCell({ ...limit, end_date: ms }, at) ?? 'far',
        ];
        expect(written.filter((text) => typeof text !== 'string' || text === '')).toEqual([]);
        expect(readWhen('at 18:30', { now: at, timeZone: timeZone ?? 'UTC' }).ok).toBe(true);
      }),
    );
  });
});
