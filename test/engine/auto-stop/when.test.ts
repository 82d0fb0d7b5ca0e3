import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLater, momentOf, wallTime } from '../../../src/base/wall-clock.ts';
import { momentWords } from '../../../src/engine/auto-stop/messages.ts';
import { readWhen } from '../../../src/engine/auto-stop/when.ts';

/** Fri 27 Nov 2026, 12:00 UTC. */
const now = Date.UTC(2026, 10, 27, 12, 0, 0);
const minute = 60_000;
const hour = 60 * minute;
const read = (typed: string, timeZone = 'UTC', at = now) => readWhen(typed, { now: at, timeZone });
const utc = (text: string) => Date.parse(`${text}Z`);

describe('a limit as a person types it', () => {
  it.each([
    ['in 3h', 3 * hour],
    ['3h', 3 * hour],
    ['in 90 min', 90 * minute],
    ['IN 1h 30m', 90 * minute],
    ['in 1.5 hours', 90 * minute],
    ['in 2 days', 48 * hour],
    ['in 1d 4h', 28 * hour],
    ['after 45 minutes', 45 * minute],
  ])('%s is a span', (typed, ms) => {
    expect(read(typed)).toEqual({ ok: true, until: now + ms });
  });

  it.each([
    ['at 18:30', '2026-11-27T18:30'],
    ['18:30', '2026-11-27T18:30'],
    ['at 6:30 pm', '2026-11-27T18:30'],
    ['at 6pm', '2026-11-27T18:00'],
    ['at 9:00', '2026-11-28T09:00'],
    ['12:00', '2026-11-28T12:00'],
    ['at 12am', '2026-11-28T00:00'],
    ['at 18:30 tomorrow', '2026-11-28T18:30'],
    ['tomorrow at 18:30', '2026-11-28T18:30'],
    ['tomorrow 9:00', '2026-11-28T09:00'],
    ['today at 18:30', '2026-11-27T18:30'],
    ['at 2026-11-28 09:00', '2026-11-28T09:00'],
    ['2026-12-01T09:05', '2026-12-01T09:05'],
    ['on 2027-01-02 at 7:00', '2027-01-02T07:00'],
  ])('%s is a moment', (typed, moment) => {
    expect(read(typed)).toEqual({ ok: true, until: utc(`${moment}:00`) });
  });

  it.each([
    ['$5', 5],
    ['at $5', 5],
    ['$ 12.50', 12.5],
    ['after $.75', 0.75],
  ])('%s is a budget', (typed, budget) => {
    expect(read(typed)).toEqual({ ok: true, budget });
  });

  it.each([
    ['', /^Enter a time or a budget, e\.g\. 3h/],
    ['5', /Missing unit.* 5h.* \$5/],
    ['in 5', /Missing unit/],
    ['soon', /^Invalid time or budget/],
    ['in 3 fortnights', /^Invalid time or budget/],
    ['in 3h or so', /^Invalid time or budget/],
    ['in 0h', /at least/],
    ['in 20s', /^Invalid time or budget/],
    ['in 900 days', /within a year/],
    ['at 25:00', /^Invalid time\./],
    ['at 12:75', /^Invalid time\./],
    ['at 13pm', /^Invalid time\./],
    ['today at 9:00', /in the past\. Now: Fri 12:00/],
    ['at 2026-11-26 09:00', /in the past/],
    ['at 2026-11-31 09:00', /^Invalid date/],
    ['at 2026-13-01 09:00', /^Invalid date/],
    ['2030-01-01 00:00', /within a year/],
    ['2026-11-28 09:00 tomorrow', /not both/],
    ['2026-11-28', /^Invalid time or budget/],
    ['$', /^Invalid budget/],
    ['$-5', /^Invalid budget/],
    ['$1,000', /^Invalid budget/],
    ['$5e3', /^Invalid budget/],
    ['$5 or so', /^Invalid budget/],
    ['$0', /above \$0/],
    ['when 2h runway is left', /^Invalid time or budget/],
  ])('%s is refused with a reason', (typed, why) => {
    expect(read(typed)).toEqual({ ok: false, message: expect.stringMatching(why) });
  });

  it('C064 reads a time of day in the zone that it is shown in', () => {
    expect(read('at 18:30', 'Asia/Tokyo')).toEqual({ ok: true, until: utc('2026-11-28T09:30:00') });
    expect(read('at 22:30', 'Asia/Tokyo')).toEqual({ ok: true, until: utc('2026-11-27T13:30:00') });
    expect(read('tomorrow 0:30', 'America/New_York')).toEqual({
      ok: true,
      until: utc('2026-11-28T05:30:00'),
    });
    expect(read('at 20:00', 'Asia/Kolkata')).toEqual({ ok: true, until: utc('2026-11-27T14:30:00') });
  });

  it('knows the nights on which the clocks change', () => {
    const march = utc('2026-03-28T20:00:00');
    expect(read('tomorrow 2:30', 'Europe/Berlin', march)).toEqual({
      ok: false,
      message: expect.stringMatching(/clocks skip/),
    });
    expect(read('tomorrow 3:30', 'Europe/Berlin', march)).toEqual({
      ok: true,
      until: utc('2026-03-29T01:30:00'),
    });
    // Twice 2:30 in October: the first of them, which costs less.
    const october = utc('2026-10-24T20:00:00');
    expect(read('tomorrow 2:30', 'Europe/Berlin', october)).toEqual({
      ok: true,
      until: utc('2026-10-25T00:30:00'),
    });
  });

  it('never answers a moment that is past, whatever is typed', () => {
    const word = fc.constantFrom(
      'in',
      'at',
      '18:30',
      '3',
      'h',
      'm',
      '2026-11-28',
      'tomorrow',
      'today',
      '$',
      'pm',
      '0',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), fc.constantFrom(' ', ''), (words, between) => {
        const answer = read(words.join(between), 'Europe/Berlin');
        if (!answer.ok) expect(answer.message).toMatch(/[.?]/);
        else if ('until' in answer) expect(answer.until).toBeGreaterThan(now);
        else expect(answer.budget).toBeGreaterThan(0);
      }),
    );
  });
});

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland');
const moments = fc.integer({
  min: utc('2020-01-01T00:00:00') / minute,
  max: utc('2030-01-01T00:00:00') / minute,
});

describe('wall clocks', () => {
  it('lead from a moment to its wall time and back', () => {
    fc.assert(
      fc.property(moments, zones, (minutes, zone) => {
        const wall = wallTime(minutes * minute, zone);
        const back = momentOf(wall, zone) as number;
        expect(wallTime(back, zone)).toEqual(wall);
        expect(back).toBeLessThanOrEqual(minutes * minute);
      }),
    );
  });

  it('keep the time of day when a day is added', () => {
    fc.assert(
      fc.property(moments, zones, (minutes, zone) => {
        const { hour: h, minute: m, ...date } = wallTime(minutes * minute, zone);
        const later = daysLater({ ...date, hour: h, minute: m }, 1);
        expect([later.hour, later.minute]).toEqual([h, m]);
        expect(Date.UTC(later.year, later.month - 1, later.day)).toBe(
          Date.UTC(date.year, date.month - 1, date.day) + 86_400_000,
        );
      }),
    );
  });
});

describe('a moment in words', () => {
  it.each([
    ['2026-11-27T18:30', '18:30'],
    ['2026-11-28T09:00', 'Sat 09:00'],
    ['2026-12-09T14:10', '2026-12-09 14:10'],
  ])('%s is said as %s', (moment, words) => {
    expect(momentWords(utc(`${moment}:00`), now, 'UTC')).toBe(words);
  });
});
