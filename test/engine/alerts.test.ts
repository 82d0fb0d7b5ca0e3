import { describe, expect, it } from 'vitest';
import {
  type Alert,
  AWAY_AFTER_MS,
  type Calls,
  eventRecord,
  isLooking,
  isNews,
  nextCall,
  type Told,
  waitingWith,
} from '../../src/engine/alerts.ts';

const alert = (event: Alert['event'], id?: number, step?: string): Alert => ({
  event,
  text: 'x',
  ...(id === undefined ? {} : { id }),
  ...(step === undefined ? {} : { step }),
});

describe('a person', () => {
  it.each([
    [true, 0, true],
    [true, AWAY_AFTER_MS - 1, true],
    [true, AWAY_AFTER_MS, false],
    [false, 0, false],
    // The clock was set back since the last key.
    [true, -3_600_000, false],
  ])('with the focus %s and the last key %s ms ago looks: %s', (focused, sinceKeyMs, looks) => {
    expect(isLooking({ focused, sinceKeyMs })).toBe(looks);
  });
});

describe('what is news', () => {
  it('is each change of an instance once, and whatever is of none', () => {
    const given = [
      alert('running', 1),
      alert('running', 1),
      alert('running', 2),
      alert('offline', 1),
      alert('running', 1),
      alert('rescue', 1, 'renting'),
      alert('rescue', 1, 'rented'),
      alert('rescue', 1, 'rented'),
      alert('best-price'),
      alert('best-price'),
    ];
    let told: Told = new Map();
    const news = given.map((one) => {
      const next = isNews(told, one);
      told = next.told;
      return next.news;
    });
    expect(news).toEqual([true, false, true, true, true, true, true, false, true, true]);
  });
});

const says = (text: string, id?: number): Alert => ({
  event: 'running',
  text,
  ...(id === undefined ? {} : { id }),
});

describe('calls', () => {
  it('tell of an instance what it is by then, and what else there is of it', () => {
    const told: Alert[] = [
      { event: 'running', id: 1, text: '1 is running' },
      { event: 'running', id: 2, text: '2 is running' },
      { event: 'limit', step: 'soon', id: 1, text: '1 stops soon' },
      { event: 'best-price', text: 'cheaper' },
      { event: 'offline', id: 1, text: '1 went offline' },
      { event: 'limit', step: 'done', id: 1, text: '1 was stopped' },
      { event: 'best-price', text: 'cheaper still' },
    ];
    const waiting = told.reduce(waitingWith, [] as readonly Alert[]);
    expect(nextCall({ waiting }, 0).say).toBe(
      '5 events: 2 is running; cheaper; 1 went offline; 1 was stopped; cheaper still',
    );
  });

  it('tell one change of many instances together, by a few of their names', () => {
    const stopped = (name: string, id: number): Alert => ({
      ...{ event: 'stopped', id, text: `${name} was stopped` },
      many: { name, are: 'were stopped' },
    });
    const say = (waiting: readonly Alert[]) => nextCall({ waiting }, 0).say;
    const names = [...'abcdefghijkl'];
    expect(say(names.map(stopped))).toBe('12 instances were stopped: a, b, c and 9 more');
    expect(say(names.slice(0, 4).map(stopped))).toBe('4 instances were stopped: a, b, c, d');
    expect(say([stopped('a', 1)])).toBe('a was stopped');
    const cheaper: Alert = { event: 'best-price', text: 'cheaper' };
    expect(say([stopped('a', 1), cheaper, stopped('b', 2)])).toBe(
      '3 events: 2 instances were stopped: a, b; cheaper',
    );
  });

  it('go out at once, then after ten seconds as one', () => {
    let calls: Calls = { waiting: [says('a is running')] };
    const said: [number, string][] = [];
    const look = (now: number, ...texts: string[]) => {
      const next = nextCall(
        { ...calls, waiting: [...calls.waiting, ...texts.map((text) => says(text))] },
        now,
      );
      calls = next.calls;
      if (next.say !== undefined) said.push([now, next.say]);
    };
    look(1_000);
    look(2_000, 'b went offline');
    look(10_999, 'c is running');
    look(11_000);
    look(30_000);
    look(40_000, 'd was outbid');
    expect(said).toEqual([
      [1_000, 'a is running'],
      [11_000, '2 events: b went offline; c is running'],
      [40_000, 'd was outbid'],
    ]);
  });

  it('are not held back by a clock that was set back', () => {
    expect(nextCall({ lastAt: 9_000_000, waiting: [says('a')] }, 1_000).say).toBe('a');
  });
});

it('an event is told to a program with its instance and account, and no more', () => {
  const of = { at: 1_795_780_800_000, profile: 'main', label: 'train-a' };
  expect(eventRecord({ event: 'running', id: 7, text: 'train-a is running' }, of)).toEqual({
    ...{ schema: 1, event: 'running', text: 'train-a is running', at: '2026-11-27T12:00:00.000Z' },
    ...{ profile: 'main', instance_id: 7, label: 'train-a' },
  });
});
